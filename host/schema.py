"""The JSON schema of the configuration files, made from the slices' options classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from host.options import type_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from host.hook import Slice

FILE = "docs/config.schema.json"
"""Where it lies, from the top of the repo."""
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TYPES: Mapping[str, dict[str, Any]] = {
    "bool": {"type": "boolean"},
    "int": {"type": "integer"},
    "str": {"type": "string"},
    "tuple[str, ...]": {"type": "array", "items": {"type": "string"}},
}
_FOLDER = {"type": "string", "pattern": "^(/|.:[/\\\\])"}


def schema(slices: Mapping[str, Slice]) -> dict[str, Any]:
    """Return the schema of `plugin.json`, the person's file and a project's, for these slices.

    A project's file has `slices` alone; that an option may not be loosened there, no schema says.
    """
    named = _closed({name: {"$ref": f"#/$defs/{name}"} for name in slices})
    listed = {"type": "array", "items": {"anyOf": [_entry(name) for name in slices]}}
    return {
        "$schema": _DIALECT,
        "title": "tidegate",
        "description": "Which slices are on, and their options.",
        **_closed(
            {
                "$schema": {"type": "string"},
                "slices": {"anyOf": [named, listed]},
                "projects": {
                    "description": "What you say about a folder's projects: in your own file only.",
                    "type": "object",
                    "propertyNames": _FOLDER,
                    "additionalProperties": _closed({"slices": named}),
                },
                "trusted_projects": {
                    "description": (
                        "Projects whose own file may switch off and loosen: in your own file only."
                    ),
                    "type": "array",
                    "items": _FOLDER,
                },
            }
        ),
        "$defs": {name: _switch(one) for name, one in slices.items()},
    }


def _switch(one: Slice) -> dict[str, Any]:
    return _closed({"enabled": {"type": "boolean"}, "options": options(one)})


def _entry(name: str) -> dict[str, Any]:
    switch = {key: {"$ref": f"#/$defs/{name}/properties/{key}"} for key in ("enabled", "options")}
    return {**_closed({"name": {"const": name}, **switch}), "required": ["name"]}


def options(one: Slice) -> dict[str, Any]:
    """Return the schema of a slice's options."""
    fields = attrs.fields(one.options)
    return _closed({f.name: _field(f, one.describe_options.get(f.name, "")) for f in fields})


def _field(field: attrs.Attribute[Any], description: str) -> dict[str, Any]:
    default = field.default
    found: dict[str, Any] = {"description": description} if description else {}
    found |= _TYPES[type_name(field)]
    choices = getattr(field.validator, "options", None)  # of attrs' `in_`
    if choices is not None:
        found["enum"] = list(choices)
    return {**found, "default": list(default) if isinstance(default, tuple) else default}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}
