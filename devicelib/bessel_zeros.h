/* The zeros below 8 of the Bessel functions J0, J1, Y0 and Y1, and the functions near them: f(zero + d) = d P(d) for
 * |d| < reach, where general formulas have no digits left. The zero is the sum of two doubles; P is a Chebyshev
 * expansion computed with 42 digits and rewritten in powers, with a relative error below 2^-60.
 */
#ifndef SOFTWARP_DEVICELIB_BESSEL_ZEROS_H
#define SOFTWARP_DEVICELIB_BESSEL_ZEROS_H

struct zero {
    double high, low, reach, coefficients[22];
};

/* clang-format off */
static const struct zero j0_zeros[] = {
    { 0x1.33d152e971b40p+1, -0x1.0f539d7da258ep-53, 0.35,
      { -0x1.09cdb36551280p-1, 0x1.ba1deea029494p-4, 0x1.cfae864368d70p-5, -0x1.1bb1cbe1a4071p-7,
        -0x1.1f992590d12bdp-9, 0x1.15382ba06cc47p-12, 0x1.6ed3b9f07eb28p-15, -0x1.232c77d228ab6p-18,
        -0x1.1cce302821846p-21, 0x1.7ff99166c20b8p-25, 0x1.2951bd4726a93p-28, -0x1.5c2c38b2a278cp-32,
        -0x1.bdc468c1a817ap-36, 0x1.cd41cf248a22ep-40, 0x1.f70b0201c0e12p-44, -0x1.d22d8ef70eeaep-48,
        -0x1.baa352d5958f9p-52, 0x1.73612afb8989cp-56, 0x1.3829224de9eafp-60, -0x1.de7db71ec8b93p-65,
        -0x1.6846cfd0a737ap-69, 0x1.fc49559b67e1ap-74 } },
    { 0x1.6148f5b2c2e45p+2, 0x1.75054cd60a517p-54, 0.35,
      { 0x1.5c6e60a097823p-2, -0x1.f8f72e7a848e0p-6, -0x1.b2150cb41e8c1p-5, 0x1.2f7ffe90256bbp-8,
        0x1.27e31fe9a9779p-9, -0x1.6f641f41956f7p-13, -0x1.863f481a43036p-15, 0x1.ad77d748a06dbp-19,
        0x1.32e6d99c6af7dp-21, -0x1.2da37e38435b9p-25, -0x1.41d72d9392e0ep-28, 0x1.1d0433d9a0e49p-32,
        0x1.e2f3389aa5f69p-36, -0x1.8498ffdebdd62p-40, -0x1.10477aeae3205p-43, 0x1.911a8d781abe0p-48,
        0x1.de68af44f848dp-52, -0x1.44b3881c15f2fp-56, -0x1.50be6fab15100p-60, 0x1.a7a3b92855898p-65,
        0x1.83dee2c84c565p-69, -0x1.c693f2412c091p-74 } },
};

static const struct zero j1_zeros[] = {
    { 0x1.ea75575af6f09p+1, -0x1.60155a9d1b256p-53, 0.35,
      { -0x1.9c6cf582cbf7fp-2, 0x1.ae8a39f51ad04p-5, 0x1.b589d1da13905p-5, -0x1.537544c331da7p-8,
        -0x1.24b3409959064p-9, 0x1.6e4c2d5354224p-13, 0x1.83a06e30c4109p-15, -0x1.9799d4c9f2549p-19,
        -0x1.33825cd2e2c16p-21, 0x1.17069233e916cp-25, 0x1.4569b22afc3c8p-28, -0x1.03b9e9651056ap-32,
        -0x1.ec62310af5f52p-36, 0x1.5ec84e47b6f4fp-40, 0x1.17a40c9422b84p-43, -0x1.67cb1d0030a38p-48,
        -0x1.ee7ff915d2053p-52, 0x1.21fb8bdad7345p-56, 0x1.5e0504abd0e70p-60, -0x1.792583d844c4bp-65,
        -0x1.95228c0883786p-69, 0x1.93be77171d600p-74 } },
    { 0x1.c0ff5f3b47250p+2, -0x1.b226d9d243827p-54, 0.35,
      { 0x1.33518b3874e8ap-2, -0x1.5e70dc60362bfp-6, -0x1.80c83bdeee5b0p-5, 0x1.9a4b292e3de42p-9,
        0x1.13fbc7d698217p-9, -0x1.07358bbdbff91p-13, -0x1.796a751f89051p-15, 0x1.4255b015aded4p-19,
        0x1.3026e0ce97ab9p-21, -0x1.d48dcdae92f2cp-26, -0x1.44639d7eeb0a6p-28, 0x1.c62ccb4a32eb5p-33,
        0x1.ecae92e854456p-36, -0x1.3bb6898d73cd2p-40, -0x1.183edbb8ef2cap-43, 0x1.4ae3e7e4ccbefp-48,
        0x1.efbb1e6cdf2ecp-52, -0x1.0f28da3d90ab2p-56, -0x1.5ec305ac779cfp-60, 0x1.655598235e087p-65,
        0x1.95afc4d5ccf3cp-69, -0x1.829e3ac3a4730p-74 } },
};

