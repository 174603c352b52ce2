/* Surfaces: reading and writing in one to three dimensions, layers and cubes, texels of 1 to 16 bytes, outside zero or
 * clamped. CUDA C++ Programming Guide, "Surface Functions". */
#include "sampler.h"

enum { WIDTH = 20, HEIGHT = 6, DEPTH = 12 };

enum Form { LINE, PLANE, SPACE, LINE_LAYERS, PLANE_LAYERS, CUBE, CUBE_LAYERS };

template <class T>
__device__ T read(cudaSurfaceObject_t s, Form form, int x, int y, int z, cudaSurfaceBoundaryMode mode)
{
    switch (form) {
    case LINE:
        return surf1Dread<T>(s, x, mode);
    case PLANE:
        return surf2Dread<T>(s, x, y, mode);
    case SPACE:
        return surf3Dread<T>(s, x, y, z, mode);
    case LINE_LAYERS:
        return surf1DLayeredread<T>(s, x, z, mode);
    case PLANE_LAYERS:
        return surf2DLayeredread<T>(s, x, y, z, mode);
    case CUBE:
        return surfCubemapread<T>(s, x, y, z, mode);
    default:
        return surfCubemapLayeredread<T>(s, x, y, z, mode);
    }
}

template <class T>
__device__ void write(T v, cudaSurfaceObject_t s, Form form, int x, int y, int z, cudaSurfaceBoundaryMode mode)
{
    switch (form) {
    case LINE:
        return surf1Dwrite(v, s, x, mode);
    case PLANE:
        return surf2Dwrite(v, s, x, y, mode);
    case SPACE:
        return surf3Dwrite(v, s, x, y, z, mode);
    case LINE_LAYERS:
        return surf1DLayeredwrite(v, s, x, z, mode);
    case PLANE_LAYERS:
        return surf2DLayeredwrite(v, s, x, y, z, mode);
    case CUBE:
        return surfCubemapwrite(v, s, x, y, z, mode);
    default:
        return surfCubemapLayeredwrite(v, s, x, y, z, mode);
    }
}

/* Each texel, and a rim of one around them, is read from one surface and written one further to the right in another.
 */
template <class T>
__global__ void move(cudaSurfaceObject_t from, cudaSurfaceObject_t to, Form form, int3 size, T *seen, bool clamp)
{
    int x = (int)threadIdx.x - 1, y = (int)blockIdx.x % (size.y + 2) - 1, z = (int)blockIdx.x / (size.y + 2) - 1;
    cudaSurfaceBoundaryMode mode = clamp ? cudaBoundaryModeClamp : cudaBoundaryModeZero;
    if (x > size.x)
        return;
    T v = read<T>(from, form, x * (int)sizeof(T), y, z, mode);
    seen[blockIdx.x * (size.x + 2) + threadIdx.x] = v;
    if (x >= 0 && x < size.x)
        write<T>(v, to, form, (x + 1) * (int)sizeof(T), y, z, cudaBoundaryModeZero);
}

static cudaSurfaceObject_t make_surface(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t object;
    CHECK(cudaCreateSurfaceObject(&object, &resource));
    return object;
}

static bool inside(int i, int n) { return i >= 0 && i < n; }
static int nearest(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }

/* Layers and faces are unsigned: -1 is behind the last. */
static int nearest_slice(int i, int n, bool is_layer) { return is_layer && i < 0 ? n - 1 : nearest(i, n); }

