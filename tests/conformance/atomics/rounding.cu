// Sums, differences and products of floats by atomics: the result is that of some order of single operations, each
// rounded. The values here have one result in every order, and another when some are added up first.
// NO-GPU: prints no table
#include <cfloat>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "../conformance.h"

enum { MOST = 1024 };

template <typename T> __global__ void add_to(T *cell, T first, T others, T *found) {
    int n = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    T old = atomicAdd(cell, n ? others : first);
    if (found)
        found[n] = old;
}

template <typename T> __global__ void add_unseen(T *cell, T first, T others) {
    atomicAdd(cell, threadIdx.x + threadIdx.y + threadIdx.z ? others : first);
}

template <typename T> __global__ void add_some(T *cell, T value, int every) {
    if ((threadIdx.x + blockIdx.x) % every == 0)
        atomicAdd(cell, value);
}

template <typename T> __global__ void add_in_shared(T *cell, T value) {
    __shared__ T sum;
    if (threadIdx.x == 0)
        sum = *cell;
    __syncthreads();
    atomicAdd(&sum, value);
    __syncthreads();
    if (threadIdx.x == 0)
        *cell = sum;
}

template <typename T> __global__ void add_in_block(T *cell, T value) { atomicAdd_block(cell, value); }

template <typename T> struct on_device {
    T *cell;
    explicit on_device(T value) {
        cudaMalloc(&cell, sizeof value);
        cudaMemcpy(cell, &value, sizeof value, cudaMemcpyHostToDevice);
    }
    T get() const {
        T value;
        EXPECT_EQ(cudaMemcpy(&value, cell, sizeof value, cudaMemcpyDeviceToHost), cudaSuccess);
        return value;
    }
    ~on_device() { cudaFree(cell); }
};

static const dim3 blocks[] = {{2}, {31}, {32}, {33}, {128}, {256}, {1024}, {16, 16}, {8, 8, 4}, {7, 5, 3}, {1, 64}};

/* `great` takes in any number of `one`, one by one. */
template <typename T> static void absorbs(T great, T one) {
    for (dim3 block : blocks) {
        on_device<T> a(great), b(great);
        T *found, got[MOST];
        unsigned count = block.x * block.y * block.z;
        cudaMalloc(&found, sizeof got);
        add_unseen<T><<<3, block>>>(a.cell, one, one);
        add_to<T><<<1, block>>>(b.cell, one, one, found);
        cudaMemcpy(got, found, sizeof got, cudaMemcpyDeviceToHost);
        EXPECT_EQ((float)a.get(), (float)great);
        EXPECT_EQ((float)b.get(), (float)great);
        for (unsigned i = 0; i < count; i++)
            EXPECT_EQ((float)got[i], (float)great);
        cudaFree(found);
    }
    on_device<T> some(great), sparse(great), block(great);
    add_some<T><<<5, 100>>>(some.cell, one, 2);
    add_some<T><<<5, 100>>>(sparse.cell, one, 33);
    EXPECT_EQ((float)some.get(), (float)great);
    EXPECT_EQ((float)sparse.get(), (float)great);
}

template <typename T> static void absorbs_in_block(T great, T one) {
    for (unsigned threads : {20, 32, 128, 256, 500}) {
        on_device<T> shared(great), block(great);
        add_in_shared<T><<<1, threads>>>(shared.cell, one);
        add_in_block<T><<<1, threads>>>(block.cell, one);
        EXPECT_EQ((float)shared.get(), (float)great);
        EXPECT_EQ((float)block.get(), (float)great);
    }
}

/* -great + great + 1: each order of the two is exact. And finite sums of what would overflow alone. */
template <typename T> static void cancels(T great, T most) {
    on_device<T> exact((T)-(float)great), finite(most);
    add_unseen<T><<<1, 2>>>(exact.cell, great, (T)1.0f);
    EXPECT_EQ((float)exact.get(), 1.0f);
    on_device<T> low((T)-(float)most);
    add_unseen<T><<<1, 2>>>(low.cell, most, most);
    EXPECT_EQ((float)low.get(), (float)most);
}

static void doubles() {
    for (dim3 block : blocks) {
        on_device<double> great(0x1p53), low(-1e308);
        add_unseen<double><<<4, block>>>(great.cell, 1, 1);
        EXPECT_EQ(great.get(), 0x1p53);
        add_unseen<double><<<1, 2>>>(low.cell, 1.5e308, 1e308);
        EXPECT_EQ(low.get(), -1e308 + 1.5e308 + 1e308);
    }
}

