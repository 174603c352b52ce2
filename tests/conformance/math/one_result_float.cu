// UNSUPPORTED: quick
// Functions of float and operators have one result for one argument.
// FEW-WAYS
// NO-GPU: it prints nothing; its program may start itself with other lanes
#define REAL float
#define OF(name) name##f
#define ROUNDED 0
#include "one_result.h"