template <class T> static void run(const char *name, Form form, cudaExtent extent, unsigned flags, bool clamp)
{
    int3 size =
        make_int3((int)extent.width, extent.height ? (int)extent.height : 1, extent.depth ? (int)extent.depth : 1);
    size_t count = (size_t)size.x * size.y * size.z, around = (size_t)(size.x + 2) * (size.y + 2) * (size.z + 2);
    Random random(form);
    std::vector<T> texels(count), zeros(count);
    for (T &texel : texels)
        for (size_t b = 0; b < sizeof(T); b++)
            ((unsigned char *)&texel)[b] = random.below(64);
    memset((void *)zeros.data(), 0, count * sizeof(T));
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
    cudaArray_t from = make_array(texels, extent, desc, flags | cudaArraySurfaceLoadStore);
    cudaArray_t to = make_array(zeros, extent, desc, flags | cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t from_surface = make_surface(from), to_surface = make_surface(to);
    DeviceArray<T> seen(around);
    move<T><<<(size.y + 2) * (size.z + 2), 32>>>(from_surface, to_surface, form, size, seen, clamp);
    CHECK_LAUNCH();

    std::vector<T> got = seen.host(), moved(count);
    cudaMemcpy3DParms copy = {};
    copy.srcArray = to;
    copy.dstPtr = make_cudaPitchedPtr(moved.data(), size.x * sizeof(T), size.x, size.y);
    copy.extent = make_cudaExtent(size.x, size.y, size.z);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy));
    bool has_y = extent.height != 0, has_z = extent.depth != 0, has_layers = form >= LINE_LAYERS;
    size_t at = 0;
    int wrong = 0;
    for (int z = -1; z <= size.z; z++)
        for (int y = -1; y <= size.y; y++)
            for (int x = -1; x <= size.x; x++, at++) {
                int row = has_y ? y : 0, slice = has_z ? z : 0;
                bool is_in = inside(x, size.x) && inside(row, size.y) && inside(slice, size.z);
                int nearest_z = nearest_slice(slice, size.z, has_layers);
                size_t index = (size_t)(nearest_z * size.y + nearest(row, size.y)) * size.x + nearest(x, size.x);
                T expected = is_in || clamp ? texels[index] : zeros[0];
                wrong += memcmp(&expected, &got[at], sizeof(T)) != 0;
            }
    EXPECT_EQ(wrong, 0);
    wrong = 0;
    for (size_t i = 0; i < count; i++) {
        const T *expected = i % size.x ? &texels[i - 1] : &zeros[0];
        wrong += memcmp(expected, &moved[i], sizeof(T)) != 0;
    }
    EXPECT_EQ(wrong, 0);
    char label[64];
    snprintf(label, sizeof label, "%s%s: read", name, clamp ? ", clamped" : "");
    print_row(label, (const unsigned char *)got.data(), around * sizeof(T));
    CHECK(cudaDestroySurfaceObject(from_surface));
    CHECK(cudaDestroySurfaceObject(to_surface));
    CHECK(cudaFreeArray(from));
    CHECK(cudaFreeArray(to));
}

template <class T> static void run_forms(const char *type)
{
    const struct {
        const char *name;
        Form form;
        cudaExtent extent;
        unsigned flags;
    } forms[] = {
        {"1-D", LINE, make_cudaExtent(WIDTH, 0, 0), 0},
        {"2-D", PLANE, make_cudaExtent(WIDTH, HEIGHT, 0), 0},
        {"3-D", SPACE, make_cudaExtent(WIDTH, HEIGHT, DEPTH), 0},
        {"1-D layers", LINE_LAYERS, make_cudaExtent(WIDTH, 0, 5), cudaArrayLayered},
        {"2-D layers", PLANE_LAYERS, make_cudaExtent(WIDTH, HEIGHT, 5), cudaArrayLayered},
        {"cube", CUBE, make_cudaExtent(8, 8, 6), cudaArrayCubemap},
        {"cube layers", CUBE_LAYERS, make_cudaExtent(8, 8, 12), cudaArrayCubemap | cudaArrayLayered},
    };
    for (auto &f : forms)
        for (int clamp = 0; clamp < 2; clamp++)
            run<T>((Words(type) + ", " + f.name).c_str(), f.form, f.extent, f.flags, clamp);
}

int main()
{
    run_forms<unsigned char>("uchar");
    run_forms<float>("float");
    run_forms<uint4>("uint4");
    return finish();
}
