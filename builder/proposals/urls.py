"""The addresses of proposals."""

from django.urls import path

from builder.proposals import box_views, completion_views, medians_view, pair_views, views
from builder.web import converters  # noqa: F401  (registers pk and key)

urlpatterns = [
    path("lists/<pk:pk>/ways/", views.roster_ways, name="roster-ways"),
    path("lists/<pk:pk>/mend/", views.roster_mend, name="roster-mend"),
    path("lists/<pk:pk>/complete/", completion_views.roster_complete, name="roster-complete"),
    path("lists/<pk:pk>/median/", medians_view.roster_median, name="roster-median"),
    path("new/<slug:game>/surprise/", completion_views.surprise, name="surprise"),
    path("new/<slug:game>/pair/", pair_views.pair, name="fair-pair"),
    path("box/<slug:game>/", box_views.box, name="box"),
    path("box/<slug:game>/json/", box_views.box_json, name="box-json"),
    path("lists/<pk:pk>/box/", box_views.roster_box, name="roster-box"),
]
