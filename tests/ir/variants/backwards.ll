; The loop over the threads of a kernel that has lockstep code, too, can begin with the last thread; no other can.
; RUN: %softwarp-cc %s --passes=import,context,lockstep,services,requests,variants --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --lanes=1 --passes=import,context,lockstep,services,requests,variants --emit=llvm | FileCheck %s --check-prefix=ONE
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define void @work(ptr %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  store i32 1, ptr %at
  ret void
}

; CHECK: define internal void @work.block.w1(ptr {{.*}}%[[BLOCK:.*]])
; CHECK: x:
; CHECK: %[[X:.*]] = phi i32 [ 0, %y ]
; CHECK: %backwards{{.*}} = load i32
; CHECK: %[[NTID:.*]] = load i32
; CHECK: %[[LAST:.*]] = sub i32 %[[NTID]], 1
; CHECK: %[[TURNED:.*]] = icmp ne i32 %backwards{{.*}}, 0
; CHECK: %[[FROM_END:.*]] = sub i32 %[[LAST]], %[[X]]
; CHECK: select i1 %[[TURNED]], i32 %[[FROM_END]], i32 %[[X]]
; CHECK: call void @work(

; ONE: define internal void @work.block.w1(ptr
; ONE-NOT: %backwards
; ONE-NOT: select
; ONE: call void @work(

!nvvm.annotations = !{!0}
!0 = !{ptr @work, !"kernel", i32 1}
