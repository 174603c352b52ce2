// UNSUPPORTED: quick
// FEW-WAYS
/* Textures of char and its vectors, read as they are: types.h. */
#include "types.h"

int main()
{
    AS_THEY_ARE(char, char, 1);
    AS_THEY_ARE(unsigned char, unsigned char, 1);
    FAMILY(char, signed char);
    FAMILY(uchar, unsigned char);
    return finish();
}
