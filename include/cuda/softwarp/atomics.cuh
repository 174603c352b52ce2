/* Softwarp's portable extensions, found without -I: the header itself lies beside the folder of CUDA's headers, so that
 * nvcc can be given its place (-I<prefix>/include) and sees none of ours that stand for CUDA's own. */
#include "../../softwarp/atomics.cuh"
