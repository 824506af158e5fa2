"""Inline text and formulas as HTML and MathML."""

from __future__ import annotations

from markupsafe import Markup, escape

from ringassay.report.markup import formula, inline, symbols, visible

_TAG = {"identifier": "mi", "number": "mn", "operator": "mo", "function": "mi"}
_MARK = {"hat": "^", "bar": "¯"}


def _element(tag: str, *parts: Markup) -> Markup:
    return Markup("<{0}>{1}</{0}>").format(tag, Markup("").join(parts))


def _node(node: formula.Node) -> Markup:  # noqa: PLR0911 (one line per kind of node)
    match node:
        case formula.Row(items):
            return _element("mrow", *(_node(item) for item in items))
        case formula.Atom(kind, text):
            return _element(_TAG[kind], escape(text))
        case formula.Words(text, bold):
            # Edge spaces of <mtext> collapse; no-break spaces do not.
            shown = escape(text.replace(" ", "\u00a0"))
            return _element("mtext", _element("b", shown) if bold else shown)
        case formula.Space(command):
            return Markup('<mspace width="{}"></mspace>').format(symbols.SPACES[command])
        case formula.Script(base, None, sup) if sup is not None:
            return _element("msup", _node(base), _node(sup))
        case formula.Script(base, sub, None) if sub is not None:
            return _element("msub", _node(base), _node(sub))
        case formula.Script(base, sub, sup):
            parts = [part for part in (base, sub, sup) if part is not None]
            return _element("msubsup", *(_node(part) for part in parts))
        case formula.Fraction(top, bottom):
            return _element("mfrac", _node(top), _node(bottom))
        case formula.Root(body):
            return _element("msqrt", _node(body))
        case formula.Accent(command, body):
            return _element("mover", _node(body), _element("mo", escape(_MARK[command])))


def mathml(node: formula.Node, *, display: bool = False) -> Markup:
    """A formula as MathML, which browsers draw without help."""
    kind = Markup(' display="block"') if display else Markup("")
    return Markup("<math{}>{}</math>").format(kind, _node(node))


def html(text: str) -> Markup:
    """Inline text as HTML."""
    parts: list[Markup] = []
    for span in inline.parse(text):
        match span:
            case inline.Text(plain):
                parts.append(escape(plain))
            case inline.Code(code):
                parts.append(_element("code", escape(code)))
            case inline.Emphasis(stressed):
                parts.append(_element("em", escape(stressed)))
            case inline.Math(node):
                parts.append(mathml(node))
    return Markup("").join(parts)


def displayed(latex: str) -> Markup:
    """A displayed formula; one outside the subset is shown as its source."""
    try:
        return mathml(formula.parse(latex), display=True)
    except formula.FormulaError:
        return Markup("<code>{}</code>").format(visible.inline(latex))
