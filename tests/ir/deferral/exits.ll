; A thread that exits opens barriers for others: where these may then look, nothing is put off.
; RUN: %softwarp-cc %s --passes=import,deferral --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

@tile = internal addrspace(3) global [64 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.barrier.sync(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @__sw_grid_sync()
declare i32 @__sw_atomic_add_i32_device(ptr, i32)

;      entry -> add -> return
;           \-> wait: barrier, load
; CHECK-LABEL: define {{.*}}@early(
; CHECK: call i32 @__sw_atomic_add_i32_device(
define void @early(ptr noalias %p, ptr %out, i1 %c) {
  br i1 %c, label %add, label %wait
add:
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  ret void
wait:
  call void @llvm.nvvm.barrier0()
  %v = load i32, ptr %p
  store i32 %v, ptr %out
  ret void
}

; __restrict__ is a promise of one thread about itself.
; CHECK-LABEL: define {{.*}}@restricted(
; CHECK: call i32 @__sw_atomic_add_i32_device(
define void @restricted(ptr noalias %p, ptr noalias %q, i1 %c) {
  br i1 %c, label %add, label %wait
add:
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  ret void
wait:
  call void @llvm.nvvm.barrier0()
  %v = load i32, ptr %q
  ret void
}

; Behind the barrier others look at shared memory only.
; CHECK-LABEL: define {{.*}}@elsewhere(
; CHECK: call i32 @__sw_atomic_add_i32_device_deferred(
define void @elsewhere(ptr %p, i1 %c) {
  br i1 %c, label %add, label %wait
add:
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  ret void
wait:
  call void @llvm.nvvm.barrier0()
  store i32 1, ptr addrspace(3) @tile
  ret void
}

; Everybody who adds has been at the barrier, and the others at the same time.
; CHECK-LABEL: define {{.*}}@passed(
; CHECK: call i32 @__sw_atomic_add_i32_device_deferred(
define void @passed(ptr noalias %p, ptr noalias %q, i1 %c) {
  call void @llvm.nvvm.barrier0()
  %v = load i32, ptr %q
  br i1 %c, label %add, label %done
add:
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 %v)
  br label %done
done:
  ret void
}

; In a loop others may be at it once more.
; CHECK-LABEL: define {{.*}}@again(
; CHECK: call i32 @__sw_atomic_add_i32_device(
define void @again(ptr noalias %p, ptr noalias %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  call void @llvm.nvvm.barrier0()
  %v = load i32, ptr %q
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %add
add:
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 %v)
  ret void
}

; Of warps, and of barriers with a number, it is not said who comes to them.
; CHECK-LABEL: define {{.*}}@warp(
; CHECK: call i32 @__sw_atomic_add_i32_device(
define void @warp(ptr noalias %p, ptr noalias %q, i32 %mask) {
  call void @llvm.nvvm.bar.warp.sync(i32 %mask)
  %v = load i32, ptr %q
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 %v)
  ret void
}

; CHECK-LABEL: define {{.*}}@named(
; CHECK: call i32 @__sw_atomic_add_i32_device(
define void @named(ptr noalias %p, ptr noalias %q, i32 %id) {
  call void @llvm.nvvm.barrier.sync(i32 %id)
  %v = load i32, ptr %q
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 %v)
  ret void
}

; Behind the grid's barrier other workers' threads add to the same memory: not those that have not been there.
; CHECK-LABEL: define {{.*}}@grid(
; CHECK: call i32 @__sw_atomic_add_i32_device_deferred(ptr %p, i32 1)
; CHECK: call i32 @__sw_atomic_add_i32_device(ptr %p, i32 2)
define void @grid(ptr %p, i1 %c) {
  br i1 %c, label %wait, label %add
wait:
  call void @__sw_grid_sync()
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  ret void
add:
  %old2 = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 2)
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7}
!0 = !{ptr @early, !"kernel", i32 1}
!1 = !{ptr @restricted, !"kernel", i32 1}
!2 = !{ptr @elsewhere, !"kernel", i32 1}
!3 = !{ptr @passed, !"kernel", i32 1}
!4 = !{ptr @again, !"kernel", i32 1}
!5 = !{ptr @warp, !"kernel", i32 1}
!6 = !{ptr @named, !"kernel", i32 1}
!7 = !{ptr @grid, !"kernel", i32 1}
