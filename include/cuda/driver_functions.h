/* Constructors of the runtime API's small structures, which driver_types.h has beside their types. */
#ifndef __DRIVER_FUNCTIONS_H__
#define __DRIVER_FUNCTIONS_H__

#include "driver_types.h"

#endif
