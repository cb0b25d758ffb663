"""The addresses of the import."""

from django.urls import path

from builder.imports import views

urlpatterns = [
    path("import/", views.import_lists, name="import"),
    path("import/shared/", views.import_shared, name="import-shared"),
    path("check/", views.check_lists, name="check-lists"),
]
