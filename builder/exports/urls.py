"""The addresses of exports: lists/1/pdf/, s/KEY/json/ ..."""

from django.urls import path

from builder.exports import converters, views  # noqa: F401  (registers export)

urlpatterns = [
    path("lists/<pk:pk>/<export:export>/", views.roster_export, name="roster-export"),
    path("s/<key:key>/<export:export>/", views.shared_export, name="shared-export"),
]
