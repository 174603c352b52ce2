; Lanes that do not run divide by one: their operands may be anything. A division of uniform values is one division.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --lanes=8 --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: define internal void @divide.w8.full(
; CHECK: yes:
; CHECK: %[[BY:.*]] = select <8 x i1> %[[MASK:.*]], <8 x i32> %{{.*}}, <8 x i32> <i32 1, i32 1,
; CHECK: sdiv <8 x i32> <i32 100, {{.*}}>, %[[BY]]
; CHECK: %[[BY:.*]] = select <8 x i1> %[[MASK]], <8 x i32> %{{.*}}, <8 x i32> <i32 1, i32 1,
; CHECK: urem <8 x i32> %{{.*}}, %[[BY]]
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
; CHECK-NOT: select
; CHECK: udiv <8 x i32>
; CHECK-LABEL: define internal void @everywhere.w8.rows(
; CHECK: %[[BY:.*]] = select <8 x i1> %lanes, <8 x i32> %{{.*}}, <8 x i32> <i32 1, i32 1,
; CHECK: udiv <8 x i32> <i32 100, {{.*}}>, %[[BY]]
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
; CHECK-NOT: sdiv <8
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

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @divide, !"kernel", i32 1}
!1 = !{ptr @everywhere, !"kernel", i32 1}
!2 = !{ptr @once, !"kernel", i32 1}
