// SARIF as its schema wants it, and what is in it; JSON's fields; for a fault, two threads that race, a leak, and nothing.
// RUN: rm -rf %t.d && mkdir %t.d && cp %s %t.d/prog.cu && cd %t.d && %swcc --check prog.cu -o prog
// RUN: cd %t.d && %softwarp check --tool all --leak-check full --sarif out.sarif --json out.json ./prog "a b" 2> /dev/null
// RUN: %python %S/sarif_schema.py %t.d/out.sarif
// RUN: FileCheck --check-prefix=SARIF %s < %t.d/out.sarif
// RUN: FileCheck --check-prefix=JSON %s < %t.d/out.json
// RUN: not %softwarp check --sarif %t.d/nothing.sarif true 2> /dev/null
// RUN: %python %S/sarif_schema.py %t.d/nothing.sarif
// The check sees what is wrong.
// RUN: sed 's/"id": 2,/"id": 1,/' %t.d/out.sarif > %t.d/wrong && not %python %S/sarif_schema.py %t.d/wrong
// RUN: sed 's/"startLine": [0-9]*/"startLine": 0/' %t.d/out.sarif > %t.d/wrong && not %python %S/sarif_schema.py %t.d/wrong
// RUN: sed 's/"executionSuccessful"/"successful"/' %t.d/out.sarif > %t.d/wrong && not %python %S/sarif_schema.py %t.d/wrong

__device__ void put(int *values, int at) { values[at] = 1; }
__global__ void outside(int *values) { put(values, 10); }
__global__ void race(int *values)
{
    if (threadIdx.x % 32 == 0)
        values[0] = threadIdx.x;
}

int main()
{
    int *values;
    cudaMalloc(&values, 10 * sizeof *values);
    outside<<<1, 1>>>(values);
    race<<<1, 64>>>(values);
    cudaDeviceSynchronize();
}
// SARIF: {"id": "memcheck/invalid-write", "shortDescription": {"text": "A kernel writes
// SARIF-NEXT: "help": {"text":
// SARIF: "invocations": [{"executionSuccessful": true
// SARIF: "arguments": ["./prog", "a b"], "workingDirectory": {"uri": "file:///{{.*}}sarif.cu.tmp.d/"}
// SARIF: "originalUriBaseIds": {"RUN": {"uri": "file:///
// SARIF: "ruleId": "memcheck/invalid-write"
// SARIF: {"uri": "prog.cu", "uriBaseId": "RUN"}
// SARIF: {"id": 1, {{.*}}"message": {"text": "called at"}
// SARIF: {"id": 2, {{.*}}"message": {"text": "It was allocated at"}
// SARIF: {"id": 3, {{.*}}"message": {"text": "Saved host backtrace up to the kernel's launch"}
// SARIF: "threadFlows": [{"id": "thread (0,0,0) in block (0,0,0)", {{.*}}outside(int*){{.*}}put(int*, int)
// SARIF: "properties": {"tool": "memcheck", "kernel": "outside(int*)", "address": "0x{{[0-9a-f]+}}28", "size": 4, "allocation": {"address": "0x{{[0-9a-f]+}}00", "size": 40}}
// SARIF: "ruleId": "racecheck/race-plain"
// SARIF: "threadFlows": [{"id": "thread (0,0,0) in block (0,0,0)"
// SARIF-NEXT: {"id": "thread (32,0,0) in block (0,0,0)"
// SARIF: "ruleId": "memcheck/leak"
// SARIF: "allocation": {"address": "0x{{[0-9a-f]+}}00", "size": 40}}
// JSON: "version": 1,
// JSON: "rule": "invalid-write"
// JSON-NEXT: "title": "Invalid __global__ write of size 4 bytes", "address": "0x{{[0-9a-f]+}}28", "size": 4, "allocation": {"address": "0x{{[0-9a-f]+}}00", "size": 40},
// JSON: "rule": "race-plain"
// JSON-NEXT: "address": "0x{{[0-9a-f]+}}00", "size": 4, "allocation": {
// JSON: "rule": "leak"
