// UNSUPPORTED: quick
// Functions of double and operators have one result for one argument.
// FEW-WAYS
// NO-GPU: it prints nothing; its program may start itself with other lanes
#define REAL double
#define OF(name) name
#define ROUNDED 1
#include "one_result.h"
