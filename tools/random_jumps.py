#!/usr/bin/env python3
"""Polynomials by which sequences of cuRAND's generators are skipped: makes the tables that name this file.

    random_jumps.py     writes include/cuda/softwarp/random/xorwow_jumps.h and libraries/curand/mt19937_jump.h

The step of a generator over bits is a linear map, and n steps are x to the power of n modulo its characteristic polynomial
(Berlekamp and Massey's algorithm finds that in the generator's bits), evaluated at the map.
"""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def polynomial(bits):
    """The characteristic polynomial of the shortest recurrence of the bits, bit i the coefficient of x^i."""
    connection, before, length, shift, window = 1, 1, 0, 1, 0
    for n, bit in enumerate(bits):
        window = window << 1 | bit
        if not (connection & window).bit_count() & 1:
            shift += 1
        elif 2 * length <= n:
            connection, before, length, shift = connection ^ before << shift, connection, n + 1 - length, 1
        else:
            connection ^= before << shift
            shift += 1
    return sum((connection >> i & 1) << (length - i) for i in range(length + 1))


def square(a, modulus):
    a, degree = int("0".join(bin(a)[2:]), 2), modulus.bit_length() - 1
    while a.bit_length() > degree:
        a ^= modulus << (a.bit_length() - 1 - degree)
    return a


def squares(modulus, count):
    powers = [2]
    while len(powers) < count:
        powers.append(square(powers[-1], modulus))
    return powers


def words(a, count):
    return [f"0x{a >> 32 * i & 0xffffffff:08x}u" for i in range(count)]


def xorwow_bits(count):
    v = [1, 2, 3, 4, 5]
    for _ in range(count):
        yield v[0] & 1
        t = v[0] ^ v[0] >> 2
        v = v[1:] + [(v[4] ^ v[4] << 4 ^ t ^ t << 1) & 0xffffffff]


def mt19937_bits(count):
    w = [5489]
    for i in range(1, 624):
        w.append(1812433253 * (w[-1] ^ w[-1] >> 30) + i & 0xffffffff)
    for i in range(count):
        y = w[i] & 0x80000000 | w[i + 1] & 0x7fffffff
        w.append(w[i + 397] ^ y >> 1 ^ (0x9908b0df if y & 1 else 0))
        yield w[-1] & 1


def write(path, text):
    (ROOT / path).write_text(text)


def xorwow():
    powers = squares(polynomial(xorwow_bits(400)), 131)
    rows = "\n".join(f"    {{{', '.join(words(powers[k], 5))}}}," for k in [*range(64), *range(67, 131)])
    write("include/cuda/softwarp/random/xorwow_jumps.h", f"""\
/* x to the power of 2^k modulo the characteristic polynomial of XORWOW's xorshift, bit i the coefficient of x^i: for k
 * from 0 to 63, and from row SW_XORWOW_SEQUENCE on for k from 67 to 130. tools/random_jumps.py makes it. */
#ifndef SOFTWARP_RANDOM_XORWOW_JUMPS_H
#define SOFTWARP_RANDOM_XORWOW_JUMPS_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

enum {{ SW_XORWOW_SEQUENCE = 64 }};

static __device__ const unsigned int sw_xorwow_jumps[128][5] = {{
{rows}
}};

#endif
""")


def mt19937():
    modulus = polynomial(mt19937_bits(2 * 19937 + 100))
    terms = [str(i) for i in range(19937) if modulus >> i & 1]
    jump = words(squares(modulus, 2049)[2048], 624)
    lines = lambda items, most: ",\n".join("    " + ", ".join(items[i:i + most]) for i in range(0, len(items), most))
    write("libraries/curand/mt19937_jump.h", f"""\
/* MT19937's characteristic polynomial, whose highest term is x^19937: the powers of x in the others; and x to the power of
 * 2^2048 modulo it, bit i the coefficient of x^i. tools/random_jumps.py makes it. */
#ifndef CURAND_OWN_MT19937_JUMP_H
#define CURAND_OWN_MT19937_JUMP_H

#include <stdint.h>

enum {{ MT_DEGREE = 19937, MT_TERMS = {len(terms)} }};

/* clang-format off */
static const uint16_t mt_terms[MT_TERMS] = {{
{lines(terms, 16)}
}};

static const uint32_t mt_jump[624] = {{
{lines(jump, 8)}
}};
/* clang-format on */

#endif
""")


xorwow()
mt19937()