/* In global memory a denormal is zero: what memory holds, what is added, and what comes out on the way. */
static void flushes() {
    for (dim3 block : blocks) {
        float count = (float)(block.x * block.y * block.z);
        on_device<float> held(0x1p-127f), added(0x1p-126f), between(0x1.8p-126f), plain(0x1.8p-126f);
        add_unseen<float><<<1, block>>>(held.cell, 1, 1);
        EXPECT_EQ(held.get(), count);
        add_unseen<float><<<1, block>>>(added.cell, 0x1p-127f, 0x1p-127f);
        EXPECT_EQ(added.get(), 0x1p-126f);
        add_unseen<float><<<1, block>>>(between.cell, -0x1p-126f, -0x1p-126f);
        EXPECT_EQ(between.get(), -(count - 1) * 0x1p-126f);
        add_unseen<float><<<1, block>>>(plain.cell, 0x1p-126f, 0x1p-126f);
        EXPECT_EQ(plain.get(), (count + 1.5f) * 0x1p-126f);
    }
}

/* Many threads, many cells: what waits for its turn is added one by one, too. */
template <typename T> __global__ void add_spread(T *cells, const int *index, T value) {
    for (int i = 0; i < 20; i++)
        atomicAdd(&cells[index[(threadIdx.x * 7 + i * 13 + blockIdx.x) % MOST] % 32], value);
}

template <typename T> static void spreads(T great) {
    static T host[32];
    static int indices[MOST];
    T *cells;
    int *index;
    for (T &cell : host)
        cell = great;
    for (int i = 0; i < MOST; i++)
        indices[i] = i * i;
    cudaMalloc(&cells, sizeof host);
    cudaMalloc(&index, sizeof indices);
    cudaMemcpy(cells, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(index, indices, sizeof indices, cudaMemcpyHostToDevice);
    add_spread<T><<<50, 128>>>(cells, index, (T)1);
    cudaMemcpy(host, cells, sizeof host, cudaMemcpyDeviceToHost);
    for (T cell : host)
        EXPECT_EQ(cell, great);
    cudaFree(cells);
    cudaFree(index);
}

/* What programs write with compare-and-swap: a product, a sum, a difference. */
enum kind { SUM, DIFFERENCE, PRODUCT };
template <kind how> __global__ void update(float *cell, float value) {
    int *bits = (int *)cell, old = *bits, seen;
    do {
        seen = old;
        float x = __int_as_float(seen);
        x = how == SUM ? x + value : how == DIFFERENCE ? x - value : x * value;
        old = atomicCAS(bits, seen, __float_as_int(x));
    } while (old != seen);
}

static void loops() {
    for (dim3 block : blocks) {
        on_device<float> sum(0x1p24f), difference(-0x1p24f);
        update<SUM><<<3, block>>>(sum.cell, 1);
        update<DIFFERENCE><<<3, block>>>(difference.cell, 1);
        EXPECT_EQ(sum.get(), 0x1p24f);
        EXPECT_EQ(difference.get(), -0x1p24f);
    }
    on_device<float> product(1e-38f);
    update<PRODUCT><<<1, 2>>>(product.cell, 1e25f);
    EXPECT_EQ(product.get(), 1e-38f * 1e25f * 1e25f);
}

/* What memory held is found bit for bit, by one thread: a NaN that marks what is empty. */
__global__ void lowest(int *bits, float value, int *empty) {
    int old = *bits, seen;
    do {
        seen = old;
        float x = fminf(__int_as_float(seen), value);
        old = atomicCAS(bits, seen, __float_as_int(x));
    } while (old != seen);
    if (old == 0x7fc12345)
        atomicAdd(empty, 1);
}

static void marks() {
    for (dim3 block : blocks) {
        on_device<int> bits(0x7fc12345), empty(0);
        lowest<<<2, block>>>(bits.cell, 3.0f, empty.cell);
        EXPECT_EQ(empty.get(), 1);
        EXPECT_EQ(bits.get(), 0x40400000);
    }
}

int main() {
    absorbs(0x1p24f, 1.0f);
    absorbs(0x1p53, 1.0);
    absorbs<__half>(2048.0f, 1.0f);
    absorbs<__nv_bfloat16>(256.0f, 1.0f);
    absorbs_in_block(0x1p24f, 1.0f);
    absorbs_in_block(0x1p53, 1.0);
    cancels(0x1p24f, FLT_MAX);
    cancels<__half>(2048.0f, 65504.0f);
    doubles();
    spreads(0x1p24f);
    spreads(0x1p53);
    loops();
    marks();
    flushes();
    return finish();
}
