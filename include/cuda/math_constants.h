/* Mathematical constants, CUDART_PI and the like; _F is single precision, _HI + _LO a constant in two doubles.
 *
 * Unlike CUDA's, the infinities and NaNs are constant expressions and may be used on the host too.
 */
#ifndef __MATH_CONSTANTS_H__
#define __MATH_CONSTANTS_H__

/* Special values. */
#define CUDART_INF_F             __builtin_inff()
#define CUDART_NAN_F             __builtin_nanf("")
#define CUDART_MIN_DENORM_F      1.40129846e-45f
#define CUDART_MAX_NORMAL_F      3.40282347e+38f
#define CUDART_NORM_HUGE_F       3.40282347e+38f
#define CUDART_NEG_ZERO_F        (-0.0f)
#define CUDART_ZERO_F            0.0f
#define CUDART_ONE_F             1.0f
#define CUDART_INF               __builtin_inf()
#define CUDART_NAN               (-__builtin_nan(""))
#define CUDART_MIN_DENORM        4.9406564584124654e-324
#define CUDART_NEG_ZERO          (-0.0)
#define CUDART_ZERO              0.0
#define CUDART_ONE               1.0

/* Powers of two. */
#define CUDART_TWO_TO_M126_F     1.17549435e-38f
#define CUDART_TWO_TO_126_F      8.50705917e+37f
#define CUDART_TWO_TO_23_F       8388608.0f
#define CUDART_TWO_TO_24_F       16777216.0f
#define CUDART_TWO_TO_31_F       2147483648.0f
#define CUDART_TWO_TO_32_F       4294967296.0f
#define CUDART_TWO_TO_23         8388608.0
#define CUDART_TWO_TO_52         4503599627370496.0
#define CUDART_TWO_TO_53         9007199254740992.0
#define CUDART_TWO_TO_54         18014398509481984.0
#define CUDART_TWO_TO_M54        5.5511151231257827e-17
#define CUDART_TWO_TO_M1022      2.2250738585072014e-308

/* Of argument reduction and conversion. */
#define CUDART_REMQUO_BITS_F     3U
#define CUDART_REMQUO_MASK_F     (~(~0U << CUDART_REMQUO_BITS_F))
#define CUDART_TRIG_PLOSS_F      105615.0f
#define CUDART_TRIG_PLOSS        2147483648.0
#define CUDART_DBL2INT_CVT       6755399441055744.0

/* pi, logarithms (L2: base two, LG: base ten, LN: natural; of E, T = 10, 2, PI), roots and thirds. */
#define CUDART_PI                3.141592653589793
#define CUDART_PI_F              3.14159274f
#define CUDART_PI_HI             3.141592653589793
#define CUDART_PI_LO             1.2246467991473532e-16
#define CUDART_PIO2              1.5707963267948966
#define CUDART_PIO2_F            1.57079637f
#define CUDART_PIO2_HI           1.5707963267948966
#define CUDART_PIO2_LO           6.123233995736766e-17
#define CUDART_PIO4              0.7853981633974483
#define CUDART_PIO4_F            0.785398185f
#define CUDART_PIO4_HI           0.7853981633974483
#define CUDART_PIO4_LO           3.061616997868383e-17
#define CUDART_3PIO4             2.356194490192345
#define CUDART_3PIO4_F           2.3561945f
#define CUDART_2_OVER_PI         0.6366197723675814
#define CUDART_2_OVER_PI_F       0.636619747f
#define CUDART_L2E               1.4426950408889634
#define CUDART_L2E_F             1.44269502f
#define CUDART_L2E_HI            1.4426950408889634
#define CUDART_L2E_LO            2.0355273740931033e-17
#define CUDART_L2T               3.321928094887362
#define CUDART_L2T_F             3.32192802f
#define CUDART_LG2               0.3010299956639812
#define CUDART_LG2_F             0.30103001f
#define CUDART_LG2_HI            0.3010299956639812
#define CUDART_LG2_LO            (-2.8037281277851704e-18)
#define CUDART_LGE               0.4342944819032518
#define CUDART_LGE_F             0.434294492f
#define CUDART_LGE_HI            0.4342944819032518
#define CUDART_LGE_LO            1.098319650216765e-17
#define CUDART_LN2               0.6931471805599453
#define CUDART_LN2_F             0.693147182f
#define CUDART_LN2_HI            0.6931471805599453
#define CUDART_LN2_LO            2.3190468138462996e-17
#define CUDART_LNT               2.302585092994046
#define CUDART_LNT_F             2.30258512f
#define CUDART_LNT_HI            2.302585092994046
#define CUDART_LNT_LO            (-2.1707562233822494e-16)
#define CUDART_LNPI              1.1447298858494002
#define CUDART_LNPI_F            1.14472985f
#define CUDART_LG2_X_1024        308.25471555991675
#define CUDART_LG2_X_1075        323.60724533877976
#define CUDART_LN2_X_1024        709.782712893384
#define CUDART_LN2_X_1025        710.475860073944
#define CUDART_LN2_X_1075        745.1332191019412
#define CUDART_SQRT_TWO          1.4142135623730951
#define CUDART_SQRT_TWO_F        1.41421354f
#define CUDART_SQRT_HALF         0.7071067811865476
#define CUDART_SQRT_HALF_F       0.707106769f
#define CUDART_SQRT_HALF_HI      0.7071067811865476
#define CUDART_SQRT_HALF_LO      (-4.833646656726457e-17)
#define CUDART_SQRT_HALF_HI_F    0.707106769f
#define CUDART_SQRT_HALF_LO_F    1.21016175e-08f
#define CUDART_SQRT_2OPI         0.7978845608028654
#define CUDART_SQRT_2_OVER_PI_F  0.797884583f
#define CUDART_SQRT_2PI          2.5066282746310007
#define CUDART_SQRT_2PI_HI       2.5066282746310007
#define CUDART_SQRT_2PI_LO       (-1.8328579980459167e-16)
#define CUDART_SQRT_PIO2         1.2533141373155003
#define CUDART_SQRT_PIO2_HI      1.2533141373155003
#define CUDART_SQRT_PIO2_LO      (-9.164289990229583e-17)
#define CUDART_THIRD             0.3333333333333333
#define CUDART_THIRD_F           0.333333343f
#define CUDART_TWOTHIRD          0.6666666666666666

#endif
