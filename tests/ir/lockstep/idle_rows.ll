; A function of a row's own value is called only if the row runs, in code for whole blocks; an idle row has zero. The row's
; value is read where it does no harm: from memory of its own, which is zero, without a fact about what lies there.
; RUN: %softwarp-cc %s --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @function(float) memory(none)
declare float @llvm.fabs.f32(float)

;   entry -- (the warp has a row) --> some --> loop --> done
;      '---------------------------------------------->'
; CHECK-LABEL: define internal void @scale.w128.line(
; CHECK: %[[NOWHERE:nowhere[0-9]*]] = alloca float
; CHECK: store float 0.000000e+00, ptr %[[NOWHERE]]
; CHECK: %[[FROM:.*]] = select i1 %{{.*}}, ptr %{{.*}}, ptr %[[NOWHERE]]
; CHECK-NEXT: %[[VALUE:.*]] = load float, ptr %[[FROM]], align 4{{$}}
; CHECK: call float @llvm.fabs.f32(
; CHECK: br i1 %{{.*}}, label %[[RUNS:row.runs[0-9]*]], label %[[DONE:row.done[0-9]*]]
; CHECK: [[DONE]]:
; CHECK-NEXT: phi float [ %[[RESULT:.*]], %[[RUNS]] ], [ 0.000000e+00, %{{.*}} ]
; CHECK: [[RUNS]]:
; CHECK-NEXT: %[[RESULT]] = call float @function(
define void @scale(ptr %p, ptr %q, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %tid, 5
  %has = icmp slt i32 %warp, %n
  br i1 %has, label %some, label %done
some:
  %at = getelementptr float, ptr %p, i32 %warp
  %v = load float, ptr %at, align 4, !invariant.load !1, !noundef !1
  %positive = call float @llvm.fabs.f32(float %v)
  %g = call float @function(float %positive)
  br label %loop
loop:
  %i = phi i32 [ 0, %some ], [ %next, %loop ]
  %k = mul i32 %i, 128
  %index = add i32 %k, %tid
  %to = getelementptr float, ptr %q, i32 %index
  store float %g, ptr %to, align 4
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @scale, !"kernel", i32 1}
!1 = !{}
