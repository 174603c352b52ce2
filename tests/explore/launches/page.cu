// The page of --html: whole, with nothing from elsewhere; a table, pictures of executions, interleavings that are played.
// RUN: %swcc --check %s -o %t
// RUN: %run %softwarp explore --watch A,B --kernel-name plain --forbid 'A==1 && B==20' --html %t.html %t && FileCheck --check-prefix=PLAIN %s < %t.html
// RUN: %python %S/Inputs/balanced.py %t.html
// RUN: %run %softwarp explore --watch A,B --kernel-name fences --find 'A==1 && B==20' --html %t.html %t && FileCheck --check-prefix=FENCES %s < %t.html
// RUN: %python %S/Inputs/balanced.py %t.html
// RUN: %run %softwarp explore --html %t.html %t > %t.txt && FileCheck --check-prefix=ALL %s < %t.html
// RUN: %python %S/Inputs/balanced.py %t.html
__device__ int X = 1, Y = 2, A, B;

// PLAIN:      <h2>kernel void plain&lt;10&gt;(), 2 blocks x 1 thread</h2>
// PLAIN:      <tr><th>A</th><th>B</th><th>outcome</th><th>interleaving</th><th>x86</th><th>why</th></tr>
// PLAIN-NEXT: <tr><td>1</td><td>2</td><td><a href="#l1o1">allowed</a></td><td>yes</td><td>yes</td><td></td></tr>
// PLAIN-NEXT: <tr class="unwanted"><td>1</td><td>20</td><td><a href="#l1o2">allowed, in no interleaving, NOT WANTED</a></td><td>no</td><td>no</td><td>page.cu:[[#@LINE+19]] reads X from before page.cu:[[#@LINE+18]]</td></tr>
// PLAIN:      A==1 &amp;&amp; B==20: allowed, and not wanted, in 1 outcome
// PLAIN:      __threadfence() between
// PLAIN:      data race: page.cu:[[#@LINE+15]] with page.cu:[[#@LINE+16]], X
// PLAIN:      <section id="l1o1">
// PLAIN:      <figure data-order="
// PLAIN:      <section id="l1o2">
// PLAIN-NEXT: <h3>A=1 B=20</h3>
// PLAIN:      <figure>
// PLAIN-NEXT: <svg
// PLAIN-NEXT: <text class="thread" x="4" y="16">before</text>
// PLAIN-NEXT: <text class="thread" {{.*}}>block 0 thread 0</text>
// PLAIN:      <path class="rf" d="{{[-MC0-9, ]+}}" marker-end="url(#arrow-rf)"/>
// PLAIN:      <path class="fr"
// PLAIN:      data-kind="write" data-name="X" data-value="10"><rect {{.*}}>page.cu:[[#@LINE+4]]</text><text {{.*}}>write X = 10</text></g>
// PLAIN:      <text class="name fr"
template <int VALUE> __global__ void plain()
{
    if (blockIdx.x == 0) { X = VALUE; Y = 20; }
    else { B = Y; A = X; }
}

// FENCES:      <pre>model ptx: {{.*}}complete
// FENCES-NEXT: A==1 &amp;&amp; B==20: forbidden by causality
// FENCES:      <details>
// FENCES-NEXT: <summary>A==1 &amp;&amp; B==20: an execution that is forbidden by causality</summary>
// FENCES:      <path class="fr step"
// FENCES:      <path class="sc step"
__global__ void fences()
{
    if (blockIdx.x == 0) { X = 10; __threadfence(); Y = 20; }
    else { B = Y; __threadfence(); A = X; }
}

// ALL: <path class="barrier meets"
__global__ void meets()
{
    B = 3;
    __syncthreads();
    A = threadIdx.x;
}

// ALL: <pre>not explored: it has more than 64 threads
__global__ void many()
{
    A = 5;
}

int main()
{
    auto reset = [] {
        int x = 1, y = 2;
        cudaMemcpyToSymbol(X, &x, 4);
        cudaMemcpyToSymbol(Y, &y, 4);
    };
    plain<10><<<2, 1>>>();
    reset();
    fences<<<2, 1>>>();
    meets<<<1, 2>>>();
    many<<<1, 65>>>();
    return cudaDeviceSynchronize();
}
