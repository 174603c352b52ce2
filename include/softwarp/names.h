/* How names of source files stand in debug information of device code. */
#ifndef SOFTWARP_NAMES_H
#define SOFTWARP_NAMES_H

/* The folder of compilation begins with this if names of files are as they were given to the compiler: relative ones
 * from that folder on. It is a folder's name like any other, "/./home/me/project". */
#define SW_GIVEN_NAMES "/."

#endif
