"""Elements of data files of BattleScribe: conditions, limits, profiles, with children in the schema's order."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from django.utils.translation import gettext as _

from builder.exports.data_files import POINTS
from builder.wording import local


def element(name: str, children: Iterable[Element] = (), /, **attributes: Any) -> Element:
    """An element; True and False become words, and what is None is left out."""
    words = {key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in attributes.items()}
    made = Element(name, {key: word for key, word in words.items() if attributes[key] is not None})
    made.extend(children)
    return made


def text_element(name: str, text: str) -> Element:
    made = Element(name)
    made.text = text
    return made


def lists(**children: Iterable[Element]) -> list[Element]:
    """The elements that hold children, in this order, without those that would be empty."""
    filled = {name: [*inner] for name, inner in children.items()}
    return [element(name, inner) for name, inner in filled.items() if inner]


def condition(child: str, chosen: bool = True, scope: str = "roster") -> Element:
    """That an entry is chosen, or is not."""
    kind = "atLeast" if chosen else "lessThan"
    return element("condition", **query("selections", scope, 1), childId=child, type=kind)


def query(field: str, scope: str, value: int) -> dict[str, Any]:
    everywhere = {"includeChildSelections": True, "includeChildForces": True}
    return {"field": field, "scope": scope, "value": value, "percentValue": False, "shared": True, **everywhere}


def group_of_conditions(kind: str, conditions: Iterable[Element], *groups: Element) -> Element:
    inner = lists(conditions=conditions, conditionGroups=groups)
    return element("conditionGroup", inner, type=kind)


def hidden_without(ids: Iterable[str], scope: str = "roster") -> Element:
    """The change that hides an entry where none of these is chosen."""
    conditions = lists(conditions=[condition(id, chosen=False, scope=scope) for id in ids])
    return element("modifier", conditions, type="set", field="hidden", value=True)


def limit(owner: str, most: int, kind: str = "max", field: str = "selections", scope: str = "parent") -> Element:
    return element("constraint", **query(field, scope, most), id=f"{owner}:{field}-{kind}", type=kind)


def per_points(constraint: Element, most: int, points: int) -> Element:
    """So many more for each full so many points of the limit."""
    about = query(f"limit::{POINTS}", "roster", points)
    repeat = element("repeat", **about, childId="model", repeats=1, roundUp=False)
    field = {"type": "increment", "field": constraint.get("id"), "value": most}
    return element("modifier", lists(repeats=[repeat]), **field)


# --- profiles -------------------------------------------------------------------------------------------------------


def profile_types() -> dict[str, tuple[str, dict[str, str]]]:
    """By its id the name of a kind of profile, and its labels."""
    ranged = {"normal": _("normal range"), "long": _("long range")}
    return {
        "ranged": (_("Ranged weapon"), ranged),
        "melee": (_("Melee"), {"dice": _("dice")}),
        "moves": (_("Vehicle"), {"seats": _("seats"), "moves": _("road/clear/difficult")}),
    }


def profile_type(id: str, name: str, labels: Mapping[str, str]) -> Element:
    types = [element("characteristicType", id=f"{id}.{key}", name=label) for key, label in labels.items()]
    return element("profileType", lists(characteristicTypes=types), id=id, name=name)


def profiles(id: str, about: Any) -> Iterator[Element]:
    """The figures of a weapon or a vehicle."""
    if ranged := getattr(about, "ranged", None):
        bands = {"normal": ranged.normal, "long": ranged.long}
        yield profile(
            id,
            about,
            "ranged",
            {key: band and f"{band.start}–{band.end} cm: {band.dice:+}D6" for key, band in bands.items()},
        )
    if (melee := getattr(about, "melee", None)) is not None:
        yield profile(id, about, "melee", {"dice": f"{melee:+}D6"})
    if getattr(about, "road", 0):
        yield profile(
            id, about, "moves", {"seats": str(about.seats), "moves": f"{about.road}/{about.clear}/{about.hard} cm"}
        )


def profile(id: str, about: Any, kind: str, figures: Mapping[str, str | None]) -> Element:
    name, labels = profile_types()[kind]
    inner = []
    for key, figure in figures.items():
        inner.append(element("characteristic", name=labels[key], typeId=f"{kind}.{key}"))
        inner[-1].text = figure or "–"
    shown = {"name": local(about.name), "hidden": False, "typeId": kind, "typeName": name}
    return element("profile", lists(characteristics=inner), id=f"{id}:{kind}", **shown)
