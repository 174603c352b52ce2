/* Names and texts of errors, from the table that the header makes the enumeration of. */
#include <stddef.h>

#include "report/error.h"

struct error_row {
    cudaError_t code;
    const char *name, *text;
};

static const struct error_row rows[] = {
#define E(name, code, text) {cuda##name, "cuda" #name, text},
#include "softwarp/runtime/errors.def"
#undef E
};

static const struct error_row *find(cudaError_t error) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].code == error)
            return &rows[i];
    return NULL;
}

const char *swrt_error_name(cudaError_t error) {
    const struct error_row *row = find(error);
    return row ? row->name : "unrecognized error code";
}

const char *swrt_error_text(cudaError_t error) {
    const struct error_row *row = find(error);
    return row ? row->text : "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t error) {
    swrt_unread_named(error);
    return swrt_error_name(error);
}

const char *cudaGetErrorString(cudaError_t error) {
    swrt_unread_named(error);
    return swrt_error_text(error);
}
