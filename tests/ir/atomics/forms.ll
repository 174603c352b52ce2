; Marker functions become atomic instructions of relaxed order; on shared memory and in block scope plain ones, because
; a block's threads take turns on one worker.
; RUN: %softwarp-cc %s --passes=atomics --emit=llvm | FileCheck %s

declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare i32 @__sw_atomic_inc_u32_system(ptr, i32)
declare float @__sw_atomic_add_f32_block(ptr, float)
declare i32 @__sw_atomic_max_u32_device(ptr, i32)
declare i64 @__sw_atomic_cas_u64_device(ptr, i64, i64)
declare i32 @__sw_atomic_add_v2f16_device(ptr, i32)
declare i16 @__sw_atomic_add_f16_device(ptr, i16)
declare i32 @__sw_atomic_dec_u32_block(ptr, i32)
declare i32 @__sw_atomic_load_u32_device(ptr)

define void @global(ptr %p, i64 %v) {
; CHECK-LABEL: @global(
; CHECK: atomicrmw add ptr %p, i32 1 monotonic, align 4
; CHECK: atomicrmw uinc_wrap ptr %p, i32 9 monotonic, align 4
; CHECK: cmpxchg ptr %p, i64 %v, i64 5 monotonic monotonic, align 8
; CHECK: extractvalue { i64, i1 } %{{.*}}, 0
; CHECK: call <2 x half> @sw.atomic_add_v2f16(ptr %p,
; CHECK: call half @sw.atomic_add_f16(ptr %p,
; CHECK: load atomic volatile i32, ptr %p monotonic, align 4
  %a = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  %b = call i32 @__sw_atomic_inc_u32_system(ptr %p, i32 9)
  %c = call i64 @__sw_atomic_cas_u64_device(ptr %p, i64 %v, i64 5)
  %d = call i32 @__sw_atomic_add_v2f16_device(ptr %p, i32 7)
  %e = call i16 @__sw_atomic_add_f16_device(ptr %p, i16 7)
  %f = call i32 @__sw_atomic_load_u32_device(ptr %p)
  ret void
}

define void @block_scope(ptr %p) {
; CHECK-LABEL: @block_scope(
; CHECK-NOT: atomicrmw
; CHECK: %[[OLD:.*]] = load float, ptr %p
; CHECK: %[[NEW:.*]] = fadd float %[[OLD]], 1.000000e+00
; CHECK: store float %[[NEW]], ptr %p
; CHECK: %[[C:.*]] = load i32, ptr %p
; CHECK: icmp eq i32 %[[C]], 0
; CHECK: icmp ugt i32 %[[C]], 4
; CHECK: ret void
  %a = call float @__sw_atomic_add_f32_block(ptr %p, float 1.0)
  %b = call i32 @__sw_atomic_dec_u32_block(ptr %p, i32 4)
  ret void
}

define void @shared(ptr addrspace(3) %s, i64 %i) {
; CHECK-LABEL: @shared(
; CHECK-NOT: atomicrmw
; CHECK: icmp ugt i32
; CHECK: select
; CHECK: store i32
  %e = getelementptr i32, ptr addrspace(3) %s, i64 %i
  %p = addrspacecast ptr addrspace(3) %e to ptr
  %a = call i32 @__sw_atomic_max_u32_device(ptr %p, i32 3)
  ret void
}
