"""Signing up in two steps: a name, then a user name, drawn or chosen, with a password or a passkey."""

from datetime import timedelta

from allauth.account.internal.flows.signup import complete_signup
from allauth.account.utils import get_next_redirect_url
from django.contrib.auth.models import User
from django.core import signing
from django.db import IntegrityError, transaction
from django.http import HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from builder.accounts import user_names
from builder.accounts.forms import NameForm, SignupForm
from builder.accounts.limits import allowed
from builder.accounts.recovery import renew_codes, show_codes
from builder.accounts.take_along import FIELD, choose, contents_of_browser

SALT = "builder.accounts.signup"
VALID = timedelta(hours=1)  # in which the second step has to be sent


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def signup(request):
    """Both steps, the first of which only asks: the limit counts what the second one sends."""
    if request.user.is_authenticated:
        return HttpResponseRedirect(get_next_redirect_url(request) or reverse("account"))
    if request.method == "POST":
        return second_step_sent(request)
    form = NameForm(request.GET) if "name" in request.GET else NameForm()
    if form.is_bound and form.is_valid():
        return second_step(request, form.cleaned_data["name"])
    return signup_page(request, "account/signup.html", {"form": form}, status=422 if form.is_bound else 200)


def second_step(request, name, user_name="", form=None, refused=""):
    """The page with a user name. user_name -- "" draws one"""
    user_name = user_name or user_names.draw(name)
    account = User(username=user_name, first_name=name)
    context = {
        "name": name,
        "user_name": user_name,
        "ticket": signing.dumps([name, user_name], salt=SALT),
        "form": form or SignupForm(account=account),
        "refused": refused,
    }
    return signup_page(request, "account/signup_password.html", context, status=422 if form or refused else 200)


def signup_page(request, template, context, status):
    sent = request.POST if request.method == "POST" else request.GET
    started = request.method == "POST" or "name" in request.GET
    more = {
        "contents": contents_of_browser(request),
        "along": FIELD in sent or not started,
        "next": get_next_redirect_url(request) or "",
    }
    return render(request, template, more | context, status=status)


def second_step_sent(request):
    ticket = request.POST.get("ticket", "")
    try:
        name, drawn = signing.loads(ticket, salt=SALT)
    except signing.BadSignature:
        return redirect("account_signup")
    if is_old(ticket):
        return second_step(request, name, refused=gettext("That took over an hour. Here’s a new username."))
    form = SignupForm(request.POST, account=User(username=drawn, first_name=name))
    if request.POST.get("by") == "passkey":
        del form.fields["password"]
    if not form.is_valid():
        return second_step(request, name, drawn, form)
    user_name, password = form.cleaned_data["username"], form.cleaned_data.get("password")
    account = create(user_name, name, password) or made_a_moment_ago(request, user_name, password)
    if account is None:
        taken = gettext("That username is taken. Here’s one with a number.")
        digits = user_names.MORE_DIGITS if user_name == drawn else user_names.DIGITS
        return second_step(request, name, user_names.draw(user_name.rstrip("0123456789"), digits), refused=taken)
    return signed_up(request, account)


def is_old(ticket):
    try:
        signing.loads(ticket, salt=SALT, max_age=VALID)
    except signing.SignatureExpired:
        return True
    return False


def create(user_name, name, password):
    """A new account; None if the name is taken."""
    try:
        with transaction.atomic():
            return User.objects.create_user(user_name, password=password, first_name=name)
    except IntegrityError:
        return None


def made_a_moment_ago(request, user_name, password):
    """The account that the same form made when it was sent before, or None. It counts as signing in."""
    account = User.objects.filter(username=user_name, date_joined__gt=timezone.now() - VALID).first()
    is_owner = account and password and allowed(request, "login") and account.check_password(password)
    return account if is_owner else None


def signed_up(request, account):
    """Signs in; goes on to the recovery codes, or to the passkey without which there are none yet."""
    choose(request)
    target = get_next_redirect_url(request)
    response = complete_signup(request, user=account)
    if not account.has_usable_password():
        return redirect("mfa_add_webauthn")
    if request.user.is_authenticated:
        return show_codes(renew_codes(account), target)
    return response
