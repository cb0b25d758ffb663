"""A vehicle on paper: moves after its options, guns, its own damage table, collisions, seats, boxes to tick."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import starmap
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.families.red_button.sheet import weapons
from builder.families.red_button.sheet.fighter import used_box
from builder.sheets.common import NO_BREAK, effect, note_lines, one_box
from builder.sheets.parts import (
    AIM,
    BOX,
    SEPARATOR,
    CardLine,
    Cell,
    FigureRow,
    LabelledFigure,
    Plan,
    Region,
    SheetCard,
    Strip,
    Strips,
    Track,
    UnitRow,
    WeaponRow,
    Writing,
)
from builder.wording import local
from rules.catalogue import Catalogue
from rules.families.red_button.analysis import FLYING
from rules.families.red_button.document import DRIVING, SHOOTING, Option
from rules.families.red_button.guns import NET_LAUNCHER
from rules.families.red_button.weapons import HEAVY
from rules.games.rbn.analysis import ConvoyAnalysis, VehicleAnalysis
from rules.games.rbn.play import state
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.collisions import RAM, SPIKES
from rules.games.rbn.play.damage import sides as sides_hit
from rules.games.rbn.play.damage import table as damage_table
from rules.play.entries import span

ENGINE, ALL_TERRAIN, LIGHT_FRAME = "moteur-gonfle", "tout-terrain", "structure-allegee"
WORKED_OUT = {
    RAM,
    SPIKES,
    ENGINE,
    ALL_TERRAIN,
    LIGHT_FRAME,
    "compartiment-supplementaire",
    "poste-de-tir-supplementaire",
}
ENGINE_GAIN = 5
GAIA = "gaia-familys"
SHAPES = {"leger": "rbn/_plan_light.html", "moyen": "rbn/_plan_medium.html", "lourd": "rbn/_plan_heavy.html"}
SIZES = "light", "medium", "heavy"  # in the order of SHAPES
NOTE_RULES = (Writing(spare=True),) * 2
FEW_SEATS = 4  # stand in one row
ROOM_FOR_NAMES = {4: 9, 3: 15, 2: 24, 1: 48}  # letters of a name on a seat: seats beside each other
BROKEN_DOWN = "le-jour-du-grand-depart", "mandated"
FREE_BREAKDOWNS, BREAKDOWNS = 2, 6


class Occupant(NamedTuple):
    """Somebody noted on a vehicle: the post, name, how many seats are taken, what is fired of one's own on board.

    shoots -- may fire anything here, own weapons or the vehicle's guns
    """

    post: str
    name: str
    seats: int
    fires: str = ""
    shoots: bool = False

    @property
    def words(self) -> str:
        return _("{name} (seats: {seats})").format(name=self.name, seats=self.seats) if self.seats > 1 else self.name


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: its post in words, whether its occupant may shoot, who is noted on it ("" for nobody), what is fired."""

    post: str
    shoots: bool
    occupant: str = ""
    fires: str = ""


def size(vehicle: VehicleAnalysis) -> str:
    """Its row in the tables by size: a sidecar is a light vehicle (p. 27)."""
    return vehicle.unit.type if vehicle.unit.type in SHAPES else "leger"


def size_words() -> dict[str, str]:
    return {"leger": _("light"), "moyen": _("medium"), "lourd": _("heavy")}


def damage_size(vehicle: VehicleAnalysis) -> str:
    """A lightened frame takes damage as a light vehicle, and collides as a medium one (p. 29)."""
    return "leger" if LIGHT_FRAME in vehicle.tags else size(vehicle)


def badges(vehicle: VehicleAnalysis) -> Iterator[str]:
    catalogue = vehicle.context.catalogue
    yield local(vehicle.type.name) if vehicle.type else _("unknown type")
    if FLYING in vehicle.tags:
        yield local(catalogue.modifications["vehicule-volant"].name)
    for slug, number in Counter(option.item for option in vehicle.unit.options if option.item in WORKED_OUT).items():
        yield weapons.titled(local(catalogue.options[slug].name), number)


