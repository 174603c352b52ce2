/* NVTX's two APIs, called in all their forms. */
#include <cstdio>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvToolsExtSync.h>
#include <nvtx3/nvtx3.hpp>
#include <string>

struct library {
    static constexpr const char *name = "library";
};
struct parsing {
    static constexpr const char *name = "parsing";
    static constexpr uint32_t id = 7;
};
struct greeting {
    static constexpr const char *message = "hello";
};

__global__ void nothing() {}

static void plain()
{
    nvtxMark("a mark");
    int outer = nvtxRangePushA("outer"), inner = nvtxRangePush("inner");
    int popped = nvtxRangePop();
    nvtxRangePop();
    nvtxRangeId_t range = nvtxRangeStartA("over threads");
    nvtxRangeEnd(range);
    nvtxNameCategory(3, "third");
    nvtxNameOsThread(99, "the thread");
    nvtxEventAttributes_t a = {};
    a.version = NVTX_VERSION;
    a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    a.category = 3;
    a.colorType = NVTX_COLOR_ARGB;
    a.color = 0xff102030;
    a.payloadType = NVTX_PAYLOAD_TYPE_DOUBLE;
    a.payload.dValue = 1.5;
    a.messageType = NVTX_MESSAGE_TYPE_ASCII;
    a.message.ascii = "with everything";
    nvtxMarkEx(&a);
    nvtxRangePushEx(&a);
    nvtxRangePop();
    std::printf("levels %d %d %d, range %s\n", outer, inner, popped, range ? "has a number" : "has none");
    nvtxSyncUserAttributes_t lock = {};
    nvtxDomainSyncUserAcquireSuccess(nvtxDomainSyncUserCreate(nullptr, &lock));
}

static void function_range()
{
    NVTX3_FUNC_RANGE();
    nvtx3::mark("inside");
}

static void function_range_if(bool wanted)
{
    NVTX3_FUNC_RANGE_IF_IN(library, wanted);
    nvtx3::mark_in<library>("perhaps inside");
}

static void objects()
{
    nvtx3::scoped_range range{"scope", nvtx3::rgb{1, 2, 3}, nvtx3::payload{42}};
    {
        nvtx3::scoped_range_in<library> nested{nvtx3::event_attributes{
            nvtx3::payload{2.5f}, nvtx3::named_category_in<library>::get<parsing>(),
            nvtx3::registered_string_in<library>::get<greeting>(), nvtx3::argb{9, 8, 7, 6}, nvtx3::color{0x11111111}}};
        std::string text = "a string";
        nvtx3::mark_in<library>(text, nvtx3::payload{int64_t(-5)});
    }
    nvtx3::unique_range first{"first"};
    nvtx3::unique_range second{std::move(first)};
    auto handle = nvtx3::start_range_in<library>("by handle", nvtx3::category{12}, nvtx3::payload{7u});
    nvtx3::end_range_in<library>(handle);
    nvtx3::mark(L"wide");
}

int main()
{
    cudaStream_t stream;
    plain();
    function_range();
    function_range();
    function_range_if(true);
    function_range_if(false);
    objects();
    cudaStreamCreate(&stream);
    nvtxNameCudaStreamA(stream, "stream of work");
    nothing<<<1, 1, 0, stream>>>();
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
