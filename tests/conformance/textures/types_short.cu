// FEW-WAYS
/* Textures of short and its vectors, read as they are: types.h. */
#include "types.h"

int main()
{
    AS_THEY_ARE(short, short, 1);
    AS_THEY_ARE(unsigned short, unsigned short, 1);
    FAMILY(short, short);
    FAMILY(ushort, unsigned short);
    return finish();
}
