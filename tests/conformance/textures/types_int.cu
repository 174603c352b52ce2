// FEW-WAYS
/* Textures of int and its vectors: types.h. */
#include "types.h"

int main()
{
    AS_THEY_ARE(int, int, 1);
    AS_THEY_ARE(unsigned, unsigned, 1);
    FAMILY(int, int);
    FAMILY(uint, unsigned);
    return finish();
}
