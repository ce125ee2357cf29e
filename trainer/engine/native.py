"""What compiled search needs from the machine: integers at addresses and counted bits.

Numba passes an array as seven values, so an array argument makes a recursive
function nearly twice as slow. The kernels therefore share one block of memory
and pass its address, one integer, through the recursion; `load` and `store` read
and write 64-bit integers there and compile to one instruction each. Everything
is a signed 64-bit integer: numba turns a mix of signed and unsigned into floats.

Nothing here checks an address. Only the kernels of this package, which lay out
their own blocks, may use it.

Numba links all that a function calls into it and optimises it there once more, so the
code of a long chain of calls is made over and over. `compiled` cuts the chain: a kernel is
either copied into its callers, if it is small, or made once and called where it lies.

Machine code is kept on disk. Numba renews it when the file of a function changes, but
not when a function that it calls in another file does; so the folder that keeps it
is named after the contents of all kernels, and a change to any of them starts anew.
"""

from __future__ import annotations

import gc
import hashlib
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from llvmlite import ir
from llvmlite.binding import add_symbol
from numba import config, njit, types
from numba.core.cgutils import get_or_insert_function, if_unlikely
from numba.extending import intrinsic, lower_builtin, type_callable

# Their own types hide what they return.
_typed: Any = intrinsic
_typed_callable: Any = type_callable
_lowered: Any = lower_builtin
_compile: Any = njit
_declared: Any = get_or_insert_function
_unlikely: Any = if_unlikely
_types: Any = types
PAIR: Any = _types.UniTuple(types.int64, 2)  # what a kernel returns that returns two integers

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
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "no_cfunc_wrapper": True}
_LINKED: dict[str, Any] = {}  # kernels by their names to the linker: their code must stay where it is


def compiled[F: Callable[..., Any]](
    signature: Any = None, *, inline: bool = False, inside: bool = False
) -> Callable[[F], F]:
    """Compile to machine code, kept on disk between runs.

    With a signature a function is compiled at import, once, and its callers jump to it by
    name. With `inside`, for what only kernels call, the door from Python is left out, which
    takes as long to compile as a small kernel; with `inline` the function is copied into its
    callers and has no code of its own. From Python, both run as the Python that they are.
    Without a signature, for kernels that few processes need, all waits for the first call.
    """

    def wrap(function: F) -> F:
        if signature is None:
            return _compile(**_OPTIONS, cache=True)(function)  # type: ignore[no-any-return]
        return _copied(function, signature) if inline else _called(function, signature, inside)

    return wrap


def _called[F: Callable[..., Any]](function: F, signature: Any, inside: bool) -> F:
    """A function with code of its own, known to the linker by the full name of the function."""
    with _no_collection():
        kernel: Any = _compile(signature, **_OPTIONS, cache=True, no_cpython_wrapper=inside)(function)
    (args,) = kernel.overloads
    made = kernel.overloads[args]
    symbol = f"{function.__module__}.{function.__qualname__}"
    _LINKED[symbol] = kernel
    add_symbol(symbol, made.library.get_pointer_to_function(made.fndesc.llvm_func_name))

    @wraps(function)
    def from_python(*values: Any) -> Any:
        return kernel(*values)

    def call(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        convention = context.call_conv
        kind = convention.get_function_type(sig.return_type, sig.args)
        code = _declared(builder.module, kind, symbol)
        status, result = convention.call_function(builder, code, sig.return_type, sig.args, values)
        with _unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result

    visible = function if inside else from_python
    _tell_numba(visible, made.signature, call)
    return visible  # type: ignore[return-value]


@contextmanager
def _no_collection() -> Iterator[None]:
    """No search for reference cycles: an eighth of the time that compiling takes went there."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _copied[F: Callable[..., Any]](function: F, signature: Any) -> F:
    """A function that LLVM copies into its callers; compiled when the first of them is."""
    kernel: Any = _compile(**_OPTIONS, forceinline=True, no_cpython_wrapper=True)(function)

    def copy(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        kernel.compile(sig)
        made = kernel.overloads[sig.args]
        context.add_linking_libs([made.library])
        return context.call_internal(builder, made.fndesc, sig, values)

    _tell_numba(function, signature, copy)
    return function


def _tell_numba(function: Callable[..., Any], signature: Any, generate: Callable[..., Any]) -> None:
    """Let kernels call a Python function, with this signature, by what `generate` writes for it."""

    def typer(*_args: Any) -> Any:
        return signature

    typer.pysig = inspect.signature(function)  # type: ignore[attr-defined]
    _typed_callable(function)(lambda _context: typer)
    _lowered(function, *signature.args)(generate)


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


def lowest_bit(word: int) -> int:
    """The place of the lowest set bit of a word that is not 0."""
    return int(word & -word).bit_length() - 1


def highest_bit(word: int) -> int:
    """The place of the highest set bit of a word that is not 0."""
    return int(word).bit_length() - 1


def count_bits(word: int) -> int:
    """How many bits of a word are set."""
    return int(word).bit_count()


def _lowest(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
    return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))


def _highest(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
    zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
    return builder.sub(ir.Constant(_WORD, 63), zeros)


def _count(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
    return builder.ctpop(args[0])


for _function, _instruction in ((lowest_bit, _lowest), (highest_bit, _highest), (count_bits, _count)):
    _tell_numba(_function, types.int64(types.int64), _instruction)

# Callables of integers to the type checker, one instruction each to the compiler.
load: Callable[[int], int] = _typed(_load)
store: Callable[[int, int], None] = _typed(_store)
