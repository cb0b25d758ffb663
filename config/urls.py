"""Every address: the workshop at the root, Django's own two beside it."""

from django.contrib import admin
from django.urls import include, path

from builder.limits import limited

admin.site.login = limited("login")(admin.site.login)

urlpatterns = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("builder.urls")),
]

handler400 = "builder.views.errors.bad_request"
handler403 = "builder.views.errors.forbidden"
handler404 = "builder.views.errors.not_found"
handler500 = "builder.views.errors.server_error"
