/* Which instructions are suspend points, from requests.def. */
#include "analysis/analysis.h"

static const struct sw_request requests[] = {
#define REQUEST(function, kind, op, mask, value, arg, clamp, result) \
    {function, SWRT_WAIT_##kind, op, mask, value, arg, clamp, SW_RESULT_##result},
#include "analysis/requests.def"
#undef REQUEST
};

const struct sw_request *sw_request_of(LLVMValueRef instruction) {
    const char *name = sw_callee_name(instruction);
    if (!*name)
        return NULL;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (sw_equal(requests[i].function, name))
            return &requests[i];
    return NULL;
}
