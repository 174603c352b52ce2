// FEW-WAYS
// Tiles of 8 threads: tile_shapes.h.
#include "tile_shapes.h"

int main() { return check_shapes<8>(); }