def speeds(vehicle: VehicleAnalysis) -> tuple[int, int, int] | None:
    """Centimetres on road, clear and difficult ground, after its options (p. 28, 29, 46)."""
    types = vehicle.context.catalogue.unit_types
    row = types["leger"] if LIGHT_FRAME in vehicle.tags else vehicle.type
    if row is None:
        return None
    gain = ENGINE_GAIN if ENGINE in vehicle.tags else 0
    road, clear, hard = row.road + gain, row.clear + gain, row.hard
    if ALL_TERRAIN in vehicle.tags:
        clear = road
    return (road, road, road) if FLYING in vehicle.tags else (road, clear, hard)


def card(vehicle: VehicleAnalysis, seats: Sequence[Seat], convoy: ConvoyAnalysis) -> SheetCard:
    """`seats` are the `Seat`s of this copy, `convoy` is the analysis of its list."""
    lines = (
        *unknown(vehicle),
        *guns(vehicle),
        *damage(vehicle),
        *driving(vehicle),
        *seat_plan(vehicle, seats),
        *options(vehicle),
        *mechanics(vehicle, convoy),
        *note_lines(vehicle.unit.notes),
        *NOTE_RULES,
    )
    return SheetCard(tuple(stats(vehicle)), lines, tuple(tracks(vehicle)))


def stats(vehicle: VehicleAnalysis) -> Iterator[LabelledFigure]:
    grounds = pgettext("ground", "Road"), pgettext("ground", "Clear"), pgettext("ground", "Difficult")
    for label, cm in zip(grounds, speeds(vehicle) or ("–",) * 3, strict=True):
        yield LabelledFigure(label, str(cm), loud=True)
    yield LabelledFigure(_("Turn 90°"), f"−{turn(vehicle)}")
    yield LabelledFigure(_("Reverse"), "−5" if reverses(vehicle) else "–")
    yield LabelledFigure(
        _("Run over {least}+").format(least=least(vehicle)), weapons.dice(vehicle.type.ram if vehicle.type else 0)
    )


def gains(vehicle: VehicleAnalysis) -> set[str]:
    """The slugs of the options that its figures in the roster contain."""
    return (WORKED_OUT - {SPIKES}) & vehicle.tags


def turn(vehicle: VehicleAnalysis) -> int:
    """Centimetres lost for each 90° (p. 15, 26)."""
    return 10 if GAIA in vehicle.context.drawbacks else 5


def reverses(vehicle: VehicleAnalysis) -> bool:
    """Neither the Gaïa Familys nor what flies reverse (p. 26, 46)."""
    return GAIA not in vehicle.context.drawbacks and FLYING not in vehicle.tags


def unknown(vehicle: VehicleAnalysis) -> Iterator[CardLine]:
    if vehicle.type is None:
        yield weapons.unknown_line(vehicle.unit.type)


def least(vehicle: VehicleAnalysis) -> int:
    """What a die must show at least to run somebody over: spikes make it easier."""
    return 3 if SPIKES in vehicle.tags else 4


def driving(vehicle: VehicleAnalysis) -> Iterator[CardLine | Strips]:
    """What it deals and takes in collisions, and its off-road test."""
    yield from (Strips((strip,)) for strip in (*collisions(vehicle), *off_road(vehicle)))
    if FLYING in vehicle.tags:
        yield CardLine(_("Off-road"), _("no test: it flies"))


def off_road(vehicle: VehicleAnalysis) -> Iterator[Strip]:
    """The off-road test of this vehicle (p. 15; rulings A33 and A58)."""
    if FLYING in vehicle.tags:
        return
    where = _("difficult ground only") if ALL_TERRAIN in vehicle.tags else _("off-road")
    trouble = {
        "leger": _("1, then 1D6+1"),
        "moyen": _("1-2, then 1D6"),
        "lourd": _("1-2, then 1D6+1"),
    }[size(vehicle)]
    results = (("1-2", _("stuck")), ("3-5", _("½ mv")), ("6+", _("nothing")))
    yield Strip(f"{where} {trouble}", results)


