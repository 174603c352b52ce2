/* Mandelbrot set: a point per thread, a loop that each leaves at its own time. */
#include "run.h"

__global__ void mandelbrot(int *steps, int side, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;

    if (px >= side || py >= side)
        return;
    float cx = MANDELBROT_LEFT + px * MANDELBROT_STEP, cy = MANDELBROT_BOTTOM + py * MANDELBROT_STEP;
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

extern "C" void run_mandelbrot(void)
{
    mandelbrot<<<dim3(MANDELBROT_SIDE / TILE, MANDELBROT_SIDE / TILE), dim3(TILE, TILE)>>>(
        bench.mandelbrot.steps, MANDELBROT_SIDE, MANDELBROT_STEPS);
    finish_launch("mandelbrot");
}
