"""What pluggy finds in the slices' modules, kept so that a cold call need not ask it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from host import generated, hookspecs
from host.bundle import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType

    import pluggy

    Declare = Callable[[], object]


class Plugins:
    """The slices' modules of one process."""

    def __init__(self) -> None:
        self._manager: pluggy.PluginManager | None = None

    def implementations(self, name: str, module: ModuleType) -> tuple[Declare, ...]:
        """Return the functions that implement the hook in a slice's module.

        Raises what pluggy does where one is misspelled or takes other arguments.
        """
        kept, source = generated.in_use(), _source(module)
        names = kept.find(source, tuple) if kept is not None and source else None
        if names is not None and all(_is_marked(module, one) for one in names):
            return tuple(getattr(module, one) for one in names)
        found = tuple(self._look(name, module))
        if kept is not None and source:
            kept.add(source, tuple(_names(module, found)))
        return found

    def _look(self, name: str, module: ModuleType) -> Iterable[Declare]:
        manager = self._all()
        manager.register(module, name)
        try:
            # A misspelled hook registers silently, so each module is checked before the next.
            manager.check_pending()
        except BaseException:
            manager.unregister(name=name)
            raise
        callers = manager.get_hookcallers(module) or []
        impls = [impl for hook in callers for impl in hook.get_hookimpls()]
        return [impl.function for impl in impls if impl.plugin is module]

    def _all(self) -> pluggy.PluginManager:
        import pluggy

        if self._manager is None:
            pluggy.HookspecMarker(hookspecs.PROJECT)(hookspecs.tidegate_slice)
            self._manager = pluggy.PluginManager(hookspecs.PROJECT)
            self._manager.add_hookspecs(hookspecs)
        return self._manager


def _source(module: ModuleType) -> str:
    """Return what the finding goes by, "" where a file cannot be seen."""
    files = [getattr(one, "__file__", None) or "" for one in (hookspecs, module)]
    stamps = [stamp(file) for file in files]
    return "" if None in stamps else f"implementations\n{files}\n{stamps}"


def _is_marked(module: ModuleType, name: str) -> bool:
    return getattr(getattr(module, name, None), hookspecs.MARK, None) is not None


def _names(module: ModuleType, found: Iterable[Any]) -> Iterable[str]:
    return (one for function in found for one, value in vars(module).items() if value is function)