def guns(vehicle: VehicleAnalysis) -> Iterator[CardLine]:
    for item, option in vehicle.options:
        if item.ranged:
            yield gun(vehicle, item)
            yield from weapons.ammunition_lines(option, vehicle.context.catalogue)
            if option.demountable:
                yield weapons.item_line(vehicle.context.catalogue.modifications, "arme-demontable")


def gun(vehicle: VehicleAnalysis, item: Any) -> CardLine:
    catalogue, carried = vehicle.context.catalogue, [item for item, _option in vehicle.options]
    arc, net = arc_words(item), local(item.card) if item.slug == NET_LAUNCHER else ""

    def words(rules: list[str]) -> str:
        return SEPARATOR.join(filter(None, [arc, *rules, net]))

    return CardLine(
        local(item.name),
        words(weapons.rule_texts(item, carried, catalogue, (HEAVY,))),
        used_box(item.slug) if item.slug == NET_LAUNCHER else weapons.gun_boxes(item),
        weapons.shot_asides(item),
        icon=item.icon,
        rows=weapons.shot_rows(item, at_vehicles=True),
        short=words(weapons.rule_words(item, catalogue)),
    )


def arc_words(item: Any) -> str:
    if item.arc == "line":
        return _("straight ahead")
    return _("arc {degrees}°").format(degrees=item.arc) if item.arc else ""


def options(vehicle: VehicleAnalysis) -> Iterator[CardLine]:
    """What the options do that are no guns; one line a kind."""
    catalogue = vehicle.context.catalogue
    slugs = [option.item for option in vehicle.unit.options]
    for slug, number in Counter(slugs).items():
        item = catalogue.options.get(slug)
        if item is None:
            yield weapons.unknown_line(slug)
        elif not item.ranged and slug not in WORKED_OUT:
            yield CardLine(weapons.titled(local(item.name), number), effect(item), icon=item.icon)
    if FLYING in vehicle.tags:
        yield weapons.item_line(catalogue.modifications, "vehicule-volant", is_counted=True)


def seat_plan(vehicle: VehicleAnalysis, seats: Sequence[Seat]) -> Iterator[CardLine | FigureRow]:
    """The seats as they stand in the vehicle, driver in front; below them what the crew fires on board."""
    if not seats:
        return
    words = _("{sign} can shoot; {number} at most, driver included")
    yield CardLine(_("Seats"), words.format(sign=AIM, number=vehicle.shooters), title=True)
    yield FigureRow(tuple(starmap(seat_figure, enumerate(seats, start=1))), seats_across(seats), plain=True)
    for number, seat in enumerate(seats, start=1):
        if seat.fires or len(seat.occupant) > ROOM_FOR_NAMES[1]:
            yield CardLine(f"{number}. {seat.occupant}", seat.fires)


def seats_across(seats: Sequence[Seat]) -> int:
    """How many seats stand beside each other, so that the names of those on them have room."""
    longest = max(len(seat.occupant) for seat in seats)
    room = next((across for across, letters in ROOM_FOR_NAMES.items() if longest <= letters), 1)
    return min(room, len(seats), 3 if len(seats) > FEW_SEATS else FEW_SEATS)


def seat_figure(number: int, seat: Seat) -> LabelledFigure:
    """A seat to fill in: number, post and mark above, the name below."""
    return LabelledFigure(f"{number}. {seat.post}{' ' + AIM if seat.shoots else ''}", seat.occupant)


def seating(vehicle: VehicleAnalysis, crew: Sequence[Occupant]) -> list[tuple[Seat, ...]]:
    """The `Seat`s of each copy of a vehicle, for a crew of `Occupant`s in the order of the list (p. 28).

    A driver for each copy; then gunners and others, as far as there are seats. The last copy takes whoever is left.
    """
    drivers = [occupant for occupant in crew if occupant.post in DRIVING]
    gunners = [occupant for occupant in crew if occupant.post in SHOOTING - DRIVING]
    others = [occupant for occupant in crew if occupant.post not in DRIVING | SHOOTING]
    copies = []
    for copy in range(vehicle.count):
        last = copy == vehicle.count - 1
        aboard = drivers[copy : copy + 1]
        free = vehicle.seats - sum(occupant.seats for occupant in aboard)
        for waiting in (gunners, others):
            while waiting and (last or waiting[0].seats <= free):
                aboard.append(waiting.pop(0))
                free -= aboard[-1].seats
        if last:
            aboard += drivers[copy + 1 :]
        copies.append(tuple(seats_of(vehicle, aboard)))
    return copies


