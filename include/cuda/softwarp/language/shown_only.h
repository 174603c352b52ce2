/* What `swcc -cuda` puts into the file that it makes: a compiler that is given the file says why it cannot take it. */
#ifndef SOFTWARP_SHOWN_ONLY_H
#define SOFTWARP_SHOWN_ONLY_H

static_assert(false, "this file, which swcc -cuda made, shows the host side only: compile the .cu file, with swcc -c");

#endif
