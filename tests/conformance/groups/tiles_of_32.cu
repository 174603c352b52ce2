// UNSUPPORTED: quick
// FEW-WAYS
// Tiles of 32 threads: tile_shapes.h.
#include "tile_shapes.h"

int main() { return check_shapes<32>(); }
