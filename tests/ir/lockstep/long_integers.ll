; Products, quotients and shifts of integers of more than 64 bits go lane by lane: LLVM takes seconds for one on vectors. Sums
; and shifts by constants stay on vectors.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=32 --emit=llvm -o %t.ll
; RUN: sed -n '/^define.*@mix\.w32\.full(/,/^}/p' %t.ll | FileCheck %s

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-NOT: {{mul|udiv|shl}} <32 x i128>
; CHECK: add <32 x i128>
; CHECK: lshr <32 x i128>
; CHECK: {{^}}lane{{.*}}:
; CHECK: mul i128
; CHECK: {{^}}lane{{.*}}:
; CHECK: udiv i128
; CHECK: {{^}}lane{{.*}}:
; CHECK: shl i128
; CHECK-NOT: {{mul|udiv|shl}} <32 x i128>
; CHECK-NOT: llvm.vp.udiv
define void @mix(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %q = getelementptr i128, ptr %p, i64 %i
  %v = load i128, ptr %q
  %sum = add i128 %v, 1
  %half = lshr i128 %sum, 1
  %square = mul i128 %half, %v
  %divisor = or i128 %v, 1
  %quotient = udiv i128 %square, %divisor
  %by = and i128 %v, 63
  %moved = shl i128 %quotient, %by
  store i128 %moved, ptr %q
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @mix, !"kernel", i32 1}
