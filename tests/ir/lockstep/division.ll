; Lanes that do not run do not divide: their operands may be anything. A division of uniform values is one division.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --emit=llvm | FileCheck %s --check-prefix=PATTERN
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

; CHECK-LABEL: define internal void @divide.w8.full(
; CHECK: yes:
; CHECK: %[[DIVISOR:.*]] = freeze <8 x i32>
; CHECK: call <8 x i32> @llvm.vp.sdiv.v8i32(<8 x i32> <i32 100, {{.*}}>, <8 x i32> %[[DIVISOR]], <8 x i1> %[[MASK:.*]], i32 8)
; CHECK: call <8 x i32> @llvm.vp.urem.v8i32(<8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <8 x i1> %[[MASK]], i32 8)
; CHECK: call void @llvm.masked.store{{.*}}, <8 x i1> %[[MASK]])
; CHECK-LABEL: define internal void @divide.w8.rows(
define void @divide(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp ne i32 %v, 0
  br i1 %c, label %yes, label %done
yes:
  %x = sdiv i32 100, %v
  %y = urem i32 %x, %v
  store i32 %y, ptr %at
  br label %done
done:
  ret void
}

; All lanes run, but not all exist.
; CHECK-LABEL: define internal void @everywhere.w8.full(
; CHECK: call <8 x i32> @llvm.vp.udiv.v8i32({{.*}}, <8 x i1> <i1 true, i1 true, {{.*}}>, i32 8)
; CHECK-LABEL: define internal void @everywhere.w8.rows(
; CHECK: call <8 x i32> @llvm.vp.udiv.v8i32(<8 x i32> <i32 100, {{.*}}>, <8 x i32> %{{.*}}, <8 x i1> %lanes, i32 8)
define void @everywhere(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %x = udiv i32 100, %v
  store i32 %x, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @once.w8.full(
; CHECK: sdiv i32 100, %
; CHECK-NOT: vp.sdiv
; CHECK-LABEL: define internal void @once.w8.rows(
define void @once(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %v = load i32, ptr %at
  %c = icmp ne i32 %v, 0
  br i1 %c, label %yes, label %done
yes:
  %x = sdiv i32 100, %n
  store i32 %x, ptr %at
  br label %done
done:
  ret void
}

; In whole blocks the divisor is the same in every row, known, and 0 in every fourth lane, which does not divide: the
; others do.
; PATTERN-LABEL: define internal void @pattern.block.w128
; PATTERN: call <32 x i32> @llvm.vp.sdiv.v32i32({{.*}}, <32 x i1> <i1 true, i1 false, i1 true, i1 true, {{.*}}>, i32 32)
define void @pattern(ptr %p) {
entry:
  call void @llvm.nvvm.barrier0()
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %low = and i32 %tid, 3
  %by = sub i32 %low, 1
  %v = load i32, ptr %at
  %c = icmp ne i32 %by, 0
  br i1 %c, label %yes, label %done
yes:
  %safe = select i1 %c, i32 %by, i32 1
  %x = sdiv i32 %v, %safe
  store i32 %x, ptr %at
  br label %done
done:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @divide, !"kernel", i32 1}
!1 = !{ptr @everywhere, !"kernel", i32 1}
!2 = !{ptr @once, !"kernel", i32 1}
!3 = !{ptr @pattern, !"kernel", i32 1}
