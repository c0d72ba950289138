"""What kernels need of the machine: raw 64-bit memory, bit counts, prefetching.

Arrays as arguments cost a recursive kernel some seventy words of stack and reference counts; an
address costs one. Nothing here checks bounds: `layout.py` says what lies where.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

WORD = ir.IntType(64)


def _pointer(builder: Any, address: Any, index: Any) -> Any:
    base = builder.inttoptr(address, WORD.as_pointer())
    return builder.gep(base, [index])


@intrinsic
def peek(typing: Any, address: Any, index: Any) -> Any:
    """The int64 at `address[index]`."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(builder, *arguments))

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def poke(typing: Any, address: Any, index: Any, value: Any) -> Any:
    """Writes an int64 to `address[index]`."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, index, value = arguments
        builder.store(value, _pointer(builder, address, index))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@intrinsic
def prefetch(typing: Any, address: Any, index: Any) -> Any:
    """Asks for the cache line of `address[index]`, to be read soon."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = ir.IntType(32)
        byte = builder.bitcast(_pointer(builder, *arguments), ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [byte.type, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [byte.type], kind)
        builder.call(function, [byte, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), codegen


@intrinsic
def count(typing: Any, bits: Any) -> Any:
    """How many bits are set."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), codegen


@intrinsic
def lowest(typing: Any, bits: Any) -> Any:
    """The place of the lowest set bit; 64 if there is none."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(0))

    return types.int64(types.int64), codegen


@intrinsic
def keep(typing: Any, address: Any, index: Any, arrays: Any) -> Any:
    """Writes a tuple of arrays to `address[index]`: where they lie, not what is in them."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, index, value = arguments
        for place in range(signature.args[2].count):
            array = builder.extract_value(value, place)
            for owner in (0, 1):
                nobody = ir.Constant(array.type.elements[owner], None)
                array = builder.insert_value(array, nobody, owner)
            value = builder.insert_value(value, array, place)
        place = _pointer(builder, address, index)
        builder.store(value, builder.bitcast(place, value.type.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, arrays), codegen


@intrinsic
def kept(typing: Any, address: Any, index: Any, example: Any) -> Any:
    """The tuple of arrays at `address[index]`, which nobody owns; `example` gives its type."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = context.get_value_type(signature.return_type)
        place = _pointer(builder, *arguments[:2])
        return builder.load(builder.bitcast(place, kind.as_pointer()), align=8)

    return example.instance_type(types.int64, types.int64, example), codegen


def address(array: np.ndarray[Any, Any]) -> int:
    """The address of an array's first item, for kernels; the caller keeps the array alive."""
    return int(array.ctypes.data)
