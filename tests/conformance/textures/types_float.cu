// FEW-WAYS
/* Textures of float and its vectors, and of halves, which are read as floats: types.h. */
#include "types.h"

/* Its bits, which the host converts. */
struct Half {
    unsigned short bits;
    operator float() const
    {
        int exponent = bits >> 10 & 31, mantissa = bits & 1023;
        double value = exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24);
        return (float)(bits >> 15 ? -value : value);
    }
};

int main()
{
    AS_THEY_ARE(float, float, 1);
    FAMILY(float, float);
    run<ushort1, float1, Half, float, 1>("half", cudaCreateChannelDescHalf(), false);
    run<ushort2, float2, Half, float, 2>("half2", cudaCreateChannelDescHalf2(), false);
    run<ushort4, float4, Half, float, 4>("half4", cudaCreateChannelDescHalf4(), false);
    return finish();
}
