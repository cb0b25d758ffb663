"""The addresses of the site: the application, the admin, and Django's view that sets the language."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from builder.accounts.limits import limited

# Administrators sign in and change their passwords on the pages of accounts, with a second factor and the limits.
admin.site.login = limited("login")(secure_admin_login(admin.site.login))  # type: ignore[method-assign, assignment]

urlpatterns = [
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("builder.urls")),
]

handler400 = "builder.web.errors.bad_request"
handler403 = "builder.web.errors.forbidden"
handler404 = "builder.web.errors.not_found"
handler500 = "builder.web.errors.server_error"
