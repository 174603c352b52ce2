; Single-precision atomicAdd flushes denormals but in shared memory; where that is not known, both is done.
; RUN: %softwarp-cc %s --passes=import,spaces --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s -O0 --passes=import,spaces --emit=llvm | FileCheck %s --check-prefix=UNOPTIMISED
; RUN: %softwarp-cc %s --passes=import,spaces,retarget,atomics --emit=llvm | FileCheck %s --check-prefix=MADE
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

@bins = addrspace(1) global [64 x float] zeroinitializer
@table = internal addrspace(4) externally_initialized global [4 x i32] zeroinitializer
@tile = internal addrspace(3) global [64 x float] undef
%struct.pair = type { ptr, ptr }

declare float @__sw_atomic_add_f32_device(ptr, float)
declare float @__sw_atomic_add_f32_block(ptr, float)
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare double @__sw_atomic_add_f64_device(ptr, double)

; CHECK-LABEL: define {{.*}}@known(
; CHECK: call float @__sw_atomic_addftz_f32_device(ptr %p
; CHECK: call float @__sw_atomic_addftz_f32_block(ptr addrspacecast (ptr addrspace(1) @bins to ptr)
; CHECK: call float @__sw_atomic_addftz_f32_device(ptr %inside
; CHECK: call float @__sw_atomic_add_f32_device(ptr addrspacecast (ptr addrspace(3) @tile to ptr)
; CHECK: call double @__sw_atomic_add_f64_device(ptr %p
; MADE-LABEL: define {{.*}}@known(
; MADE: call float @sw.atomic_addftz_f32(ptr %p, float 1.000000e+00)
define void @known(ptr %p, ptr byval(%struct.pair) %s) {
  %a = call float @__sw_atomic_add_f32_device(ptr %p, float 1.0)
  %b = call float @__sw_atomic_add_f32_block(ptr addrspacecast (ptr addrspace(1) @bins to ptr), float 1.0)
  %member = getelementptr i8, ptr %s, i64 8
  %inside = load ptr, ptr %member
  %c = call float @__sw_atomic_add_f32_device(ptr %inside, float 1.0)
  %d = call float @__sw_atomic_add_f32_device(ptr addrspacecast (ptr addrspace(3) @tile to ptr), float 1.0)
  %e = call double @__sw_atomic_add_f64_device(ptr %p, double 1.0)
  ret void
}

; A choice between the two, and a pointer from memory.
; CHECK-LABEL: define {{.*}}@either(
; CHECK: call float @__sw_atomic_addany_f32_device(ptr %q
; CHECK: call float @__sw_atomic_addany_f32_device(ptr %r
; CHECK: call float @__sw_atomic_addftz_f32_device(ptr %s
; CHECK-NOT: @__sw_refuse_constant
; UNOPTIMISED-LABEL: define {{.*}}@either(
; UNOPTIMISED: call void @__sw_refuse_constant(ptr %r)
; MADE-LABEL: define {{.*}}@either(
; MADE: %[[IS:.*]] = call i1 @llvm.nvvm.isspacep.shared(ptr %q)
; MADE: %[[HERE:.*]] = select i1 %[[IS]], ptr %q, ptr %spare
; MADE: load float, ptr %[[HERE]]
; MADE: %[[BEYOND:.*]] = select i1 %[[IS]], ptr %spare, ptr %q
; MADE: call float @sw.atomic_addftz_f32(ptr %[[BEYOND]]
define void @either(ptr %p, i1 %c) {
  %q = select i1 %c, ptr %p, ptr addrspacecast (ptr addrspace(3) @tile to ptr)
  %a = call float @__sw_atomic_add_f32_device(ptr %q, float 1.0)
  %r = load ptr, ptr %p
  %b = call float @__sw_atomic_add_f32_device(ptr %r, float 1.0)
  %s = select i1 %c, ptr %p, ptr addrspacecast (ptr addrspace(1) @bins to ptr)
  %d = call float @__sw_atomic_add_f32_device(ptr %s, float 1.0)
  ret void
}

; A structure by value: a function's may hold anything, and a kernel's what the kernel writes there.
; CHECK-LABEL: define {{.*}}@of_function(
; CHECK: call float @__sw_atomic_addany_f32_device(
define void @of_function(ptr byval(%struct.pair) %s) {
  %inside = load ptr, ptr %s
  %a = call float @__sw_atomic_add_f32_device(ptr %inside, float 1.0)
  ret void
}

; CHECK-LABEL: define {{.*}}@written(
; CHECK: call float @__sw_atomic_addany_f32_device(
define void @written(ptr byval(%struct.pair) %s, i64 %n) {
  store ptr addrspacecast (ptr addrspace(3) @tile to ptr), ptr %s
  %member = getelementptr i8, ptr %s, i64 %n
  %inside = load ptr, ptr %member
  %a = call float @__sw_atomic_add_f32_device(ptr %inside, float 1.0)
  call void @of_function(ptr byval(%struct.pair) %s)
  ret void
}

; What a function gets that is no kernel may be any address.
; CHECK-LABEL: define {{.*}}@of_pointer(
; CHECK: call float @__sw_atomic_addany_f32_device(ptr %p
define void @of_pointer(ptr %p) {
  %a = call float @__sw_atomic_add_f32_device(ptr %p, float 1.0)
  ret void
}

; Constant memory.
; CHECK-LABEL: define {{.*}}@constant(
; CHECK: call void @__sw_constant_atomic()
; CHECK-NEXT: call i32 @__sw_atomic_add_i32_device(
define void @constant() {
  %a = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(4) @table to ptr), i32 1)
  ret void
}

; MADE-LABEL: define internal float @sw.atomic_addftz_f32(
; MADE: and i32 %{{.*}}, 2139095040
; MADE: fadd float
; MADE: cmpxchg ptr
!nvvm.annotations = !{!0, !1, !2, !50}
!0 = !{ptr @known, !"kernel", i32 1}
!1 = !{ptr @either, !"kernel", i32 1}
!2 = !{ptr @constant, !"kernel", i32 1}
!50 = !{ptr @written, !"kernel", i32 1}
