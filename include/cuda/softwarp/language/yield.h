/* Functions that yield to a program's own. SW_YIELDS in front of a function makes it a template: of two functions that
 * fit equally well C++ takes the one that is none, so the program's own function of the same parameters is called, and
 * not ours. The parameter has a type that no program has a value of, so that a program's own template of the same name
 * is named by what it is given: `norm<64>` is never ours.
 */
#ifndef SOFTWARP_YIELD_H
#define SOFTWARP_YIELD_H

#pragma GCC system_header

#include "../../host_defines.h"

enum class sw_yields : unsigned char { always };
#define SW_YIELDS template <sw_yields = sw_yields::always>
#define SW_YIELDING SW_YIELDS SW_DEVICE

#endif
