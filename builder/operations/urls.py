"""Addresses for machines."""

from django.urls import path

from builder.operations import health, views

urlpatterns = [
    path("health/", views.health_view(health.SITE), name="health"),
    path("health/live/", views.live, name="health-live"),
    path("health/ready/", views.health_view(health.SITE), name="health-ready"),
    path("health/node/", views.health_view(health.NODE), name="health-node"),
    path("metrics", views.prometheus, name="metrics"),
    path("robots.txt", views.robots, name="robots"),
    path(".well-known/security.txt", views.security, name="security-txt"),
]
