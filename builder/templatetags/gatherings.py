"""Tags for the templates of gatherings."""

from django import template
from django.utils.translation import gettext_lazy as _

from builder.gatherings.campaign_spec import spec_of
from builder.gatherings.models import NO, PERHAPS, YES

ANSWER_WORDS = {YES: _("comes"), PERHAPS: _("perhaps"), NO: _("doesn’t come")}

register = template.Library()
register.filter("gathering_spec", spec_of)


@register.filter
def has_own_side(battle, access):
    """Whether this browser plays one of the lists of a battle."""
    return bool({side.roster for side in battle.sides} & {membership.roster_id for membership in access.mine})


@register.filter
def may_remove(access, news):
    """Whether this browser may remove a message."""
    return access.may_remove(news)


@register.filter
def attendance_word(answer):
    """Whether somebody comes, in a word."""
    return ANSWER_WORDS.get(answer, "")


@register.simple_tag
def answers_of(answers, membership):
    """[(word, text, whether a member has answered so)] among the answers to a chapter."""
    given = next((one.answer for one in answers or () if one.membership_id == membership.pk), "")
    return [(word, text, word == given) for word, text in ANSWER_WORDS.items()]


@register.filter
def may_begin(view, access):
    """Whether this browser may start the battle of a planned chapter."""
    return view.may_begin(access.mine)


@register.simple_tag(takes_context=True)
def may_take_back(context, membership):
    """Whether this browser may undo the end of a membership."""
    access, roster = context.get("access"), membership.roster
    if not access or membership not in context["state"].returning:
        return False
    return access.organiser if membership.expelled else not roster.deleted and membership in access.granted
