"""The decorator behind all others of attrs, with the classes that earlier processes had made."""

# attrs reads each field, writes the methods' text and looks for what they could clash with. Of that
# the methods' code is kept, with what else was added. The fields themselves are made once somebody
# asks for them. What is not sure to come out the same is left to attrs.

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host.classes.parts import Parts, UnsureError
from host.classes.remade import remade
from host.classes.shapes import Shapes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from host.classes.parts import Asked
    from host.classes.recipes import Recipe
    from host.generated import Kept

    Make = Callable[..., Any]

_UNSURE = ()
"""What is kept in place of a recipe."""


class Classes:
    """The classes of this process."""

    def __init__(self, kept: Kept, parts: Parts) -> None:
        self._kept = kept
        self._parts = parts
        self._shapes = Shapes(parts)

    def make(self, maybe_cls: type | None = None, **asked: Any) -> Any:
        """Return the class as `attr.s` does."""
        if maybe_cls is None:
            return lambda cls: self.make(cls, **asked)
        try:
            shape = self._shapes.of(maybe_cls, asked)
        except UnsureError:
            return self._parts.whole(maybe_cls, **asked)
        source = f"{self._parts.version}\n{shape}"
        recipe = self._kept.find(source, tuple)
        if recipe is None:
            made, recipe = self._first(maybe_cls, asked)
            self._kept.add(source, recipe)
        elif recipe:
            made = remade(maybe_cls, asked, recipe, self._parts)
        else:
            made = self._parts.whole(maybe_cls, **asked)
        if recipe:
            self._shapes.keep(made, shape)
        return made

    def _first(self, cls: type, asked: Asked) -> tuple[type, Recipe | tuple[()]]:
        """Return the class as attrs makes it, and how it is made again."""
        from host.classes.recipes import learned

        before = self._kept.added()
        made = self._parts.whole(cls, **asked)
        try:
            recipe = learned(cls, made, self._parts)
        except UnsureError:
            return made, _UNSURE
        self._kept.forget(before)  # nobody asks for the methods' text again
        return made, recipe


def decorator(kept: Kept, names: Mapping[str, Any]) -> Make:
    """Return what is to stand for the decorator; attrs' own for a version of other parts."""
    try:
        return Classes(kept, Parts(names)).make
    except (KeyError, AttributeError):
        whole: Make = names["attrs"]
        return whole
