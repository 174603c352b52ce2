// FEW-WAYS
/* Textures of 8 and 16 bits read as normalised floats: types.h. */
#include "types.h"

int main()
{
    NORMALISED(unsigned char, float, unsigned char, 1);
    NORMALISED_FAMILY(char, signed char);
    NORMALISED_FAMILY(uchar, unsigned char);
    NORMALISED_FAMILY(short, short);
    NORMALISED_FAMILY(ushort, unsigned short);
    return finish();
}
