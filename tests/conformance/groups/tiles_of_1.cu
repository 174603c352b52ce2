// UNSUPPORTED: quick
// FEW-WAYS
// Tiles of 1 thread: tile_shapes.h.
#include "tile_shapes.h"

int main() { return check_shapes<1>(); }
