"""The addresses of photos."""

from django.urls import path

from builder.pictures import views
from builder.web import converters  # noqa: F401  (registers pk and key)

urlpatterns = [
    path("lists/<pk:pk>/pictures/", views.unit_picture, name="unit-picture"),
    path("lists/<pk:pk>/pictures/<slug:name>/", views.list_picture, name="list-picture"),
    path("s/<key:key>/pictures/<slug:name>/", views.shared_picture, name="shared-picture"),
    path("battles/<pk:pk>/pictures/", views.battle_pictures, name="battle-pictures"),
    path("battles/<pk:pk>/pictures/<slug:name>/", views.battle_picture, name="picture-of-battle"),
    path("gatherings/<pk:pk>/pictures/<slug:name>/", views.gathering_picture, name="gathering-picture"),
    path("g/<key:key>/pictures/<slug:name>/", views.gathering_picture, name="shared-gathering-picture"),
    path("w/<key:key>/pictures/", views.battle_pictures, name="battle-watch-pictures"),
    path("w/<key:key>/pictures/<slug:name>/", views.battle_picture, name="picture-of-watched-battle"),
]
