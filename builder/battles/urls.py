"""The addresses of battles."""

from django.urls import path

from builder.battles.views import campaigns, ending, mine, paper, playing, rolling, starting
from builder.exports import converters as export_converters  # noqa: F401  (registers export)
from builder.web import converters  # noqa: F401  (registers pk and key)

urlpatterns = [
    path("lists/<pk:pk>/play/", starting.battle_new, name="battle-new"),
    path("gatherings/<pk:pk>/chapters/<pk:chapter>/play/", campaigns.battle_of_chapter, name="battle-of-chapter"),
    path("b/<key:key>/", starting.battle_join, name="battle-join"),
    path("w/<key:key>/", playing.battle, name="battle-watch"),
    path("w/<key:key>/state/", playing.battle_state, name="battle-state"),
    path("w/<key:key>/sides/<int:number>/", playing.battle_side, name="battle-watch-side"),
    path("w/<key:key>/table/", playing.battle_table, name="battle-watch-table"),
    path("battles/", mine.my_battles, name="my-battles"),
    path("battles/<pk:pk>/", playing.battle, name="battle"),
    path("battles/<pk:pk>/sides/<int:number>/", playing.battle_side, name="battle-side"),
    path("battles/<pk:pk>/table/", playing.battle_table, name="battle-table"),
    path("battles/<pk:pk>/end/", ending.battle_end, name="battle-end"),
    path("battles/<pk:pk>/reopen/", ending.battle_reopen, name="battle-reopen"),
    path("battles/<pk:pk>/paper/", paper.battle_paper, name="battle-paper"),
    path("battles/<pk:pk>/print/", paper.battle_print, name="battle-print"),
    path("battles/<pk:pk>/report/<slug:form>/", paper.battle_report, name="battle-report"),
    path("battles/<pk:pk>/picture/", paper.battle_picture, name="battle-picture"),
    path("battles/<pk:pk>/json/", paper.battle_json, name="battle-json"),
    path("battles/<pk:pk>/<export:export>/", paper.battle_export, name="battle-export"),
    path("schema/bivouac-battle-1.json", paper.battle_schema, name="battle-schema"),
    path("battles/<pk:pk>/marks/", playing.battle_marks, name="battle-marks"),
    path("battles/<pk:pk>/log/", playing.battle_log, name="battle-log"),
    path("battles/<pk:pk>/invite/", starting.battle_invite, name="battle-invite"),
    path("battles/<pk:pk>/scenario/", starting.battle_scenario, name="battle-scenario"),
    path("battles/<pk:pk>/pages/<slug:slug>/", playing.battle_page, name="battle-page"),
    path("battles/<pk:pk>/actions/<slug:slug>/", rolling.battle_action, name="battle-action"),
    path("battles/<pk:pk>/steps/<slug:slug>/<int:number>/", rolling.battle_step, name="battle-step"),
]
