; Atomics of a warp on one address, of which the order of the lanes decides: ascending, with nobody between, they are one
; operation, and what each lane finds follows.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @__sw_atomic_exch_u32_device(ptr, i32)
declare i32 @__sw_atomic_inc_u32_device(ptr, i32)
declare i32 @__sw_atomic_inc_u32_block(ptr, i32)
declare i32 @__sw_atomic_dec_u32_device(ptr, i32)
declare i32 @__sw_atomic_cas_u32_device(ptr, i32, i32)

; The last lane's value stays; each finds that of the lane before.
; CHECK-LABEL: define internal void @exchange.w8.full(
; CHECK: %[[V:.*]] = load <8 x i32>
; CHECK: %last = extractelement <8 x i32> %[[V]], i32 7
; CHECK: %[[OLD:.*]] = call i32 @__sw_atomic_exch_u32_device(ptr %{{.*}}, i32 %last)
; CHECK: insertelement <8 x i32> poison, i32 %[[OLD]], i32 0
; CHECK: %[[X:.*]] = shufflevector <8 x i32> %[[V]], <8 x i32> %{{.*}}, <8 x i32> <i32 8, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>
; CHECK-NEXT: store <8 x i32> %[[X]]
; Of those that run.
; CHECK-LABEL: define internal void @exchange.w8.rows(
; CHECK: %[[ZEROS:.*]] = call i8 @llvm.ctlz.i8(
; CHECK: call i32 @__sw_atomic_exch_u32_device(ptr %{{.*}}, i32 %last)
; CHECK: %[[KNOWN:.*]] = shufflevector <8 x i1> %lanes, <8 x i1> <i1 true,
; CHECK: select <8 x i1> %[[KNOWN]], <8 x i32>
; CHECK-NOT: @__sw_atomic_
; CHECK: call void @llvm.masked.store
define void @exchange(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %v = load i32, ptr %at
  %old = call i32 @__sw_atomic_exch_u32_device(ptr %p, i32 %v)
  store i32 %old, ptr %at
  ret void
}

; The same value of all, and nobody looks.
; CHECK-LABEL: define internal void @set.w8.full(
; CHECK: call i32 @__sw_atomic_exch_u32_device(ptr %{{.*}}, i32 7)
; CHECK-NEXT: ret void
define void @set(ptr %p) {
  %old = call i32 @__sw_atomic_exch_u32_device(ptr %p, i32 7)
  ret void
}

; As many steps as there are lanes, in one compare-and-swap.
; CHECK-LABEL: define internal void @count.w8.full(
; CHECK: %guess = load atomic i32, ptr %{{.*}} monotonic, align 4
; CHECK: count:
; CHECK: %old = phi i32 [ %guess, %{{.*}} ], [ %found, %count ]
; CHECK: icmp ugt i32 %old, %[[LIMIT:.*]]
; CHECK: %found = call i32 @__sw_atomic_cas_u32_device(ptr %{{.*}}, i32 %old, i32 %{{.*}})
; CHECK-NEXT: icmp eq i32 %found, %old
; CHECK: counted:
; CHECK: {{sub|add}} <8 x i32> {{.*}}<i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-NOT: @__sw_atomic_
; CHECK: store <8 x i32>
; Steps of the lanes that run.
; CHECK-LABEL: define internal void @count.w8.rows(
; CHECK: %active = zext i8 %{{.*}} to i32
; CHECK: call i32 @llvm.ctpop.i32(i32 %active)
; CHECK: and <8 x i32> %{{.*}}, <i32 0, i32 1, i32 3, i32 7, i32 15, i32 31, i32 63, i32 127>
; CHECK: call <8 x i32> @llvm.ctpop.v8i32(
define void @count(ptr %p, ptr %q, i32 %limit) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %old = call i32 @__sw_atomic_inc_u32_device(ptr %p, i32 %limit)
  store i32 %old, ptr %at
  ret void
}

; Within a block nothing is tried twice.
; CHECK-LABEL: define internal void @plainly.w8.full(
; CHECK: %old = load i32, ptr %[[P:.*]], align 4
; CHECK: store i32 %{{.*}}, ptr %[[P]]
; CHECK-NEXT: ret void
define void @plainly(ptr %p, i32 %limit) {
  %old = call i32 @__sw_atomic_inc_u32_block(ptr %p, i32 %limit)
  ret void
}

; Limits that differ: lane by lane.
; CHECK-LABEL: define internal void @limits.w8.full(
; CHECK: lane:
; CHECK: call i32 @__sw_atomic_dec_u32_device(
define void @limits(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %old = call i32 @__sw_atomic_dec_u32_device(ptr %p, i32 %tid)
  store i32 %old, ptr %at
  ret void
}

; The first lane swaps, or nobody.
; CHECK-LABEL: define internal void @swap.w8.full(
; CHECK: %[[OLD:.*]] = call i32 @__sw_atomic_cas_u32_device(ptr %{{.*}}, i32 %[[FROM:.*]], i32 %[[TO:.*]])
; CHECK: %[[SWAPPED:.*]] = icmp eq i32 %[[OLD]], %[[FROM]]
; CHECK: select i1 %[[SWAPPED]], i32 %[[TO]], i32 %[[OLD]]
; CHECK: %[[X:.*]] = insertelement <8 x i32> %{{.*}}, i32 %[[OLD]], i32 0
; CHECK-NOT: @__sw_atomic_
; CHECK: store <8 x i32> %[[X]]
; CHECK-LABEL: define internal void @swap.w8.rows(
; CHECK: %[[OLD:.*]] = call i32 @__sw_atomic_cas_u32_device(
; CHECK: %[[FIRST:.*]] = zext i8 %{{.*}} to i32
; CHECK: insertelement <8 x i32> %{{.*}}, i32 %[[OLD]], i32 %[[FIRST]]
define void @swap(ptr %p, ptr %q, i32 %from, i32 %to) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %old = call i32 @__sw_atomic_cas_u32_device(ptr %p, i32 %from, i32 %to)
  store i32 %old, ptr %at
  ret void
}

; Other operands than the same ones for all: lane by lane.
; CHECK-LABEL: define internal void @swap_own.w8.full(
; CHECK: lane:
; CHECK: call i32 @__sw_atomic_cas_u32_device(
define void @swap_own(ptr %p, ptr %q, i32 %from) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %old = call i32 @__sw_atomic_cas_u32_device(ptr %p, i32 %from, i32 %tid)
  store i32 %old, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !{ptr @exchange, !"kernel", i32 1}
!1 = !{ptr @set, !"kernel", i32 1}
!2 = !{ptr @count, !"kernel", i32 1}
!3 = !{ptr @plainly, !"kernel", i32 1}
!4 = !{ptr @limits, !"kernel", i32 1}
!5 = !{ptr @swap, !"kernel", i32 1}
!6 = !{ptr @swap_own, !"kernel", i32 1}
