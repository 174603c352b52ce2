// Blocks of every shape: what each thread is, what it reads and writes by its coordinates, barriers, shared memory,
// and the warps that its threads form.
#include "../conformance.h"

struct Shape { unsigned x, y, z; };
static const Shape shapes[] = {
    {1, 1, 1},   {2, 1, 1},   {7, 1, 1},    {8, 1, 1},   {16, 1, 1},  {31, 1, 1},  {32, 1, 1},   {33, 1, 1},   {63, 1, 1},
    {65, 1, 1},  {100, 1, 1}, {1000, 1, 1}, {17, 3, 1},  {3, 17, 1},  {5, 5, 5},   {16, 16, 1},  {8, 8, 1},    {4, 4, 4},
    {32, 4, 1},  {64, 2, 1},  {8, 4, 3},    {16, 3, 2},  {24, 5, 1},  {40, 3, 1},  {1, 32, 1},   {1, 1, 32},   {1, 7, 5},
    {2, 16, 16}, {48, 3, 2},  {12, 12, 1},  {32, 32, 1}, {1024, 1, 1}, {8, 1, 4},  {16, 1, 3},   {1, 33, 1},   {32, 1, 3},
};

struct Seen {
    unsigned x, y, z, linear, block, warp_mask;
};

/* What a thread is. */
__global__ void look(Seen *out)
{
    unsigned linear = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned size = blockDim.x * blockDim.y * blockDim.z;
    unsigned mask = __activemask();
    out[blockIdx.x * size + linear] = {threadIdx.x, threadIdx.y, threadIdx.z, linear, blockIdx.x, mask};
}

/* A three-dimensional array, read at neighbours in each direction. */
__global__ void neighbours(const int *in, int *out)
{
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, nx = blockDim.x, ny = blockDim.y, nz = blockDim.z;
    int sum = 0, at = (z * ny + y) * nx + x;
    if (x > 0)
        sum += in[at - 1];
    if (x < nx - 1)
        sum += 3 * in[at + 1];
    if (y > 0)
        sum += 5 * in[at - nx];
    if (y < ny - 1)
        sum += 7 * in[at + nx];
    if (z > 0)
        sum += 11 * in[at - nx * ny];
    if (z < nz - 1)
        sum += 13 * in[at + nx * ny];
    out[(x * ny + y) * nz + z] = sum + 17 * in[at]; /* transposed */
}

static int neighbour_sum(const std::vector<int> &in, int x, int y, int z, const Shape &s)
{
    auto at = [&](int i, int j, int k) {
        bool outside = i < 0 || j < 0 || k < 0 || i >= (int)s.x || j >= (int)s.y || k >= (int)s.z;
        return outside ? 0 : in[(k * s.y + j) * s.x + i];
    };
    return at(x - 1, y, z) + 3 * at(x + 1, y, z) + 5 * at(x, y - 1, z) + 7 * at(x, y + 1, z) + 11 * at(x, y, z - 1) +
           13 * at(x, y, z + 1) + 17 * at(x, y, z);
}

/* Barriers with answers, and sums through shared memory: rows, columns, all. */
__global__ void sums(const int *in, int *rows, int *columns, int *counts)
{
    __shared__ int tile[1024], total;
    unsigned nx = blockDim.x, ny = blockDim.y * blockDim.z;
    unsigned x = threadIdx.x, y = threadIdx.z * blockDim.y + threadIdx.y;
    if (x == 0 && y == 0)
        total = 0;
    tile[y * nx + x] = in[y * nx + x];
    __syncthreads();
    if (x == 0) {
        int sum = 0;
        for (unsigned k = 0; k < nx; k++)
            sum += tile[y * nx + k];
        rows[y] = sum;
        atomicAdd(&total, sum);
    }
    if (y == 0) {
        int sum = 0;
        for (unsigned k = 0; k < ny; k++)
            sum += tile[k * nx + x];
        columns[x] = sum;
    }
    int odd = __syncthreads_count(tile[y * nx + x] & 1);
    int any = __syncthreads_or(x == 3), all = __syncthreads_and(tile[y * nx + x] >= 0);
    if (x == nx - 1 && y == ny - 1) {
        counts[0] = odd;
        counts[1] = any != 0;
        counts[2] = all != 0;
        counts[3] = total;
    }
}

static std::vector<int> some_values(unsigned count)
{
    std::vector<int> values(count);
    for (unsigned i = 0; i < count; i++)
        values[i] = (int)(i * 7919 % 1009);
    return values;
}

template <class T> static std::vector<T> copy_back(const DeviceArray<T> &from)
{
    std::vector<T> to(from.count);
    CHECK(cudaMemcpy(to.data(), from.at, from.count * sizeof(T), cudaMemcpyDeviceToHost));
    return to;
}

static void check_look(const Shape &s)
{
    unsigned size = s.x * s.y * s.z;
    DeviceArray<Seen> out(size * 3);
    look<<<3, dim3(s.x, s.y, s.z)>>>(out.at);
    CHECK_LAUNCH();
    std::vector<Seen> seen = copy_back(out);
    for (unsigned i = 0; i < size * 3; i++) {
        unsigned linear = i % size, left = size - linear / 32 * 32;
        EXPECT_EQ(seen[i].x, linear % s.x);
        EXPECT_EQ(seen[i].y, linear / s.x % s.y);
        EXPECT_EQ(seen[i].z, linear / s.x / s.y);
        EXPECT_EQ(seen[i].linear, linear);
        EXPECT_EQ(seen[i].block, i / size);
        EXPECT_EQ(seen[i].warp_mask, left >= 32 ? 0xffffffffu : (1u << left) - 1);
    }
}

static void check_neighbours(const Shape &s)
{
    unsigned size = s.x * s.y * s.z;
    std::vector<int> in = some_values(size);
    DeviceArray<int> from(in), to(size);
    neighbours<<<1, dim3(s.x, s.y, s.z)>>>(from.at, to.at);
    CHECK_LAUNCH();
    std::vector<int> out = copy_back(to);
    for (unsigned i = 0; i < size; i++) {
        int x = i % s.x, y = i / s.x % s.y, z = i / s.x / s.y;
        EXPECT_EQ(out[(x * s.y + y) * s.z + z], neighbour_sum(in, x, y, z, s));
    }
}

static void check_sums(const Shape &s)
{
    unsigned size = s.x * s.y * s.z, height = s.y * s.z;
    std::vector<int> in = some_values(size), row(height), column(s.x);
    DeviceArray<int> from(in), rows(height), columns(s.x), counts(4);
    sums<<<1, dim3(s.x, s.y, s.z)>>>(from.at, rows.at, columns.at, counts.at);
    CHECK_LAUNCH();
    int odd = 0, total = 0;
    for (unsigned i = 0; i < size; i++) {
        row[i / s.x] += in[i];
        column[i % s.x] += in[i];
        odd += in[i] & 1;
        total += in[i];
    }
    EXPECT(copy_back(rows) == row);
    EXPECT(copy_back(columns) == column);
    std::vector<int> count = copy_back(counts);
    EXPECT_EQ(count[0], odd);
    EXPECT_EQ(count[1], s.x > 3);
    EXPECT_EQ(count[2], 1);
    EXPECT_EQ(count[3], total);
}

int main()
{
    for (const Shape &s : shapes) {
        check_look(s);
        check_neighbours(s);
        check_sums(s);
        if (failures) {
            printf("in blocks of %u x %u x %u\n", s.x, s.y, s.z);
            break;
        }
    }
    return finish();
}
