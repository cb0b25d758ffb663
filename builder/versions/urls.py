"""The addresses of versions."""

from django.urls import path

from builder.versions import views
from builder.web import converters  # noqa: F401  (registers pk and key)

urlpatterns = [
    path("lists/<pk:pk>/versions/", views.versions, name="roster-versions"),
    path("lists/<pk:pk>/changes/", views.roster_changes, name="roster-changes"),
    path("s/<key:key>/<int:number>/", views.printed, name="printed"),
    path("s/<key:key>/<int:number>/certificate.json", views.certificate, name="certificate"),
    path(".well-known/bivouac-keys.json", views.keys, name="certificate-keys"),
    path("s/<key:key>/changes/", views.shared_changes, name="shared-changes"),
]
