"""Who holds a list or a gathering, in words for a page, and whom a new secret link ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext, ngettext

from builder.accounts.browsers import MOST_HOLDERS, browser_of
from builder.accounts.models import Grant
from builder.accounts.user_names import called
from builder.wording import isolated

MOST_NAMED = 10  # accounts in a sentence


@dataclass(frozen=True)
class Holders:
    """The holders of a row.

    grants    -- those that a page names; `mine` is that of who asks
    more      -- how many others there are
    signed_in -- who asks has an account, which is what keeps the row for him when the secret link is renewed
    """

    grants: Sequence[Any]
    more: int
    signed_in: bool

    @cached_property
    def others(self) -> list[Any]:
        return [grant for grant in self.grants if not grant.mine]

    @property
    def with_accounts(self) -> bool:
        return any(grant.account is not None for grant in self.grants)

    @property
    def with_browsers(self) -> bool:
        return any(grant.account is None for grant in self.grants)

    @property
    def own_browser_ends(self) -> bool:
        """Whether a new secret link ends what this browser has by itself."""
        return self.signed_in and any(grant.mine and grant.account is None for grant in self.grants)

    @cached_property
    def ended(self) -> str:
        """Whom a new secret link ends, as part of a sentence; "" if that is nobody else."""
        names = [called(grant.account) for grant in self.others if grant.account is not None]
        words = [gettext("the account of {name}").format(name=isolated(name)) for name in names[:MOST_NAMED]]
        accounts, browsers = len(names[MOST_NAMED:]), len(self.others) - len(names)
        if accounts:
            words.append(ngettext("{n} other account", "{n} other accounts", accounts).format(n=accounts))
        if browsers:
            words.append(ngettext("{n} other browser", "{n} other browsers", browsers).format(n=browsers))
        if self.more:
            words.append(ngettext("{n} more", "{n} more", self.more).format(n=self.more))
        return ", ".join(words)


def holders_of(request: HttpRequest, model: type[Grant], row: Any) -> Holders:
    """The `Holders` of a list or a gathering, for who holds it too."""
    browser = browser_of(request)
    grants = browser.holders(model, row)
    more = browser.number_of_holders(model, row) - len(grants) if len(grants) == MOST_HOLDERS else 0
    return Holders(grants, more, browser.account is not None)


def ask_before_renewal(request: HttpRequest, model: type[Grant], row: Any, name: str, back: str) -> HttpResponse | None:
    """The page that asks whether others may lose their access by a new secret link of a list or gathering.

    None where nobody does, and where that was `confirmed`: then the next page says whose access ended.

    name -- of the list or gathering
    back -- the address of the page with the links
    """
    holders = holders_of(request, model, row)
    if not holders.ended:
        return None
    if "confirmed" in request.POST:
        sentence = gettext("New link created. No longer have access: {ended}.").format(ended=holders.ended)
        messages.success(request, sentence)
        return None
    context = {"holders": holders, "name": name, "back": back, "action": request.POST.get("action", "")}
    return TemplateResponse(request, "account/renew_link.html", context)
