"""The addresses of battles."""

from django.urls import path

from builder.battles.views import campaigns, playing, rolling, starting
from builder.web import converters  # noqa: F401  (registers pk and key)

urlpatterns = [
    path("lists/<pk:pk>/play/", starting.battle_new, name="battle-new"),
    path("gatherings/<pk:pk>/chapters/<pk:chapter>/play/", campaigns.battle_of_chapter, name="battle-of-chapter"),
    path("b/<key:key>/", starting.battle_join, name="battle-join"),
    path("w/<key:key>/", playing.battle_watch, name="battle-watch"),
    path("w/<key:key>/state/", playing.battle_watch_state, name="battle-watch-state"),
    path("battles/<pk:pk>/", playing.battle, name="battle"),
    path("battles/<pk:pk>/marks/", playing.battle_marks, name="battle-marks"),
    path("battles/<pk:pk>/state/", playing.battle_state, name="battle-state"),
    path("battles/<pk:pk>/log/", playing.battle_log, name="battle-log"),
    path("battles/<pk:pk>/invite/", starting.battle_invite, name="battle-invite"),
    path("battles/<pk:pk>/scenario/", starting.battle_scenario, name="battle-scenario"),
    path("battles/<pk:pk>/actions/<slug:slug>/", rolling.battle_action, name="battle-action"),
    path("battles/<pk:pk>/steps/<slug:slug>/<int:number>/", rolling.battle_step, name="battle-step"),
]
