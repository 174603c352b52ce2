/* The names of classes in which concepts and variable templates ask (src/frontend/concepts.c): the definition's name, which
 * may be a macro that stands for another each time that a file is included, and its place.
 */
#ifndef SOFTWARP_ASKS_H
#define SOFTWARP_ASKS_H

#pragma GCC system_header

#define __SW_ASKS_AT(name, place) __sw_asks_##name##_##place
#define __SW_ASKS(name, place) __SW_ASKS_AT(name, place)

#endif