static const struct zero y0_zeros[] = {
    { 0x1.c982eb8d417eap-1, 0x1.ea9d270347f83p-56, 0.25,
      { 0x1.c24371844b88ap-1, -0x1.f7e38a46d7102p-2, 0x1.c3b1338af3e95p-3, -0x1.cf18e6a4b387fp-3,
        0x1.c068086c29c24p-3, -0x1.a396a805a0255p-3, 0x1.9424b930812f9p-3, -0x1.8d35b480b0f03p-3,
        0x1.8c08d073cd3aap-3, -0x1.8f7e3397b9ec4p-3, 0x1.96de90055e403p-3, -0x1.a1b6bf3672b5cp-3,
        0x1.afc52747f7270p-3, -0x1.c0e2db5e01d75p-3, 0x1.d4c67fe36a203p-3, -0x1.ebf4600c1e17ep-3,
        0x1.059025b206c0ap-2, -0x1.148b6db6442c6p-2, 0x1.085f2e59a55e7p-2, -0x1.18d49fb9fa2efp-2,
        0x1.edce925052a42p-2, -0x1.0831c8f64255bp-1 } },
    { 0x1.fa9534d98569cp+1, -0x1.f06ae7804384ep-54, 0.35,
      { -0x1.9c34256a12a0cp-2, 0x1.a09c9290367efp-5, 0x1.df6d59bf50ebdp-5, -0x1.c116fdc598096p-8,
        -0x1.1e32bc4ef8a41p-9, 0x1.9982765166254p-13, 0x1.ab2c1fecdcfc4p-15, -0x1.486371e6a663ep-18,
        -0x1.3b21684089b4ap-22, -0x1.777058741bfa0p-26, 0x1.452ea009454eep-26, -0x1.f693882965a42p-29,
        0x1.a5a1f3a3a7d3ep-31, -0x1.994e736ee65d0p-33, 0x1.88ae5b8a9d319p-35, -0x1.75329270ba987p-37,
        0x1.643d1233f634ap-39, -0x1.55489fce5a948p-41, 0x1.47883a2c8b4bep-43, -0x1.3b454efb02a1dp-45,
        0x1.3c9a163699067p-47, -0x1.320dad5511858p-49 } },
    { 0x1.c581dc4e72103p+2, -0x1.9774a495f56cfp-54, 0.35,
      { 0x1.334cca0697a5bp-2, -0x1.5aef611fc4d57p-6, -0x1.8969c64cbf452p-5, 0x1.b2f14a95527cbp-9,
        0x1.1d35e85fde2a3p-9, -0x1.26dd71e391c8bp-13, -0x1.8177e4fe52324p-15, 0x1.6a9227352f96ap-19,
        0x1.34aa7573ef14ep-21, -0x1.0a2814d7ac448p-25, -0x1.442a3d3359ad9p-28, 0x1.fa6c509566c72p-33,
        0x1.f14e55848240cp-36, -0x1.714c292be39a0p-40, -0x1.0679cd586c490p-43, 0x1.3365d5a7ebfa0p-48,
        0x1.38cf07978b24ep-51, -0x1.2bd5aa2b53d47p-55, 0x1.26de6604657e2p-60, -0x1.270b7ea3b89dap-62,
        0x1.929388106f41bp-65, -0x1.a017fcf124869p-68 } },
};

static const struct zero y1_zeros[] = {
    { 0x1.193bed4dff243p+1, -0x1.bd1e50d219bfdp-55, 0.35,
      { 0x1.0aa48442f014bp-1, -0x1.e56f82217b8f1p-4, -0x1.0d2af4e932386p-5, -0x1.3a6dec37290aap-8,
        0x1.e671c7d1196fdp-8, -0x1.5429dc5a45612p-9, 0x1.17ab4afac06e9p-10, -0x1.0b2d877d5a256p-11,
        0x1.eea7bbb91124ep-13, -0x1.c3fae3b0b651dp-14, 0x1.9d174c970422fp-15, -0x1.7956ad3aa352ap-16,
        0x1.5865d34315592p-17, -0x1.3a27f3f0a226dp-18, 0x1.1e73aa1512ee0p-19, -0x1.051c9ce4082d8p-20,
        0x1.dc12061e67ca2p-22, -0x1.b1c561f55a65dp-23, 0x1.87561c803417ap-24, -0x1.64788b5ca5577p-25,
        0x1.7966d8ab199c0p-26, -0x1.57b5b76932e94p-27 } },
    { 0x1.5b7fe4e87b02ep+2, 0x1.dfe7bac228e8cp-52, 0.35,
      { -0x1.5c7c556f0c19ap-2, 0x1.00b9f8571ca1fp-5, 0x1.a15d92dfe3e27p-5, -0x1.10a329e2c23fap-8,
        -0x1.1be6db9923acfp-9, 0x1.337c7e138f484p-13, 0x1.85b940eb607f9p-15, -0x1.80619147b78f2p-19,
        -0x1.255e6cf70cf33p-21, 0x1.b62cd02014989p-26, 0x1.80b1aac007d0dp-28, -0x1.a7ee05a568fb6p-32,
        0x1.4065ca5fe30a2p-39, -0x1.3847684c8f514p-38, 0x1.498089448a268p-40, -0x1.c00f7d4a471f0p-43,
        0x1.402ff169360c0p-45, -0x1.ded854981e032p-48, 0x1.636bb51391f93p-50, -0x1.06a3f4934294dp-52,
        0x1.8d4e2f527a6aep-55, -0x1.258ec84aeb6b5p-57 } },
};
/* clang-format on */

#endif
