"""Arrow record batches as JSON lines, column by column, in Arrow's own loops."""
import json
import struct
from typing import List, Mapping, Optional, Union

import pyarrow as pa
import pyarrow.compute as pc

from ._process import WrongValue, first_line

# Older PyArrow has no views.
_TEXTS = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view", "fixed_size_binary")
_MUST_BE_ESCAPED = '[\\x00-\\x1f"\\\\]'


def encode(batch: pa.RecordBatch) -> memoryview:
    """The rows as JSON lines in UTF-8; see lines()."""
    return joined_bytes(lines(batch))


def lines(batch: pa.RecordBatch, ready: Mapping[str, pa.Array] = {}) -> pa.Array:  # noqa: B006
    """Each row as a JSON line. Null fields are left out; what JSON has no number for (NaN, infinity) is null.

    ready: columns that are JSON already.
    Raises WrongValue for a column whose type has no plain form.
    """
    count = batch.num_rows
    cells: List[pa.Array] = []
    leads = False
    for name, column in zip(batch.schema.names, batch.columns):
        if column.null_count == count:
            continue
        field = json.dumps(name, ensure_ascii=False) + ":"
        try:
            column = ready[name] if name in ready else _distinct(_plain(column))
            is_distinct = pa.types.is_dictionary(column.type)
            texts = column if name in ready else _text(column.dictionary if is_distinct else column)
            # The first field of a line has no comma before it, and one that is never null comes first.
            is_first = not leads and not texts.null_count and not column.null_count
            texts = _fields(field if is_first else "," + field, texts)
            cells.insert(0 if is_first else len(cells), pc.fill_null(texts.take(column.indices), "") if is_distinct else texts)
            leads |= is_first
        except (pa.ArrowException, NotImplementedError) as error:
            raise WrongValue(f"column `{name}`: cannot be written as JSON ({first_line(error)}); leave it out, or convert it to text") from None
    if not cells:
        return pa.array(["{}\n"] * count, pa.large_string())
    return _joined("{", *cells, "}\n") if leads else _joined("{", pc.utf8_slice_codeunits(_joined(*cells), 1), "}\n")


def joined_bytes(values: pa.Array) -> memoryview:
    """The values of an array of text or bytes, one after the other."""
    _, offsets, data = values.buffers()
    offset, size = ("<q", 8) if pa.types.is_large_string(values.type) or pa.types.is_large_binary(values.type) else ("<i", 4)
    if data is None or not len(values):
        return memoryview(b"")
    start, end = (struct.unpack_from(offset, offsets, size * (values.offset + index))[0] for index in (0, len(values)))
    return memoryview(data)[start:end]


def plain_text(column: pa.Array) -> pa.Array:
    """Each value as text, as navaudit reads it in a line."""
    kind = _decoded(column).type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return _decoded(column).cast(pa.string())
    return pc.utf8_trim(_text(column), '"').cast(pa.string())


def with_nested(column: pa.Array) -> Optional[pa.Array]:
    """A column of text as JSON, in which texts that are lists or objects in JSON are such; nothing if there are none."""
    if not pa.types.is_string(column.type):
        return None
    begins = pc.fill_null(pc.match_substring_regex(column, r"^\s*[\[{]"), False)
    if not pc.any(begins).as_py():
        return None
    texts = _text(column)
    nested = [_nested(value.as_py()) if candidate.as_py() else None for value, candidate in zip(column, begins)]
    return pc.coalesce(pa.array(nested, pa.large_string()), texts)


def _nested(text: str) -> Optional[str]:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return None
    return text.replace("\n", " ").replace("\r", " ")


def _joined(*parts: Union[str, pa.Array]) -> pa.Array:
    """Texts, joined row by row; null if one of them is null."""
    return pc.binary_join_element_wise(*(pa.scalar(part, pa.large_string()) if isinstance(part, str) else part for part in parts), pa.scalar("", pa.large_string()))


def _fields(field: str, texts: pa.Array) -> pa.Array:
    """`,"name":text` for each text, nothing for null."""
    return pc.fill_null(_joined(field, texts), "")


def _plain(column: pa.Array) -> pa.Array:
    """The column without what JSON does not have: extensions, runs, and dictionaries that are longer than the column."""
    if isinstance(column.type, pa.ExtensionType):
        raise NotImplementedError(f"type {column.type}")
    if pa.types.is_run_end_encoded(column.type):
        return pc.run_end_decode(column)
    return _decoded(column) if pa.types.is_dictionary(column.type) and len(column.dictionary) > len(column) else column


