// More executions than anybody waits for: what is known up to a time, up to a number, and when
// somebody interrupts; and a line says how far it is.
// UNSUPPORTED: quick
// RUN: %swcc --check %s -o %t
// RUN: %softwarp explore --watch N --bound 1s %t 2> %t.err | FileCheck --check-prefix=TIME %s
// RUN: count 0 < %t.err
// RUN: %softwarp explore --watch N --bound 100 %t | FileCheck --check-prefix=NUMBER %s
// RUN: %softwarp explore --watch N --bound 3s --progress yes %t 2>&1 >/dev/null | tr '\r' '\n' | FileCheck --check-prefix=PROGRESS %s
// RUN: not %softwarp explore --watch N %t SIGINT > %t.txt 2>&1; FileCheck --check-prefix=INTERRUPTED %s < %t.txt
// RUN: not %softwarp explore --watch N --bound 100000s --model sc %t SIGTERM > %t.txt 2>&1; FileCheck --check-prefix=INTERRUPTED %s < %t.txt
#include <csignal>
#include <cstring>
#include <thread>
#include <unistd.h>

__device__ int X[5], N;
__managed__ volatile int begun;

// TIME: kernel long_one(), 5 blocks x 1 thread: {{.*}}, up to a bound (1 second)
// TIME-NEXT: N={{.*}}allowed
// PROGRESS: kernel long_one(): {{[0-9]+}} executions, {{[0-9]+}} outcomes, {{[0-9]+}} s
// NUMBER: kernel long_one(), 5 blocks x 1 thread: {{.*}}, up to a bound (the number of executions)
// INTERRUPTED: kernel long_one(), 5 blocks x 1 thread: {{.*}}, up to a bound (interrupted)
__global__ void long_one()
{
    int own = blockIdx.x;
    begun = 1;
    for (int i = 0; i < 4; i++) {
        X[own] = i + own;
        N = N + X[(own + 1) % 5] * 7 + X[(own + 2) % 5];
    }
}

int main(int count, char **words)
{
    int number = count > 1 && !strcmp(words[1], "SIGINT") ? SIGINT : SIGTERM;
    signal(number, SIG_DFL); // it may have been ignored by who runs the test
    std::thread([=] {
        while (count > 1 && !begun) usleep(1000);
        if (count > 1) kill(getpid(), number);
    }).detach();
    long_one<<<5, 1>>>();
    return cudaDeviceSynchronize();
}
