/* The CUDA kernels in OpenCL C, construct for construct. */
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define BLOCK 256
#define TILE 16
#define WARP 32
#define COUNTERS 1024

#define TID ((int)get_local_id(0))
#define INDEX ((int)(get_group_id(0) * get_local_size(0) + get_local_id(0)))
#define STRIDE ((int)(get_num_groups(0) * get_local_size(0)))

__kernel void empty(void)
{
}

__kernel void sum(__global const int *in, int n, __global int *out)
{
    __local int partial[BLOCK];
    int mine = 0;

    for (int i = INDEX; i < n; i += STRIDE)
        mine += in[i];
    partial[TID] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int active = BLOCK / 2; active >= 1; active /= 2) {
        if (TID < active)
            partial[TID] += partial[TID + active];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (TID == 0)
        atomic_add(out, partial[0]);
}

__kernel void histogram32(__global const uchar *in, int n, __global uint *bins)
{
    __local uint mine[BLOCK];

    mine[TID] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = INDEX; i < n; i += STRIDE)
        atomic_add(&mine[in[i]], 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&bins[TID], mine[TID]);
}

__kernel void histogram64(__global const uchar *in, int n, __global ulong *bins)
{
    __local ulong mine[BLOCK];

    mine[TID] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = INDEX; i < n; i += STRIDE)
        atom_add(&mine[in[i]], 1ul);
    barrier(CLK_LOCAL_MEM_FENCE);
    atom_add(&bins[TID], mine[TID]);
}

__kernel void max_of(__global const float *in, __global volatile int *out, int n)
{
    if (INDEX < n) {
        float value = in[INDEX];
        int old = *out, assumed;
        do {
            assumed = old;
            old = atomic_cmpxchg(out, assumed, as_int(fmax(value, as_float(assumed))));
        } while (assumed != old);
    }
}

__kernel void count(__global int *counter)
{
    atomic_add(counter, 1);
}

__kernel void count_many(__global int *counters)
{
    atomic_add(&counters[INDEX % COUNTERS], 1);
}

void add_up(__local float *partial)
{
    for (int active = BLOCK / 2; active > 0; active /= 2) {
        if (TID < active)
            partial[TID] += partial[TID + active];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel void last_block_sum(__global const float *in, int n, __global volatile float *of_block,
                             __global volatile uint *ticket, __global float *out)
{
    __local float partial[BLOCK];
    __local int is_last;
    float mine = 0;

    for (int i = INDEX; i < n; i += STRIDE)
        mine += in[i];
    partial[TID] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    add_up(partial);
    if (TID == 0) {
        of_block[get_group_id(0)] = partial[0];
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        is_last = atomic_inc(ticket) == get_num_groups(0) - 1;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_last) {
        mine = 0;
        for (int i = TID; i < get_num_groups(0); i += BLOCK)
            mine += of_block[i];
        partial[TID] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        add_up(partial);
        if (TID == 0) {
            *out = partial[0];
            *ticket = 0;
        }
    }
}

__kernel void add_doubles(__global const double *value, __global const int *bin, __global volatile ulong *out, int n)
{
    if (INDEX < n) {
        __global volatile ulong *address = &out[bin[INDEX]];
        double mine = value[INDEX];
        ulong old = *address, assumed;
        do {
            assumed = old;
            old = atom_cmpxchg(address, assumed, as_ulong(mine + as_double(assumed)));
        } while (assumed != old);
    }
}

__kernel void saxpy(int n, float a, __global const float *x, __global float *y)
{
    if (INDEX < n)
        y[INDEX] = a * x[INDEX] + y[INDEX];
}

__kernel void matmul(__global const float *a, __global const float *b, __global float *c, int n)
{
    __local float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int tx = get_local_id(0), ty = get_local_id(1);
    int row = get_group_id(1) * TILE + ty, column = get_group_id(0) * TILE + tx;
    float sum = 0;

    for (int tile = 0; tile < n / TILE; tile++) {
        tile_a[ty][tx] = a[row * n + tile * TILE + tx];
        tile_b[ty][tx] = b[(tile * TILE + ty) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            sum += tile_a[ty][k] * tile_b[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

float normal(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float polynomial = 1.781477937f + k * (-1.821255978f + k * 1.330274429f);
    polynomial = 0.31938153f + k * (-0.356563782f + k * polynomial);
    float tail = 0.39894228f * exp(-0.5f * d * d) * (k * polynomial);

    return d > 0 ? 1.0f - tail : tail;
}

__kernel void black_scholes(__global float *call, __global float *put, __global const float *price,
                            __global const float *strike, __global const float *years, float r, float v, int n)
{
    int i = INDEX;

    if (i < n) {
        float s = price[i], x = strike[i], t = years[i], root = sqrt(t);
        float d1 = (log(s / x) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;
        float n1 = normal(d1), n2 = normal(d2), discounted = x * exp(-r * t);
        call[i] = s * n1 - discounted * n2;
        put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
    }
}

__kernel void mandelbrot(__global int *steps, int side, int most)
{
    int px = INDEX, py = get_group_id(1) * get_local_size(1) + get_local_id(1);

    if (px >= side || py >= side)
        return;
    float cx = -2.0f + px * (3.0f / side), cy = -1.5f + py * (3.0f / side);
    float x = 0, y = 0;
    int step = 0;
    while (step < most && x * x + y * y < 4.0f) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        step++;
    }
    steps[py * side + px] = step;
}

/* No sub-groups in PoCL 3.1: a warp adds up through local memory, and the float atomic is a retry loop. */
__kernel void shuffle_sum(__global const float *in, __global volatile int *out, int n)
{
    __local float shared[BLOCK];
    int lane = TID % WARP;
    float sum = 0;

    for (int i = INDEX; i < n; i += STRIDE)
        sum += in[i];
    shared[TID] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = WARP / 2; distance > 0; distance /= 2) {
        float other = lane + distance < WARP ? shared[TID + distance] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += other;
        shared[TID] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (TID == 0) {
        float all = 0;
        for (int warp = 0; warp < BLOCK / WARP; warp++)
            all += shared[warp * WARP];
        int old = *out, assumed;
        do {
            assumed = old;
            old = atomic_cmpxchg(out, assumed, as_int(all + as_float(assumed)));
        } while (assumed != old);
    }
}