def _distinct(column: pa.Array) -> pa.Array:
    kind = column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        return column.dictionary_encode()
    return column


def _decoded(column: pa.Array) -> pa.Array:
    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def _text(column: pa.Array) -> pa.Array:
    """Each value as JSON text; null stays null."""
    column = _decoded(_plain(column))
    kind, types = column.type, pa.types
    if types.is_null(kind):
        return pa.nulls(len(column), pa.large_string())
    if types.is_boolean(kind) or types.is_integer(kind) or types.is_decimal(kind):
        return column.cast(pa.large_string()) if not types.is_decimal(kind) else column.cast(pa.string()).cast(pa.large_string())
    if types.is_floating(kind):
        column = column.cast(pa.float64()) if types.is_float16(kind) else column
        return pc.if_else(pc.is_finite(column), column, pa.scalar(None, column.type)).cast(pa.large_string())
    if types.is_timestamp(kind):
        # With a zone, in UTC; without one, as it is: navaudit says what it takes it for.
        texts = column.cast(pa.timestamp(kind.unit)).cast(pa.string())
        return _joined('"', pc.utf8_replace_slice(texts, 10, 11, "T").cast(pa.large_string()), 'Z"' if kind.tz else '"')
    if types.is_date(kind) or types.is_time(kind):
        return _quoted(column.cast(pa.date32()) if types.is_date(kind) else column)
    if types.is_duration(kind):
        seconds = {"s": 1, "ms": 1e3, "us": 1e6, "ns": 1e9}[kind.unit]
        return _text(pc.divide(column.cast(pa.int64()).cast(pa.float64(), safe=False), seconds))
    if any(getattr(types, "is_" + name, types.is_null)(kind) for name in _TEXTS):
        # Bytes are text if they are UTF-8.
        return _quoted(_escaped(column.cast(pa.binary()).cast(pa.large_string()) if types.is_fixed_size_binary(kind) else column.cast(pa.large_string())))
    if types.is_struct(kind):
        return _objects(column)
    if types.is_map(kind):
        return _lists(column, _entries(column), "{", "}")
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        if types.is_fixed_size_list(kind):
            column = column.cast(pa.large_list(kind.value_type))
        return _lists(column, pc.fill_null(_text(column.values), "null"), "[", "]")
    raise NotImplementedError(f"type {kind}")


def _quoted(texts: pa.Array) -> pa.Array:
    return _joined('"', texts.cast(pa.large_string()), '"')


def _escaped(texts: pa.Array) -> pa.Array:
    odd = pc.match_substring_regex(texts, _MUST_BE_ESCAPED)
    if not pc.any(odd).as_py():
        return texts
    escaped = [json.dumps(text.as_py(), ensure_ascii=False)[1:-1] for text in texts.filter(odd)]
    return pc.replace_with_mask(texts, pc.fill_null(odd, False), pa.array(escaped, pa.large_string()))


def _objects(column: pa.StructArray) -> pa.Array:
    """Structs as objects, without the fields that are null."""
    fields = [_fields(f",{json.dumps(field.name, ensure_ascii=False)}:", _text(values)) for field, values in zip(column.type, column.flatten())]
    joined = _joined(*fields) if fields else pa.array([""] * len(column), pa.large_string())
    objects = _joined("{", pc.utf8_slice_codeunits(joined, 1), "}")
    return pc.if_else(column.is_valid(), objects, pa.scalar(None, pa.large_string()))


def _entries(column: pa.MapArray) -> pa.Array:
    keys = _text(column.keys)
    if not pa.types.is_string(column.keys.type) and not pa.types.is_large_string(column.keys.type):
        keys = _quoted(_escaped(column.keys.cast(pa.large_string())))
    return _joined(keys, ":", pc.fill_null(_text(column.items), "null"))


def _lists(column: pa.Array, texts: pa.Array, opening: str, closing: str) -> pa.Array:
    """Lists of values, whose texts are given for all lists together."""
    lists = pa.LargeListArray.from_arrays(column.offsets.cast(pa.int64()), texts)
    joined = _joined(opening, pc.binary_join(lists, pa.scalar(",", pa.large_string())), closing)
    return pc.if_else(column.is_valid(), joined, pa.scalar(None, pa.large_string()))
