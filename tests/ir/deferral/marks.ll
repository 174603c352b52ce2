; Which atomic operations may be done later than they are said, and which not.
; RUN: %softwarp-cc %s --passes=import,deferral --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

@bins = addrspace(1) global [64 x i32] zeroinitializer
@others = addrspace(1) global [64 x i32] zeroinitializer
@tile = internal addrspace(3) global [64 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.membar.gl()
declare float @__nv_expf(float)
declare i32 @unknown(i32)
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare i32 @__sw_atomic_add_i32_system(ptr, i32)
declare i32 @__sw_atomic_max_i32_device(ptr, i32)
declare i32 @__sw_atomic_exch_i32_device(ptr, i32)
declare i64 @__sw_atomic_add_u64_device(ptr, i64)
declare float @__sw_atomic_add_f32_device(ptr, float)

; Loads that come before, mathematics, shared memory at any time: marked.
; CHECK-LABEL: define {{.*}}@plain(
; CHECK: call float @__sw_atomic_add_f32_device_deferred(ptr %at, float %e)
; CHECK: call i32 @__sw_atomic_max_i32_device_deferred(ptr %q, i32 3)
define void @plain(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0()
  %v = load float, ptr %q
  %e = call float @__nv_expf(float %v)
  %at = getelementptr float, ptr %p, i32 %tid
  %old = call float @__sw_atomic_add_f32_device(ptr %at, float %e)
  %shared = getelementptr i32, ptr addrspace(3) @tile, i32 %tid
  store i32 1, ptr addrspace(3) %shared
  %old2 = call i32 @__sw_atomic_max_i32_device(ptr %q, i32 3)
  ret void
}

; A pointer in a structure that is passed by value, and never written; variables of the device.
; CHECK-LABEL: define {{.*}}@places(
; CHECK-COUNT-2: call i32 @__sw_atomic_add_i32_device_deferred(
define void @places(ptr byval({ptr, i32}) %by) {
  %p = load ptr, ptr %by
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  %old2 = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(1) @bins to ptr), i32 1)
  ret void
}

; The kernel may have put the address of a shared variable there: itself, or a function that has the structure's address.
; CHECK-LABEL: define {{.*}}@written(
; CHECK: call i32 @__sw_atomic_add_i32_device(
define void @written(ptr byval([4 x ptr]) %by, i32 %i, i32 %j) {
  %to = getelementptr [4 x ptr], ptr %by, i32 0, i32 %i
  store ptr addrspacecast (ptr addrspace(3) @tile to ptr), ptr %to
  %from = getelementptr [4 x ptr], ptr %by, i32 0, i32 %j
  %p = load ptr, ptr %from
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  ret void
}

; CHECK-LABEL: define {{.*}}@given_away(
; CHECK: call i32 @__sw_atomic_add_i32_device(
define void @given_away(ptr byval([4 x ptr]) %by) {
  call void @__nv_some(ptr %by)
  %p = load ptr, ptr %by
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  ret void
}
declare void @__nv_some(ptr)

; A load behind it, in the next iteration: of memory that is other for certain; and of memory that may be the same.
; CHECK-LABEL: define {{.*}}@restricted(
; CHECK: call i32 @__sw_atomic_add_i32_device_deferred(
define void @restricted(ptr %p, ptr noalias %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %from = getelementptr i32, ptr %q, i32 %i
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %p, i32 %v
  %old = call i32 @__sw_atomic_add_i32_device(ptr %to, i32 1)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define {{.*}}@variables(
; CHECK: call i32 @__sw_atomic_add_i32_device_deferred(
define void @variables(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %from = getelementptr i32, ptr addrspace(1) @others, i32 %i
  %v = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspacecast (ptr addrspace(1) @bins to ptr), i32 %v
  %old = call i32 @__sw_atomic_add_i32_device(ptr %to, i32 1)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define {{.*}}@overlapping(
; CHECK: call i32 @__sw_atomic_add_i32_device(
define void @overlapping(ptr %p, ptr %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %from = getelementptr i32, ptr %q, i32 %i
  %v = load i32, ptr %from
  %to = getelementptr i32, ptr %p, i32 %v
  %old = call i32 @__sw_atomic_add_i32_device(ptr %to, i32 1)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A store behind it, and a barrier.
; CHECK-LABEL: define {{.*}}@stored(
; CHECK: call i32 @__sw_atomic_add_i32_device(
define void @stored(ptr %p, ptr %q) {
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  store i32 0, ptr %q
  ret void
}

; CHECK-LABEL: define {{.*}}@barrier(
; CHECK: call i32 @__sw_atomic_add_i32_device(ptr %p
; CHECK: call i32 @__sw_atomic_add_i32_device_deferred(ptr %q
define void @barrier(ptr noalias %p, ptr noalias %q) {
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  call void @llvm.nvvm.barrier0()
  %old2 = call i32 @__sw_atomic_add_i32_device(ptr %q, i32 1)
  ret void
}

; Kernels that communicate: by fences, volatile accesses, results, functions of which nothing is known.
; CHECK-LABEL: define {{.*}}@fence(
; CHECK: call i32 @__sw_atomic_add_i32_device(
define void @fence(ptr %p) {
  call void @llvm.nvvm.membar.gl()
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  ret void
}

; CHECK-LABEL: define {{.*}}@volatile(
; CHECK: call i32 @__sw_atomic_add_i32_device(
define void @volatile(ptr %p, ptr %q) {
  %v = load volatile i32, ptr %q
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 %v)
  ret void
}

; CHECK-LABEL: define {{.*}}@result(
; CHECK: call i32 @__sw_atomic_add_i32_device(ptr %q
; CHECK: call i32 @__sw_atomic_add_i32_device(ptr %p
define void @result(ptr noalias %p, ptr noalias %q) {
  %ticket = call i32 @__sw_atomic_add_i32_device(ptr %q, i32 1)
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 %ticket)
  ret void
}

; CHECK-LABEL: define {{.*}}@call(
; CHECK: call i32 @__sw_atomic_add_i32_device(
define void @call(ptr %p) {
  %v = call i32 @unknown(i32 1)
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 %v)
  ret void
}

; The whole system may look at it; exchanges cannot be gathered; another size at what may be the same address.
; CHECK-LABEL: define {{.*}}@various(
; CHECK: call i32 @__sw_atomic_add_i32_system(
; CHECK: call i32 @__sw_atomic_exch_i32_device(
; CHECK: call i64 @__sw_atomic_add_u64_device(ptr %p
; CHECK: call i32 @__sw_atomic_add_i32_device_deferred(ptr %q
define void @various(ptr noalias %p, ptr noalias %q) {
  %old = call i32 @__sw_atomic_add_i32_system(ptr %p, i32 1)
  %old2 = call i32 @__sw_atomic_exch_i32_device(ptr %p, i32 1)
  %old3 = call i64 @__sw_atomic_add_u64_device(ptr %p, i64 1)
  %old4 = call i32 @__sw_atomic_max_i32_device(ptr %p, i32 1)
  %old5 = call i32 @__sw_atomic_add_i32_device(ptr %q, i32 1)
  ret void
}

; The whole system may look at it at any time.
; CHECK-LABEL: define {{.*}}@of_the_system(
; CHECK: call i32 @__sw_atomic_add_i32_system(ptr %p
define void @of_the_system(ptr %p) {
  %old = call i32 @__sw_atomic_add_i32_system(ptr %p, i32 1)
  ret void
}

; Where a pointer may be one into shared or local memory, which are gone behind the block.
; CHECK-LABEL: define {{.*}}@generic(
; CHECK-COUNT-3: call i32 @__sw_atomic_add_i32_device(
define void @generic(ptr %p, i1 %c) {
  %local = alloca i32
  %either = select i1 %c, ptr %p, ptr addrspacecast (ptr addrspace(3) @tile to ptr)
  %old = call i32 @__sw_atomic_add_i32_device(ptr %either, i32 1)
  %old2 = call i32 @__sw_atomic_add_i32_device(ptr addrspacecast (ptr addrspace(3) @tile to ptr), i32 1)
  %old3 = call i32 @__sw_atomic_add_i32_device(ptr %local, i32 1)
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15}
!0 = !{ptr @plain, !"kernel", i32 1}
!1 = !{ptr @places, !"kernel", i32 1}
!2 = !{ptr @restricted, !"kernel", i32 1}
!3 = !{ptr @variables, !"kernel", i32 1}
!4 = !{ptr @overlapping, !"kernel", i32 1}
!5 = !{ptr @stored, !"kernel", i32 1}
!6 = !{ptr @barrier, !"kernel", i32 1}
!7 = !{ptr @fence, !"kernel", i32 1}
!8 = !{ptr @volatile, !"kernel", i32 1}
!9 = !{ptr @result, !"kernel", i32 1}
!10 = !{ptr @call, !"kernel", i32 1}
!11 = !{ptr @various, !"kernel", i32 1}
!12 = !{ptr @generic, !"kernel", i32 1}
!13 = !{ptr @written, !"kernel", i32 1}
!14 = !{ptr @given_away, !"kernel", i32 1}
!15 = !{ptr @of_the_system, !"kernel", i32 1}
