"""Every address: the application at the root, Django's own two beside it."""

from django.contrib import admin
from django.urls import include, path

from builder.web.limits import limited

admin.site.login = limited("login")(admin.site.login)

urlpatterns = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("builder.urls")),
]

handler400 = "builder.web.errors.bad_request"
handler403 = "builder.web.errors.forbidden"
handler404 = "builder.web.errors.not_found"
handler500 = "builder.web.errors.server_error"
