"""Starting a battle from a list, and joining one by its link."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from builder.accounts import short_codes
from builder.accounts.browsers import browser_of
from builder.accounts.form_answers import idempotent
from builder.accounts.limits import limited, require_allowed
from builder.battles import services
from builder.battles.access import access_or_404, battle_of_key, host_access_or_404
from builder.battles.erasing import forget_side
from builder.battles.forms import PlayerForm, StartForm
from builder.battles.loading import document_of, list_of
from builder.battles.models import SeatGrant
from builder.battles.over import refused_when_over, require_open
from builder.battles.printing import scenario_name
from builder.battles.responses import battle_response
from builder.battles.services import Participant
from builder.battles.spec import BATTLES
from builder.lists import history
from builder.lists.access import grant, granted_roster, my_rosters
from builder.lists.edits import BadEdit
from builder.lists.examples import example_or_404
from builder.lists.loaded import LoadedRoster
from builder.registry import catalogue_or_404, example_file
from builder.web.forms import form_data, number_or_none
from builder.web.keys import renew_key
from builder.web.late_page import LatePage
from builder.web.page_cookie import clear_page_cookie, home
from builder.web.qr import qr_svg
from builder.web.way_back import BACK
from builder.wording import say
from rules.play.battle import MOST_UNITS

MOST_OWN = 11  # further lists of the same browser
EXAMPLE, COPY, SEAT = "example", "copy", "seat"
LINKS = ("join", "watch")


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent()
@limited("create")
@never_cache
def battle_new(request, pk):
    """The form that starts a battle from a list; further lists of one's own may be played on the same phone."""
    roster = granted_roster(request, pk)
    loaded = history.load_roster(roster)
    plan = BATTLES[roster.game].plan(loaded)
    values = request.POST or request.GET
    scenario = values.get("scenario", plan.scenario) or None
    initial = {"scenario": scenario, "role": plan.role, "player": values.get("player", "")}
    form = StartForm(
        form_data(request), initial=initial, spec=BATTLES[roster.game], catalogue=loaded.catalogue, scenario=scenario
    )
    others = [other for other in my_rosters(request) if other.game == roster.game and other.pk != roster.pk]
    ticked = {number_or_none(pk) for pk in values.getlist("others")[:MOST_OWN]}
    if request.method == "POST" and form.is_valid():
        mine = Participant(roster, loaded, form.cleaned_data["player"], form.cleaned_data.get("role", ""))
        further = [granted_roster(request, other.pk) for other in others if other.pk in ticked]
        participants = [mine, *(Participant(other, history.load_roster(other)) for other in further)]
        try:
            cleaned = form.cleaned_data
            wishes = {"against": cleaned.get("against", ""), "help_level": cleaned.get("help", "")}
            row = services.start(participants, cleaned.get("scenario") or None, **wishes)
            return redirect("battle", row.pk)
        except BadEdit as bad:
            form.add_error(None, say(bad))
    context = {"roster": roster, "game": roster.game, "form": form, "others": others, "ticked": ticked}
    return LatePage(request, "battles/new.html", lambda: context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@idempotent()
@limited("join")
@never_cache
@refused_when_over
def battle_join(request, key):
    """The page of the link that invites to a battle; a POST joins with a list of one's own."""
    row = battle_of_key("join_key", key)
    if request.method == "POST":
        require_open(row)
    catalogue = catalogue_or_404(row.game)
    spec = BATTLES[row.game]
    teams = teams_of(document_of(row)) if spec.rivals else ()
    form = PlayerForm(form_data(request), spec=spec, catalogue=catalogue, scenario=row.scenario or None, teams=teams)
    if request.method == "POST" and form.is_valid():
        wish = request.POST.get("roster", "")
        if wish == SEAT:
            return join_on_seat(request, row, form.cleaned_data["player"])
        if wish in (EXAMPLE, COPY):
            require_allowed(request, "create")
        return join_with(request, row, joining_roster(request, row, wish), form.cleaned_data)
    status = 422 if form.errors else 200
    return LatePage(request, "battles/join.html", lambda: join_context(request, row, form), status=status)


def teams_of(battle):
    """The choices of who joins companions: with a team, by its number, or against all of them."""
    firsts = [battle.sides[team[0]] for team in battle.teams]
    together = [
        (side.team, gettext("with {name}").format(name=side.player or side.name or gettext("Someone")))
        for side in firsts
    ]
    return [*together, (max(side.team for side in firsts) + 1, gettext("against everyone"))]


def join_on_seat(request, row, player):
    """Join companions without a list, to play the units of the host's that the form chose."""
    try:
        seat = services.take_seat(row.pk, row.host, request.POST.getlist("units")[:MOST_UNITS], player)
    except BadEdit as bad:
        messages.error(request, say(bad))
        return redirect("battle-join", row.join_key)
    browser_of(request).grant(SeatGrant, seat)
    return redirect("battle", row.pk)


def free_units(row, battle):
    """The units of the host's list that nobody has a seat on: (key, name)."""
    taken = {path for seat in row.seats.all() for path in seat.paths} if battle.companions else ()
    units = battle.sides[row.host].units if battle.companions else ()
    return [(unit.key, unit.name) for unit in units if f"{row.host}/{unit.key}" not in taken]


def joining_roster(request, row, wish):
    """The list that the form chose: one of one's own by its pk, or a copy, which becomes one's own."""
    if wish not in (EXAMPLE, COPY):
        return granted_roster(request, number_or_none(wish) or 0)
    loaded = example_or_404(row.game) if wish == EXAMPLE else host_list(row)
    if loaded is None:
        raise Http404
    roster, _key = history.create(loaded, wish)
    grant(request, roster)
    return roster


def host_list(row):
    """The list of who invites, as it joined and without its notes; None where it is there no more."""
    host = row.rosters.filter(number=row.host).first()
    return list_of(host, notes=False) if host else None


def join_with(request, row, roster, fields):
    try:
        loaded = history.load_roster(roster)
        role, team = fields.get("role") or None, int(fields.get("team", 0))
        services.join(row.pk, Participant(roster, loaded, fields["player"], role, team))
    except BadEdit as bad:
        messages.error(request, say(bad))
        return redirect("battle-join", row.join_key)
    return clear_page_cookie(redirect("battle", row.pk), BACK, home(roster))


def join_context(request, row, form):
    rosters = [roster for roster in my_rosters(request) if roster.game == row.game]
    joined = set(row.rosters.values_list("roster", flat=True))
    document = document_of(row)
    way_back = urlencode({BACK: reverse("battle-join", args=[row.join_key])})
    return {
        "battle": row,
        "document": document,
        "inviting": document.sides[row.host],
        "catalogue": catalogue_or_404(row.game),
        "scenario": scenario_name(document),
        "copy": COPY if host_list(row) else "",
        "chosen": number_or_none(request.GET.get("roster")),
        "build": f"{reverse('roster-new', args=[row.game])}?{way_back}",
        "import": f"{reverse('import')}?{way_back}",
        "game": row.game,
        "form": form,
        "rosters": [roster for roster in rosters if roster.pk not in joined],
        "inside": any(roster.pk in joined for roster in rosters),
        "example": EXAMPLE if example_file(row.game).exists() else "",
        "seat": SEAT,
        "free": free_units(row, document),
        "evening": BATTLES[row.game].evening if document.companions else "",
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@refused_when_over
def battle_invite(request, pk):
    """The links of a battle with their QR codes, to play and to watch, and who is in it.

    The host replaces a link, or takes a list out of the battle; everybody takes out their own.
    """
    access = access_or_404(request, pk)
    row = access.battle
    if request.method == "POST":
        return invite_response(request, access, request.POST.get("action", ""))
    links = {
        "join": request.build_absolute_uri(reverse("battle-join", args=[row.join_key])),
        "watch": request.build_absolute_uri(reverse("battle-watch", args=[row.watch_key])),
    }
    titles = {"join": gettext("QR code of the invite link"), "watch": gettext("QR code of the view link")}
    own_seats = [seat.pk for seat in access.seats]
    context = {
        "short_code": short_codes.valid_code(reverse("battle-join", args=[row.join_key])),
        "document": (document := document_of(row)),
        "seats": [
            (seat, [document.called(path) for path in seat.paths], access.host or seat.pk in own_seats)
            for seat in row.seats.all()
        ],
        "links": links,
        "codes": {kind: qr_svg(address, titles[kind]) for kind, address in links.items()},
        "inside": [(roster, access.may_mark(roster.number)) for roster in access.rosters if roster.roster_id],
    }
    return battle_response(request, "battles/invite.html", access, context)


def invite_response(request, access, action):
    pk = access.battle.pk
    name, _space, word = action.partition(" ")
    side = number_or_none(word)
    if name == "code":
        short_codes.ensure_code(request, reverse("battle-join", args=[access.battle.join_key]))
    elif name == "replace" and word in LINKS and access.host:
        renew_key(access.battle, f"{word}_key")
    elif name == "leave" and side is not None and side < len(access.rosters) and access.may_mark(side):
        require_open(access.battle)
        forget_side(pk, side)
        if access.mine == [side]:
            return redirect("my-battles")
    elif name == "vacate" and side is not None and (access.host or side in [seat.pk for seat in access.seats]):
        require_open(access.battle)
        access.battle.seats.filter(pk=side).delete()
        if not access.mine:
            return redirect("my-battles")
    return redirect("battle-invite", pk)


@require_http_methods(["POST"])
@never_cache
@refused_when_over
def battle_scenario(request, pk):
    """The host chooses another scenario; an unknown one is none."""
    access = host_access_or_404(request, pk)
    catalogue = catalogue_or_404(access.battle.game)
    slug = request.POST.get("scenario", "")
    slugs = {scenario.slug for scenario in BATTLES[access.battle.game].scenarios(catalogue)}
    services.change_scenario(pk, slug if slug in slugs else None, LoadedRoster.empty(access.battle.game))
    return redirect("battle", pk)
