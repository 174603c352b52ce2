/* NVTX by the place where its headers were before version 3. Nothing has to be linked (-lnvToolsExt is accepted). */
#include "nvtx3/nvToolsExtCudaRt.h"