def seats_of(vehicle: VehicleAnalysis, aboard: Sequence[Occupant]) -> Iterator[Seat]:
    """The pilot's seat, those of the others aboard, then the empty ones.

    Any occupant may shoot, the driver too, as many as the vehicle has shooters (p. 15, 20): all who can are marked,
    only those noted to shoot where they are as many.
    """
    noted = sum(occupant.post in SHOOTING for occupant in aboard)
    full = noted >= vehicle.shooters

    def may_shoot(occupant: Occupant) -> bool:
        return occupant.post in SHOOTING or (occupant.shoots and not full)

    pilot = next((occupant for occupant in aboard if occupant.post in DRIVING), None)
    others = sorted((occupant for occupant in aboard if occupant != pilot), key=lambda rider: rider.post != "gunner")
    empty = vehicle.seats - sum(occupant.seats for occupant in others) - (pilot.seats if pilot else 1)
    if pilot:
        yield Seat(_("driver"), may_shoot(pilot), pilot.words, pilot.fires)
    else:
        fires = is_armed(vehicle) if vehicle.has_ai else True
        yield Seat(_("driver"), fires and not full, _("AI") if vehicle.has_ai else "")
    for occupant in others:
        yield Seat(_("passenger"), may_shoot(occupant), occupant.words, occupant.fires)
    for _number in range(empty):
        yield Seat(_("passenger"), not full)


def is_armed(vehicle: VehicleAnalysis) -> bool:
    """Whether it has guns, which a passenger or its AI fires (p. 28)."""
    return any(item.ranged for item, _option in vehicle.options)


def collisions(vehicle: VehicleAnalysis) -> Iterator[Strip]:
    """Dice dealt to and taken from each size of vehicle, the ram on its front counted (p. 23, 28)."""
    dice = list(collision_dice(vehicle))
    if dice:
        words = _("front collision, 4+") if RAM in vehicle.tags else _("collision, 4+")
        yield Strip(
            words,
            tuple(
                (size, f"{dealt} / {taken}") for size, (dealt, taken) in zip(size_words().values(), dice, strict=True)
            ),
        )


def collision_words(vehicle: VehicleAnalysis) -> Iterator[str]:
    """The same in a few letters."""
    dice = [f"{dealt}/{taken}" for dealt, taken in collision_dice(vehicle)]
    if dice:
        words = _("front collision") if RAM in vehicle.tags else _("collision")
        sizes = _("L\xa0{light} · M\xa0{medium} · H\xa0{heavy}").format(**dict(zip(SIZES, dice, strict=True)))
        yield f"{words} {sizes}".replace(" ", NO_BREAK)


def collision_dice(vehicle: VehicleAnalysis) -> Iterator[tuple[int, int]]:
    gain = RAM in vehicle.tags
    for dice in play_of(vehicle.context.catalogue).collisions[size(vehicle)]:
        yield dice.dealt + gain, max(0, dice.taken - gain)


def damage(vehicle: VehicleAnalysis) -> Iterator[CardLine | Plan]:
    """Its own damage table, seen from above (p. 17, 18)."""
    catalogue, shape = vehicle.context.catalogue, damage_size(vehicle)
    rows, regions = damage_table(catalogue, shape), {}
    for side in sides_hit(catalogue, shape):
        hits = tuple((span(row.low, row.high), local(row.text)) for row in rows if row.side == side.slug)
        regions[side.slug] = Region(local(side.name), hits)
    left, right = (regions.get(side) or regions["side"] for side in ("driver-side", "passenger-side"))
    yield Plan(SHAPES[shape], regions["front"], left, right, regions["rear"], damage_caption())


def damage_caption() -> str:
    """What the numbers of a damage table are."""
    return _("Damage, by successes of the shot or collision")


