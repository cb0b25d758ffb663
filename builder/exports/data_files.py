"""The data files of BattleScribe and New Recruit that a game's book is: `DataFileSpec`, registered in `DATA_FILES`."""

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import Element, tostring

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from builder.registry import Registry, catalogue_or_404
from builder.texts.selections import OURS
from rules.catalogue import Catalogue

VERSION = "2.03"  # of BattleScribe
POINTS = "points"  # the id of the type of costs
SAME_DATE = (2026, 1, 1, 0, 0, 0)  # of files in a ZIP: equal lists are equal files


@dataclass(frozen=True)
class DataFileSpec:
    """What a game brings.

    write -- (catalogue) -> its game system and its catalogue in the active language; None: the game has no such files
    apart -- kind of unit -> the key whose value tells apart the entries of units of this kind
    """

    write: Callable[[Catalogue], tuple[Element, Element]] | None = None
    apart: Mapping[str, str] = field(default_factory=dict)

    def entry_of_unit(self, values: Mapping[str, Any]) -> str:
        """The id of the entry of a unit whose document has these values."""
        key = self.apart.get(values["kind"], "")
        value = values.get(key)
        if not value:
            return str(values["kind"])
        return f"{values['kind']}.{key}" if value is True else f"{values['kind']}.{key}.{value}"


DATA_FILES: Registry[DataFileSpec] = Registry("DataFileSpec", DataFileSpec())


def data_files(catalogue: Catalogue) -> dict[str, bytes]:
    """The files of a game by their names; {} where it has none."""
    write = DATA_FILES[catalogue.game].write
    roots = write(catalogue) if write else ()
    return {
        f"{OURS}{catalogue.game}.{ending}": tostring(root, "utf-8", xml_declaration=True)
        for root, ending in zip(roots, ("gst", "cat"), strict=False)
    }


_IDS: dict[tuple[str, str], tuple[Catalogue, frozenset[str]]] = {}


def entry_ids(catalogue: Catalogue) -> frozenset[str] | None:
    """The ids of the entries in a game's data files, worked out once for each state of a book; None: it has none."""
    write = DATA_FILES[catalogue.game].write
    if write is None:
        return None
    kept = _IDS.get((catalogue.game, catalogue.edition))
    if kept is None or kept[0] is not catalogue:
        ids = frozenset(entry.get("id", "") for root in write(catalogue) for entry in root.iter("selectionEntry"))
        kept = _IDS[catalogue.game, catalogue.edition] = catalogue, ids
    return kept[1]


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A ZIP file that is the same whenever its files are."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, SAME_DATE), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


@require_safe
def data_files_zip(_request: HttpRequest, game: str) -> HttpResponse:
    files = data_files(catalogue_or_404(game))
    if not files:
        raise Http404
    disposition = f'attachment; filename="{OURS}{game}.zip"'
    return HttpResponse(zipped(files), content_type="application/zip", headers={"Content-Disposition": disposition})
