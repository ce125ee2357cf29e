"""Arithmetic on rows of 32-bit floats at addresses, compiled: what a small net needs.

Numba checks each index of an array for being negative, which keeps LLVM from using
vector instructions where a row begins at a computed place. So the net's kernels pass
addresses, as the search does (`native`), and these intrinsics spell the vectors out:
eight floats at a time, sums kept in registers. Nothing here checks an address.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

type Float = float | np.float32

LANES = 8
FIRST, SECOND = 48, 16  # units of a net's hidden layers: row lengths

_typed: Any = intrinsic
_FLOAT = ir.FloatType()
_VECTOR = ir.VectorType(_FLOAT, LANES)
_FAST = ("fast",)


def _pointer(builder: Any, address: Any, floats: int, kind: Any) -> Any:
    place = builder.add(address, ir.Constant(ir.IntType(64), 4 * floats))
    return builder.inttoptr(place, ir.PointerType(kind))


def _read(builder: Any, address: Any, floats: int) -> Any:
    value = builder.load(_pointer(builder, address, floats, _VECTOR))
    value.align = 4
    return value


def _write(builder: Any, value: Any, address: Any, floats: int) -> None:
    builder.store(value, _pointer(builder, address, floats, _VECTOR)).align = 4


def _spread(builder: Any, value: Any) -> Any:
    """A vector of equal floats."""
    one = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(
        one,
        ir.Constant(_VECTOR, ir.Undefined),
        ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES),
    )


def _total(builder: Any, vector: Any) -> Any:
    """The sum of a vector's floats."""
    total = builder.extract_element(vector, ir.Constant(ir.IntType(32), 0))
    for lane in range(1, LANES):
        part = builder.extract_element(vector, ir.Constant(ir.IntType(32), lane))
        total = builder.fadd(total, part, flags=_FAST)
    return total


def _positive(builder: Any, value: Any) -> Any:
    zero = (
        ir.Constant(value.type, None) if isinstance(value.type, ir.VectorType) else ir.Constant(_FLOAT, 0.0)
    )
    above = builder.fcmp_ordered(">", value, zero)
    return builder.select(above, value, zero)


def _load_float(_context: Any, _address: Any) -> Any:
    """The float at an address."""

    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.load(_pointer(builder, args[0], 0, _FLOAT))

    return types.float32(types.int64), generate


def _store_float(_context: Any, _address: Any, _value: Any) -> Any:
    """Write a float to an address."""

    def generate(ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        builder.store(args[1], _pointer(builder, args[0], 0, _FLOAT))
        return ctx.get_dummy_value()

    return types.void(types.int64, types.float32), generate


def _copy_row(_context: Any, _to: Any, _row: Any) -> Any:
    """Copy FIRST floats."""

    def generate(ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        for at in range(0, FIRST, LANES):
            _write(builder, _read(builder, args[1], at), args[0], at)
        return ctx.get_dummy_value()

    return types.void(types.int64, types.int64), generate


def _add_row(_context: Any, _to: Any, _row: Any) -> Any:
    """Add FIRST floats to those at the first address."""

    def generate(ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        for at in range(0, FIRST, LANES):
            total = builder.fadd(_read(builder, args[0], at), _read(builder, args[1], at), flags=_FAST)
            _write(builder, total, args[0], at)
        return ctx.get_dummy_value()

    return types.void(types.int64, types.int64), generate


def _add_share(_context: Any, _to: Any, _row: Any, _share: Any) -> Any:
    """Add FIRST floats times a share to those at the first address."""

    def generate(ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        share = _spread(builder, args[2])
        for at in range(0, FIRST, LANES):
            part = builder.fmul(share, _read(builder, args[1], at), flags=_FAST)
            _write(builder, builder.fadd(_read(builder, args[0], at), part, flags=_FAST), args[0], at)
        return ctx.get_dummy_value()

    return types.void(types.int64, types.int64, types.float32), generate


def _second_layer(_context: Any, _to: Any, _sums: Any, _layer: Any) -> Any:
    """From the sums of the first layer to those of the second, which begin as the biases after its rows."""

    def generate(ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        parts = range(0, SECOND, LANES)
        even = [_read(builder, args[2], FIRST * SECOND + at) for at in parts]
        odd = [ir.Constant(_VECTOR, None) for _ in parts]
        for unit in range(FIRST):
            height = _spread(
                builder, _positive(builder, builder.load(_pointer(builder, args[1], unit, _FLOAT)))
            )
            sums = odd if unit % 2 else even
            for part, at in enumerate(parts):
                product = builder.fmul(height, _read(builder, args[2], SECOND * unit + at), flags=_FAST)
                sums[part] = builder.fadd(sums[part], product, flags=_FAST)
        for part, at in enumerate(parts):
            _write(builder, builder.fadd(even[part], odd[part], flags=_FAST), args[0], at)
        return ctx.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


def _output(_context: Any, _sums: Any, _row: Any) -> Any:
    """The sum over the second layer of what is above 0 times its weight."""

    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        total = ir.Constant(_VECTOR, None)
        for at in range(0, SECOND, LANES):
            height = _positive(builder, _read(builder, args[0], at))
            total = builder.fadd(
                total, builder.fmul(height, _read(builder, args[1], at), flags=_FAST), flags=_FAST
            )
        return _total(builder, total)

    return types.float32(types.int64, types.int64), generate


def _inner_product(_context: Any, _one: Any, _other: Any) -> Any:
    """The inner product of two rows of SECOND floats."""

    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        total = ir.Constant(_VECTOR, None)
        for at in range(0, SECOND, LANES):
            product = builder.fmul(_read(builder, args[0], at), _read(builder, args[1], at), flags=_FAST)
            total = builder.fadd(total, product, flags=_FAST)
        return _total(builder, total)

    return types.float32(types.int64, types.int64), generate


def _add_short_share(_context: Any, _to: Any, _row: Any, _share: Any) -> Any:
    """Add SECOND floats times a share to those at the first address."""

    def generate(ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        share = _spread(builder, args[2])
        for at in range(0, SECOND, LANES):
            part = builder.fmul(share, _read(builder, args[1], at), flags=_FAST)
            _write(builder, builder.fadd(_read(builder, args[0], at), part, flags=_FAST), args[0], at)
        return ctx.get_dummy_value()

    return types.void(types.int64, types.int64, types.float32), generate


load_float: Callable[[int], Float] = _typed(_load_float)
store_float: Callable[[int, Float], None] = _typed(_store_float)
copy_row: Callable[[int, int], None] = _typed(_copy_row)
add_row: Callable[[int, int], None] = _typed(_add_row)
add_share: Callable[[int, int, Float], None] = _typed(_add_share)
second_layer: Callable[[int, int, int], None] = _typed(_second_layer)
output: Callable[[int, int], Float] = _typed(_output)
inner_product: Callable[[int, int], Float] = _typed(_inner_product)
add_short_share: Callable[[int, int, Float], None] = _typed(_add_short_share)
