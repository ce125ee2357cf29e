"""What compiled search needs from the machine: integers at addresses and counted bits.

Numba passes an array as seven values, so an array argument makes a recursive
function nearly twice as slow. The kernels therefore share one block of memory
and pass its address, one integer, through the recursion; these intrinsics read
and write 64-bit integers there and compile to one instruction each. Everything
is a signed 64-bit integer: numba turns a mix of signed and unsigned into floats.

Nothing here checks an address. Only the kernels of this package, which lay out
their own blocks, may use it.

Machine code is kept on disk. Numba renews it when the file of a function changes, but
not when a function that it calls in another file does; so the folder that keeps it
is named after the contents of all kernels, and a change to any of them starts anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from llvmlite import ir
from numba import config, njit, types
from numba.extending import intrinsic

_typed: Any = intrinsic  # its own type hides what it returns
HERE = Path(__file__).resolve().parent


def kernels_fingerprint(folder: Path) -> str:
    """A name for the contents of all kernels in a folder."""
    digest = hashlib.sha256()
    for source in sorted([folder / "native.py", *folder.glob("*_kernel.py")]):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


_settings: Any = config
_kept = Path(_settings.CACHE_DIR) if _settings.CACHE_DIR else HERE / "__pycache__"
_settings.CACHE_DIR = str(_kept / f"kernels-{kernels_fingerprint(HERE)}")

_WORD = ir.IntType(64)
_ADDRESS_OF_WORD = ir.PointerType(_WORD)


def compiled[F: Callable[..., Any]](signature: Any = None, *, inline: bool = False) -> Callable[[F], F]:
    """Compile to machine code, kept on disk between runs.

    With a signature it is compiled at import, as recursion needs; without, at
    the first call. `inline` asks LLVM to copy the function into its callers.
    """
    options: dict[str, Any] = {"cache": True, "error_model": "numpy"}
    if inline:
        options["forceinline"] = True
    decorate = njit(signature, **options) if signature is not None else njit(**options)

    def wrap(function: F) -> F:
        return decorate(function)  # type: ignore[no-any-return]

    return wrap


def _load(_context: Any, _address: Any) -> Any:
    """The integer at an address."""

    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.load(builder.inttoptr(args[0], _ADDRESS_OF_WORD))

    return types.int64(types.int64), generate


def _store(_context: Any, _address: Any, _value: Any) -> Any:
    """Write an integer to an address."""

    def generate(ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        builder.store(args[1], builder.inttoptr(args[0], _ADDRESS_OF_WORD))
        return ctx.get_dummy_value()

    return types.void(types.int64, types.int64), generate


def _lowest_bit(_context: Any, _word: Any) -> Any:
    """The place of the lowest set bit of a word that is not 0."""

    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


def _highest_bit(_context: Any, _word: Any) -> Any:
    """The place of the highest set bit of a word that is not 0."""

    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(_WORD, 63), zeros)

    return types.int64(types.int64), generate


def _count_bits(_context: Any, _word: Any) -> Any:
    """How many bits of a word are set."""

    def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


# Callables of integers to the type checker, one instruction each to the compiler.
load: Callable[[int], int] = _typed(_load)
store: Callable[[int, int], None] = _typed(_store)
lowest_bit: Callable[[int], int] = _typed(_lowest_bit)
highest_bit: Callable[[int], int] = _typed(_highest_bit)
count_bits: Callable[[int], int] = _typed(_count_bits)
