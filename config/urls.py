"""The addresses of the site: the application, the admin, and Django's view that sets the language."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from builder.accounts.limits import limited

# Administrators sign in on the page of accounts, where their second factor is asked for.
admin.site.login = limited("login")(secure_admin_login(admin.site.login))  # type: ignore[method-assign, assignment]

urlpatterns = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("builder.urls")),
]

handler400 = "builder.web.errors.bad_request"
handler403 = "builder.web.errors.forbidden"
handler404 = "builder.web.errors.not_found"
handler500 = "builder.web.errors.server_error"
