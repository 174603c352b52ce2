// Short macros of the command line keep their values: our headers' tables do not take them away.
// RUN: %swcc -c %s -o %t.o -DA=1 -DC=2 -DL=3 -DM=4 -DE=5 -DS=6 -DV=7 -DW=8 -DP=9 -DY=10 -DR=11
__global__ void kernel(int *p) {
    static_assert(A + C + L + M + E + S + V + W + P + Y + R == 66, "");
    p[0] = atomicAdd(&p[1], M);
}
