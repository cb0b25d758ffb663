"""The address of the page that checks a throw."""

from django.urls import path

from builder.dice import views

urlpatterns = [path("dice/", views.dice, name="dice")]
