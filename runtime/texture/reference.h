/* Texture and surface references, between the API and the variables. host: the host's variable. */
#ifndef SWRT_TEXTURE_REFERENCE_H
#define SWRT_TEXTURE_REFERENCE_H

#include "texture/texture.h"

/* cudaErrorInvalidTexture when there is none; *normalised_read (may be null): the type's third argument. */
cudaError_t swrt_reference_find(const void *host, int *normalised_read);
/* Makes the object (null: nothing) what the variable stands for on the current device, in place of the last one. */
cudaError_t swrt_reference_bind(const void *host, struct swrt_object *object, size_t offset);
cudaError_t swrt_reference_offset(const void *host, size_t *offset);

#endif
