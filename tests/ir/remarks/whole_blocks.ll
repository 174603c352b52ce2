; Whole blocks: nothing is left of barriers; what cannot run so is said, with the sizes that it hinders.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep -Rsoftwarp --remarks=%t.json --emit=llvm -o %t.ll 2> %t.said
; RUN: FileCheck %s < %t.said
; RUN: FileCheck %s --check-prefix=JSON < %t.json

declare void @llvm.nvvm.barrier0()
declare void @__sw_grid_sync()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @__sw_atomic_add_i32_device(ptr, i32)

; CHECK: remark: kernel 'whole': 32 lanes (full rows, rows, any block), whole blocks (256, 128) [-Rsoftwarp]
; CHECK-NEXT: remark: atomic combined in registers (add i32, device scope) [-Rsoftwarp]
; CHECK-NEXT: remark: barrier [-Rsoftwarp]
; CHECK-NEXT: remark: with a block of 256, a block of 128 instead: barriers that are nothing (line ?) [-Rsoftwarp]
; JSON-LABEL: {"name": "whole"
; JSON: {"lanes": 256, "width": 32, "blocks": "line"
; JSON-NEXT: "counts": {"atomic.combined": 1, "wait.none": 1},
; JSON: {"lanes": 32, "width": 32, "blocks": "full-rows"
; JSON-NEXT: "counts": {"atomic.combined": 1, "wait.barrier": 1},
define void @whole(ptr %p) {
  call void @llvm.nvvm.barrier0()
  %old = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)
  ret void
}

; CHECK-NEXT: remark: kernel 'not_whole': 32 lanes (full rows, rows, any block) [-Rsoftwarp]
; CHECK-NEXT: remark: no code for a block of 256, a block of 128: an operation that part of a block waits at [-Rsoftwarp]
define void @not_whole() {
  call void @llvm.nvvm.barrier0()
  call void @__sw_grid_sync()
  ret void
}

; Each row gathers bytes, lane by lane: a block of them is long, and gains nothing.
; CHECK: remark: kernel 'apart': 32 lanes (full rows, rows, any block) [-Rsoftwarp]
; CHECK-NEXT: remark: no code for a block of 256, a block of 128: its rows have too little in common [-Rsoftwarp]
define void @apart(ptr %p) {
  call void @llvm.nvvm.barrier0()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i0 = zext i32 %t to i64
  %p0 = getelementptr i8, ptr %p, i64 %i0
  %b0 = load i8, ptr %p0
  %i1 = zext i8 %b0 to i64
  %p1 = getelementptr i8, ptr %p, i64 %i1
  %b1 = load i8, ptr %p1
  %i2 = zext i8 %b1 to i64
  %p2 = getelementptr i8, ptr %p, i64 %i2
  %b2 = load i8, ptr %p2
  %i3 = zext i8 %b2 to i64
  %p3 = getelementptr i8, ptr %p, i64 %i3
  %b3 = load i8, ptr %p3
  %i4 = zext i8 %b3 to i64
  %p4 = getelementptr i8, ptr %p, i64 %i4
  %b4 = load i8, ptr %p4
  %i5 = zext i8 %b4 to i64
  %p5 = getelementptr i8, ptr %p, i64 %i5
  %b5 = load i8, ptr %p5
  %i6 = zext i8 %b5 to i64
  %p6 = getelementptr i8, ptr %p, i64 %i6
  %b6 = load i8, ptr %p6
  %i7 = zext i8 %b6 to i64
  %p7 = getelementptr i8, ptr %p, i64 %i7
  %b7 = load i8, ptr %p7
  %i8 = zext i8 %b7 to i64
  %p8 = getelementptr i8, ptr %p, i64 %i8
  %b8 = load i8, ptr %p8
  store i8 %b8, ptr %p0
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @whole, !"kernel", i32 1}
!1 = !{ptr @not_whole, !"kernel", i32 1}
!2 = !{ptr @apart, !"kernel", i32 1}
