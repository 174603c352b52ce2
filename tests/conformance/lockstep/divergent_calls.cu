// Calls that not all lanes make, and not of the same function: functions that are not inlined, function pointers, virtual
// functions, recursion, allocation, printf.
// EXPECT: from thread 5
// EXPECT: from thread 68
// EXPECT: 9 of 10 in words: nine
// NO-GPU: the order in which threads print
#include "each_thread.h"

#define APART __host__ __device__ __attribute__((noinline))

static APART unsigned collatz(unsigned value, unsigned limit)
{
    unsigned steps = 0;
    while (value > 1 && steps < limit) {
        value = value & 1 ? (value * 3 + 1) & 0xffff : value / 2;
        steps++;
    }
    return steps;
}

static APART unsigned fold(const unsigned *in, unsigned from, unsigned count, unsigned n)
{
    unsigned hash = 0;
    for (unsigned k = 0; k < count; k++)
        hash = hash * 17 + in[(from + k) % n];
    return hash;
}

struct Big { unsigned long long values[5]; float scale; };

static APART Big scaled(Big from, float by)
{
    for (unsigned long long &value : from.values)
        value *= (unsigned)by;
    from.scale += by;
    return from;
}

struct Functions {
    static APART unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned hash = in[i] % 1000;
        for (unsigned k = 0; k < 1 + i % 4; k++) {
            if (hash % 3 == 0)
                hash += collatz(hash, 50);
            else if (hash % 3 == 1)
                hash ^= fold(in, i + k, hash % 8, n);
            if (i % 5 == k) {
                Big big = {{1, 2, hash, i, 5}, 0.5f};
                big = scaled(big, 3.0f);
                hash += (unsigned)(big.values[2] + big.values[3] + big.values[k]) + (unsigned)(big.scale * 2);
            }
        }
        return hash;
    }
};

static APART unsigned add(unsigned a, unsigned b) { return a + b; }
static APART unsigned mix(unsigned a, unsigned b) { return a * 31 ^ b; }
static APART unsigned turn(unsigned a, unsigned b) { return a << (b & 7) | a >> 13; }

struct Pointers {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned (*const table[])(unsigned, unsigned) = {add, mix, turn};
        unsigned hash = i;
        for (unsigned k = 0; k < in[i] % 7; k++) {
            unsigned which = in[(i + k) % n] % 4;
            if (which < 3)
                hash = table[which](hash, k);
        }
        return hash;
    }
};

struct Shape {
    __host__ __device__ virtual unsigned area() const = 0;
    __host__ __device__ virtual unsigned grown(unsigned by) const { return area() + by; }
};
struct Square : Shape {
    unsigned side;
    __host__ __device__ explicit Square(unsigned s) : side(s) {}
    __host__ __device__ unsigned area() const override { return side * side; }
};
struct Box : Shape {
    unsigned width, height;
    __host__ __device__ Box(unsigned w, unsigned h) : width(w), height(h) {}
    __host__ __device__ unsigned area() const override { return width * height; }
    __host__ __device__ unsigned grown(unsigned by) const override { return (width + by) * (height + by); }
};

struct Virtual {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        Square square(in[i] % 50);
        Box box(i % 9, in[(i + 1) % n] % 11);
        const Shape *shape = in[i] % 2 ? (const Shape *)&square : &box;
        unsigned sum = 0;
        for (unsigned k = 0; k < i % 5; k++) {
            if (k != in[i] % 3)
                sum = sum * 3 + shape->area();
            else
                sum += shape->grown(k);
            if (sum % 4 == 1)
                shape = &square;
        }
        return sum;
    }
};

static APART unsigned ways(unsigned long steps, unsigned longest)
{
    if (steps == 0)
        return 1;
    unsigned count = 0;
    for (unsigned k = 1; k <= longest && k <= steps; k++)
        count += ways(steps - k, longest);
    return count;
}

static APART unsigned odd(unsigned n);
static APART unsigned even(unsigned n) { return n == 0 ? 1 : odd(n - 1) * 2 + 1; }
static APART unsigned odd(unsigned n) { return n == 0 ? 0 : even(n - 1) * 3; }

struct Recursion {
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        unsigned sum = in[(i + 1) % n] % 16;
        if (i % 3 != 1)
            sum += ways(in[i] % 9, 1 + i % 3);
        if (i % 4 == 2)
            sum ^= even(in[i] % 20) << 5;
        return sum;
    }
};

/* Lists that only some lanes make, of their own length. */
struct Lists {
    struct Node { unsigned value; Node *next; };
    static __host__ __device__ unsigned run(unsigned i, const unsigned *in, unsigned n)
    {
        Node *head = nullptr;
        if (i % 3) {
            for (unsigned k = 0; k < in[i] % 6; k++) {
                Node *node = (Node *)malloc(sizeof *node);
                *node = {in[(i + k) % n], head};
                head = node;
            }
        }
        unsigned hash = 5;
        while (head) {
            Node *next = head->next;
            hash = hash * 13 + head->value;
            free(head);
            head = next;
        }
        return hash;
    }
};

__global__ void tell(unsigned n)
{
    static const char *const words[] = {"seven", "eight", "nine"};
    unsigned i = threadIdx.x;
    if (i >= n)
        return;
    if (i % 63 == 5)
        printf("from thread %u\n", i);
    else if (i > 6 && i < 10)
        printf("%u of %g in words: %s\n", i, 10.0, words[i - 7]);
}

/* printf's answer is the number of its arguments. */
__global__ void count_arguments(int *answers)
{
    unsigned i = threadIdx.x;
    answers[i] = -5;
    if (i % 2)
        answers[i] = printf("%c%s", ' ', "");
}

static void check_printf()
{
    tell<<<1, 100>>>(90);
    CHECK_LAUNCH();
    DeviceArray<int> answers(40);
    count_arguments<<<1, 40>>>(answers.at);
    CHECK_LAUNCH();
    int answer[40];
    CHECK(cudaMemcpy(answer, answers.at, sizeof answer, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 40; i++)
        EXPECT_EQ(answer[i], i % 2 ? 2 : -5);
}

int main()
{
    COMPARE(Functions);
    COMPARE(Pointers);
    COMPARE(Virtual);
    COMPARE(Recursion);
    COMPARE(Lists);
    check_printf();
    return finish();
}
