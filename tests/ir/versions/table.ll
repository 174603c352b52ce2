; A module that is compiled for one processor has a version of its own, and constructors that ask for what it needs before
; anything runs, and then load it; they are code for any x86-64.
; RUN: %softwarp-cc %s --cpu=x86-64-v2 --emit=llvm -O1 --lanes=1 --source=a.cu | FileCheck %s
; CHECK: @sw.version = internal global { i64, ptr, ptr } { i64 127, ptr @[[NAME:sw.string.*]], ptr @sw.register }
; CHECK: @sw.versions = internal global [1 x ptr] [ptr @sw.version]
; CHECK: @sw.made.for = internal global { ptr, ptr, i64, i64, ptr } { ptr @{{.*}}, ptr @sw.versions, i64 1, i64 0, ptr @{{.*}} }
; CHECK: define internal void @sw.require() {{.*}}#[[ANY:[0-9]+]]
; CHECK: call void @swrt_require_processor(ptr {{.*}}@sw.made.for)
; CHECK: call void @swrt_load_version(ptr {{.*}}@sw.made.for)
; CHECK: attributes #[[ANY]] = { {{.*}}"target-cpu"="x86-64" "target-features"="+sse2" }

; What host code was compiled for counts, too.
; RUN: %softwarp-cc %s --cpu=x86-64-v2 --host-cpu=x86-64-v3,+avx512f,-fma --emit=llvm -O1 --lanes=1 | FileCheck %s --check-prefix=HOST
; HOST: @sw.made.for = internal global { {{.*}} } { ptr @{{.*}}, ptr @sw.versions, i64 1, i64 61439, ptr @{{.*}} }

; Several: one object, the first has the list and the constructors.
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %softwarp-cc %s --cpu=portable --id=00112233445566778899aabbccddeeff -o three.o
; RUN: llvm-nm three.o | FileCheck %s --check-prefix=THREE
; RUN: ls | FileCheck %s --check-prefix=LEFT
; THREE-COUNT-1: t sw.load
; THREE-NOT: t sw.load
; THREE-COUNT-3: t sw.register
; THREE-COUNT-1: t sw.require
; THREE: d sw.versions
; THREE: swrt_device_link_of_00112233445566778899aabbccddeeff
; THREE: D swrt_version.of.00112233445566778899aabbccddeeff{{$}}
; THREE: D swrt_version.of.00112233445566778899aabbccddeeff.1
; THREE: D swrt_version.of.00112233445566778899aabbccddeeff.2
; LEFT-NOT: {{version|said}}
; LEFT: three.o

; Each once, and the same object however many processes make it, in parts, too.
; RUN: %softwarp-cc %s --cpu=x86-64-v2,x86-64-v3,x86-64-v2,x86-64-v4 --jobs=1 --id=00112233445566778899aabbccddeeff -o again.o && cmp three.o again.o
; RUN: %softwarp-cc %s --cpu=portable --parts=2 --lanes=all --id=00112233445566778899aabbccddeeff -o parts.o && llvm-nm parts.o | FileCheck %s --check-prefix=THREE

; RUN: not %softwarp-cc %s --cpu=portable --emit=llvm 2>&1 | FileCheck %s --check-prefix=ONE
; ONE: error: --cpu=portable: only objects can be made for several processors
; RUN: not %softwarp-cc %s --cpu=x86-64-v3,pentium -o none.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; UNKNOWN: error: unknown processor 'pentium' (--cpu): there are native, portable, x86-64, x86-64-v2, {{.*}}znver5

; The user's errors are said once.
; RUN: sed 's/; ERROR //' %s > wrong.ll
; RUN: not %softwarp-cc wrong.ll --cpu=portable -o none.o 2>&1 | FileCheck %s --check-prefix=WRONG
; WRONG-COUNT-1: missing
; WRONG-NOT: missing
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare void @missing()

define void @kernel(ptr %p) {
  ; ERROR call void @missing()
  %v = load float, ptr %p
  %twice = fadd float %v, %v
  store float %twice, ptr %p
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
