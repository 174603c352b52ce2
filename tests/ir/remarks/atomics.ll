; What is said of atomics: combined in registers, with the old values by prefix, on vectors, written out, lane by lane;
; and of compare-and-swap loops; where there is AVX-512CD, of what it serves.
; RUN: %softwarp-cc %s --cpu=x86-64-v3 --passes=import,retries,retarget,context,lockstep --lanes=32 --remarks=/dev/stdout --emit=llvm -o %t | FileCheck %s
; RUN: %softwarp-cc %s --cpu=x86-64-v4 --passes=import,retries,retarget,context,lockstep --lanes=32 --remarks=/dev/stdout --emit=llvm -o %t | FileCheck %s --check-prefix=CD

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @__sw_atomic_add_i32_device(ptr, i32)
declare float @__sw_atomic_add_f32_device(ptr, float)
declare i32 @__sw_atomic_add_i32_block(ptr, i32)
declare i32 @__sw_atomic_cas_i32_device(ptr, i32, i32)
declare float @__sw_atomic_max_f32_block(ptr, float)
declare i32 @llvm.smax.i32(i32, i32)

; CHECK-LABEL: {"name": "combined"
; CHECK: "counts": {"atomic.combined": 1},
; CHECK: "detail": "add i32, device scope"
define void @combined(ptr %p, i32 %n) {
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 %n)
  ret void
}

; CHECK-LABEL: {"name": "chained"
; CHECK: "counts": {"atomic.chained": 1},
; CHECK: "detail": "add f32, device scope"
define void @chained(ptr %p, float %x) {
  %old = call float @__sw_atomic_add_f32_device(ptr %p, float %x)
  ret void
}

; CHECK-LABEL: {"name": "prefixed"
; CHECK: "counts": {"store.uniform": 1, "atomic.prefixed": 1},
define void @prefixed(ptr %p, ptr %q) {
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  store i32 %old, ptr %q
  ret void
}

; CHECK-LABEL: {"name": "ordered"
; CHECK: "counts": {"atomic.combined": 1},
; CHECK: "detail": "cas i32, device scope"
define void @ordered(ptr %p) {
  %old = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 1, i32 2)
  ret void
}

; CHECK-LABEL: {"name": "written_out"
; CHECK: "counts": {"atomic.written-out": 1},
define void @written_out(ptr %p) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %square = mul i64 %n, %n
  %at = getelementptr i32, ptr %p, i64 %square
  %old = call i32 @__sw_atomic_add_i32_device(ptr %at, i32 1)
  ret void
}

; Side by side, beyond a block and within one: not a load and a store of the source.
; CHECK-LABEL: {"name": "wide"
; CHECK: "counts": {"atomic.wide": 1},
define void @wide(ptr %p) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %at = getelementptr i32, ptr %p, i64 %n
  %old = call i32 @__sw_atomic_add_i32_device(ptr %at, i32 1)
  ret void
}

; CHECK-LABEL: {"name": "vector"
; CHECK: "counts": {"atomic.vector": 1},
define void @vector(ptr %p) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %at = getelementptr i32, ptr %p, i64 %n
  %old = call i32 @__sw_atomic_add_i32_block(ptr %at, i32 1)
  ret void
}

; CHECK-LABEL: {"name": "by_lane"
; CHECK: "counts": {"atomic.lanes": 2},
define void @by_lane(ptr %p) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %old = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 1, i32 %i)
  %older = atomicrmw add ptr %p, i32 %i monotonic
  ret void
}

; CHECK-LABEL: {"name": "meeting"
; CHECK: "counts": {"load.vector": 1, "store.vector": 1, "atomic.lanes": 1},
; CD-LABEL: {"name": "meeting"
; CD: "counts": {"load.vector": 1, "store.vector": 1, "atomic.conflict-free": 1},
; CD: {"kind": "atomic.conflict-free", {{.*}}, "detail": "max f32, block scope"}
define void @meeting(ptr %p, ptr %q) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %from = getelementptr i32, ptr %q, i64 %n
  %bin = load i32, ptr %from
  %to = getelementptr float, ptr %p, i32 %bin
  %old = call float @__sw_atomic_max_f32_block(ptr %to, float 1.0)
  store float %old, ptr %from
  ret void
}

; At one lane it is said as well: the loop is gone there, too.
; CHECK-LABEL: {"name": "retry"
; CHECK: "counts": {"load.uniform": 1, "atomic.combined": 1, "atomic.retry": 1},
; CHECK: {"kind": "atomic.retry", {{.*}}, "detail": "max i32, device scope"}
; CHECK: {"lanes": 1, "width": 1, "blocks": "any"
; CHECK-NEXT: "counts": {"atomic.retry": 1},
define void @retry(ptr %p, i32 %v) {
entry:
  %guess = load volatile i32, ptr %p
  br label %try
try:
  %old = phi i32 [ %guess, %entry ], [ %found, %try ]
  %new = call i32 @llvm.smax.i32(i32 %old, i32 %v)
  %found = call i32 @__sw_atomic_cas_i32_device(ptr %p, i32 %old, i32 %new)
  %done = icmp eq i32 %old, %found
  br i1 %done, label %exit, label %try
exit:
  ret void
}

!nvvm.annotations = !{!0, !9, !1, !7, !2, !5, !6, !3, !8, !4}
!0 = !{ptr @combined, !"kernel", i32 1}
!1 = !{ptr @prefixed, !"kernel", i32 1}
!2 = !{ptr @written_out, !"kernel", i32 1}
!3 = !{ptr @by_lane, !"kernel", i32 1}
!4 = !{ptr @retry, !"kernel", i32 1}
!5 = !{ptr @wide, !"kernel", i32 1}
!6 = !{ptr @vector, !"kernel", i32 1}
!7 = !{ptr @ordered, !"kernel", i32 1}
!8 = !{ptr @meeting, !"kernel", i32 1}
!9 = !{ptr @chained, !"kernel", i32 1}
