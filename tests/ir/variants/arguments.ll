; A launch's arguments are there as long as its code runs: reads of them leave the loop over a block's threads, past the
; volatile store that says which thread runs, though only some turns get to them. A coroutine says nothing of it.
; RUN: %softwarp-cc %s --lanes=8 --passes=import,context,lockstep,services,requests,variants --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --lanes=8 --emit=llvm | FileCheck %s --check-prefix=OUT
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

define void @work(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is_within = icmp slt i32 %tid, %n
  br i1 %is_within, label %within, label %done

within:
  %at = getelementptr i32, ptr %p, i32 %tid
  store i32 1, ptr %at
  br label %done

done:
  ret void
}

; CHECK: define internal void @work.block.w8.0(ptr
; CHECK-NEXT: entry:
; CHECK: %[[ARGS:.*]] = load ptr, ptr {{.*}}!invariant.load
; CHECK-NEXT: call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %[[ARGS]], i64 12), "align"(ptr %[[ARGS]], i64 16) ]
; CHECK: run:
; CHECK-NOT: call void @llvm.assume
; CHECK: define internal void @work.block.w1(ptr
; CHECK-NEXT: entry:
; CHECK: call void @llvm.assume(i1 true) [ "dereferenceable"(ptr %{{.*}}, i64 12)
; CHECK: z:
; CHECK-NOT: call void @llvm.assume

; OUT: define internal void @work.block.w8
; OUT: load ptr, ptr %args
; OUT: run:
; OUT-NOT: ptr %args
; OUT: {{^}}}

define void @none() {
  ret void
}

define void @waits(ptr %p, i32 %n) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0()
  %at = getelementptr i32, ptr %p, i32 %tid
  store i32 %n, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @work, !"kernel", i32 1}
!1 = !{ptr @none, !"kernel", i32 1}
!2 = !{ptr @waits, !"kernel", i32 1}