def mechanics(vehicle: VehicleAnalysis, convoy: ConvoyAnalysis) -> Iterator[CardLine]:
    """Who repairs (p. 19, 26, 31)."""
    catalogue = vehicle.context.catalogue
    if convoy.fighters_with("mecanicien"):
        mechanic = catalogue.abilities["mecanicien"]
        yield CardLine(local(mechanic.name), local(mechanic.card), icon=mechanic.icon, spare=True)  # whose card says it
    if GAIA in vehicle.context.advantages:
        trait = catalogue.factions[GAIA].advantage
        yield CardLine(local(trait.name), local(trait.card))


def tracks(vehicle: VehicleAnalysis) -> Iterator[Track]:
    """Two breakdowns are free; from the third on there is a roll, to which later ones and flying add (p. 19, 46)."""
    flying = FLYING in vehicle.tags
    rolls = (breakdown_roll(number, flying) for number in range(FREE_BREAKDOWNS + 1, BREAKDOWNS + 1))
    yield Track(
        _("Breakdowns"),
        BOX * BREAKDOWNS,
        key=state.BREAKDOWNS,
        icon="spanner",
        effect=_("1D6 before each activation"),
        note=_("1-2 nothing · 3-4 out of action · 5 accident · 6+ explosion"),
        names=(*[""] * FREE_BREAKDOWNS, *rolls),
    )
    yield one_box(_("Immobilised"), state.IMMOBILISED)
    yield one_box(_("Out of action"), state.OUT_OF_ACTION)
    yield one_box(_("Destroyed"), state.DESTROYED)
    context = vehicle.context
    merchants = context.activity and context.activity.slug == "marchands" and context.has_secondary_missions
    if merchants and size(vehicle) != "leger":
        yield one_box(_("Cargo"), state.CARGO)
    if (context.document.scenario, context.document.role) == BROKEN_DOWN:
        yield one_box(_("Broken down"), state.BROKEN_DOWN)


def breakdown_roll(number: int, flying: bool) -> str:
    gain = number - FREE_BREAKDOWNS - 1 + flying
    return f"+{gain}" if gain else "1D6"


def row(vehicle: VehicleAnalysis, aboard: Iterable[str]) -> UnitRow:
    """The vehicle in the table of the dense sheet; `aboard`: words on who is noted on it."""
    catalogue = vehicle.context.catalogue
    about = [local(vehicle.type.name) if vehicle.type else vehicle.unit.type]
    if FLYING in vehicle.tags:
        about.append(local(catalogue.modifications["vehicule-volant"].name))
    seats = _("seats {seats}, shooters {shooters}").format(seats=vehicle.seats, shooters=vehicle.shooters)
    carried = Counter(option_row(catalogue, option) for option in vehicle.unit.options)
    options = [replace(option, name=weapons.titled(option.name, number)) for option, number in carried.items()]
    return UnitRow(
        cells=(speed_cell(vehicle),),
        about=SEPARATOR.join(about),
        weapons=tuple(option for option in options if has_figures(option)),
        things=(
            WeaponRow(seats),
            *(option for option in options if not has_figures(option)),
            *map(WeaponRow, collision_words(vehicle)),
        ),
        words=SEPARATOR.join(aboard),
    )


def speed_cell(vehicle: VehicleAnalysis) -> Cell:
    """Its speeds, over the columns of T and C, which a vehicle has not."""
    lengths = speeds(vehicle)
    return Cell("", "/".join(map(str, lengths)) + "\u00a0cm" if lengths else "–", _("road/clear/difficult"))


def has_figures(option: WeaponRow) -> bool:
    return any(cell.value for cell in option.cells)


def option_row(catalogue: Catalogue, option: Option) -> WeaponRow:
    """An option with its figures and rules."""
    item = catalogue.options.get(option.item)
    if item is None:
        return WeaponRow(option.item)
    rules = [*weapons.template_words(item), arc_words(item)] if item.ranged else []
    rules += weapons.rule_words(item, catalogue)
    if option.demountable:
        rules.append(local(catalogue.modifications["arme-demontable"].name))
    rules += weapons.names(catalogue.ammunition, option.ammunition)
    return WeaponRow(local(item.name), tuple(weapons.shot_cells(item)), tuple(filter(None, rules)), item.icon)
