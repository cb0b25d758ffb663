"""Templates in which is bound what is the same at each rendering: texts and addresses without variables, includes."""

from collections.abc import Callable, Hashable, Iterable
from functools import cache, partial
from html import escape
from typing import Any

from django.template.base import Node, NodeList, Template, VariableNode, render_value_in_context
from django.template.defaulttags import CycleNode, IfChangedNode, URLNode
from django.template.loader_tags import BlockNode, IncludeNode
from django.template.loaders import base, cached
from django.templatetags.i18n import TranslateNode
from django.templatetags.static import StaticNode
from django.urls import get_script_prefix, get_urlconf
from django.utils.safestring import SafeString
from django.utils.translation import get_language

HAVE_STATE = (BlockNode, CycleNode, IfChangedNode)  # in the render context, which an include has for itself


class BindingLoader(base.Loader):
    """It binds the nodes of a new template, but where errors show the code (DEBUG)."""

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        template = super().get_template(template_name, skip)
        if self.engine.debug:
            return template
        nodelist: Any = template.nodelist
        nodelist.get_nodes_by_type = cache(nodelist.get_nodes_by_type)  # each page asks its base template for blocks
        for node in nodelist.get_nodes_by_type(Node):
            node.token = None  # it says where an error is, and takes as much memory as the node
            if type(node) in BINDINGS:
                BINDINGS[type(node)](node)
        return template


class Loader(cached.Loader, BindingLoader):
    """Django's cached loader of bound templates."""


def bind_text(node: Any) -> None:
    if node.asvar is None and is_constant(node.filter_expression) and is_constant(node.message_context):
        keep(node, get_language)


def bind_address(node: Any) -> None:
    if node.asvar is None and not (node.args or node.kwargs) and is_constant(node.view_name):
        keep(node, lambda: (get_urlconf(), get_script_prefix()))


def bind_static(node: Any) -> None:
    if node.varname is None and is_constant(node.path):
        keep(node, get_script_prefix)


def bind_variable(node: Any) -> None:
    """A text is escaped at once: Django asks first whether it is a time or a number, in a dozen calls."""
    resolve = node.filter_expression.resolve

    def rendered(context: Any) -> Any:
        value = resolve(context)
        if type(value) is SafeString:
            return value
        if type(value) is str:
            return escape(value) if context.autoescape else value
        return render_value_in_context(value, context)

    node.render_annotated = rendered


def is_constant(expression: Any) -> bool:
    """Whether an expression of a template is a text without filters, or None."""
    literal = expression is None or not expression.is_var or expression.var.literal is not None
    return literal and not (expression and expression.filters)


def keep(node: Any, key: Callable[[], Hashable]) -> None:
    """Let a node render once for each value of `key`, of which there are few."""
    render, texts = node.render_annotated, {}

    def kept(context: Any) -> Any:
        now = key()
        if now not in texts:
            texts[now] = render(context)
        return texts[now]

    node.render_annotated = kept


def bind_include(node: Any) -> None:
    """Look for the template of an include once; one without state is rendered in the render context around it."""
    if node.isolated_context or not is_constant(node.template):
        return
    render = node.render_annotated

    def first(context: Any) -> Any:
        nodelist = context.template.engine.get_template(node.template.var).nodelist
        has_state = nodelist.get_nodes_by_type(HAVE_STATE)
        node.render_annotated = render if has_state else partial(render_included, nodelist, node.extra_context.items())
        return node.render_annotated(context)

    node.render_annotated = first


def render_included(nodelist: NodeList, values: Iterable[tuple[str, Any]], context: Any) -> str:
    context.dicts.append({name: expression.resolve(context) for name, expression in values})
    try:
        return nodelist.render(context)
    finally:
        context.dicts.pop()


BINDINGS: dict[type, Callable[[Any], None]] = {
    VariableNode: bind_variable,
    TranslateNode: bind_text,
    URLNode: bind_address,
    StaticNode: bind_static,
    IncludeNode: bind_include,
}
