"""The addresses of personal data: taking it along, deleting the account."""

from django.urls import path

from builder.personal_data import views

urlpatterns = [
    path("account/data/", views.data_export, name="data-export"),
    path("account/data/file/", views.data_export_file, name="data-export-file"),
    path("account/delete/", views.account_delete, name="account-delete"),
]
