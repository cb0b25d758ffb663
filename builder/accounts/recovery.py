"""Recovery codes: each opens an account once whose password or second factor is lost."""

import re
import secrets

from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from builder.accounts.models import RecoveryCode
from builder.web.keys import hash_key
from builder.web.page_cookie import Response, clear_page_cookie, set_page_cookie

CODES = 8
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
GROUPS, GROUP = 3, 5  # 74 bits
COOKIE = "recovery-codes"
PATTERN = re.compile(rf"([{ALPHABET}]{{{GROUP}}}(-[{ALPHABET}]{{{GROUP}}}){{{GROUPS - 1}}}[.]?){{1,{CODES}}}")


def new_code() -> str:
    return "-".join("".join(secrets.choice(ALPHABET) for _letter in range(GROUP)) for _group in range(GROUPS))


def hash_code(typed: str) -> str:
    """The hash by which a code is stored, however it is typed."""
    return hash_key(re.sub(r"[\W_]", "", typed).lower())


@transaction.atomic
def renew_codes(account: User) -> list[str]:
    """New codes for an account, which end its old ones. They are only returned."""
    User.objects.select_for_update().get(pk=account.pk)
    RecoveryCode.objects.filter(account=account).delete()
    codes = [new_code() for _code in range(CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(account=account, code_hash=hash_code(code)) for code in codes)
    return codes


def codes_left(account: User) -> int:
    return RecoveryCode.objects.filter(account=account).count()


def use_code(account: User | None, typed: str) -> bool:
    """Use up a code of an account. False where it is none; without an account the same is asked."""
    owner = account.pk if account else None
    number, _models = RecoveryCode.objects.filter(account=owner or 0, code_hash=hash_code(typed)).delete()
    return number > 0


# --- shown once, as the secret key of a list is ----------------------------------------------------------------------


def show_codes(codes: list[str], target: str | None = None) -> HttpResponse:
    """A redirect to the page that shows new codes once. They travel in a cookie for that page only."""
    home = reverse("recovery-codes")
    address = reverse("recovery-codes", query={"next": target} if target else None)
    return set_page_cookie(redirect(address), COOKIE, ".".join(codes), home)


def new_codes_of(request: HttpRequest, account: User) -> list[str]:
    """The codes from the cookie that open this account."""
    value = request.COOKIES.get(COOKIE, "")
    codes = value.split(".") if PATTERN.fullmatch(value) else []
    hashes = {hash_code(code) for code in codes}
    valid = RecoveryCode.objects.filter(account=account, code_hash__in=hashes).values_list("code_hash", flat=True)
    return [code for code in codes if hash_code(code) in set(valid)] if codes else []


def clear_codes(response: Response) -> Response:
    return clear_page_cookie(response, COOKIE, reverse("recovery-codes"))
