// UNSUPPORTED: quick
// FEW-WAYS
// Tiles of 2 threads: tile_shapes.h.
#include "tile_shapes.h"

int main() { return check_shapes<2>(); }
