/* Texture and surface objects: descriptors that device code reads, and what the program made them from. */
#ifndef SWRT_TEXTURE_H
#define SWRT_TEXTURE_H

#include "texture/array.h"

enum swrt_object_kind { SWRT_OBJECT_FREE, SWRT_OBJECT_TEXTURE, SWRT_OBJECT_SURFACE };

/* The descriptor is first: the handle is its address. */
struct swrt_object {
    struct swrt_texture texture;
    enum swrt_object_kind kind;
    int device;
    bool has_view;
    struct cudaResourceDesc resource;
    struct cudaTextureDesc desc;
    struct cudaResourceViewDesc view;
    struct swrt_object *next;
};

/* resource.c: fills in where the texels are and what they are. view may be null. */
cudaError_t swrt_texture_resource(struct swrt_texture *texture, const struct cudaResourceDesc *resource,
                                  const struct cudaResourceViewDesc *view);
/* describe.c: fills in how they are read; after swrt_texture_resource. */
cudaError_t swrt_texture_describe(struct swrt_texture *texture, const struct cudaTextureDesc *desc,
                                  enum cudaResourceType type);

/* object.c */
cudaError_t swrt_texture_create(struct swrt_object **out, const struct cudaResourceDesc *resource,
                                const struct cudaTextureDesc *desc, const struct cudaResourceViewDesc *view);
cudaError_t swrt_surface_create(struct swrt_object **out, const struct cudaResourceDesc *resource);
/* cudaErrorInvalidValue when the handle names none of that kind. */
cudaError_t swrt_object_find(unsigned long long handle, enum swrt_object_kind kind, struct swrt_object **out);
/* Whether the address lies in one that is. */
bool swrt_object_has(const void *address);
void swrt_object_destroy(struct swrt_object *object);
void swrt_texture_reset_device(int device); /* cudaDeviceReset */

/* reference.c: variables of type texture<> and surface<>, whose device side holds an object's handle. */
void swrt_reference_reset_device(int device);

#endif
