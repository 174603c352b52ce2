; The frame's bytes are those that the code asks for, for every variant; a kernel that does not wait has none.
; RUN: %softwarp-cc %s --lanes=32 --remarks=%t.json --emit=llvm -o %t.ll
; RUN: cat %t.ll %t.json | FileCheck %s
; RUN: %softwarp-cc %s --lanes=32 -Rsoftwarp --emit=llvm -o %t.ll 2>&1 | FileCheck %s --check-prefix=TEXT
; RUN: %softwarp-cc %s --lanes=32 --parts=4 -Rsoftwarp -o %t.o 2>&1 | FileCheck %s --check-prefix=TEXT

declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK: define internal {{.*}}ptr @waits.threads.w32.2(
; CHECK: @swrt_frame_alloc(ptr {{.*}}%block, i64 [[WIDE:[0-9]+]])
; CHECK: define internal {{.*}}ptr @waits.threads.w1(
; CHECK: @swrt_frame_alloc(ptr {{.*}}%block, i64 [[ONE:[0-9]+]])
; CHECK: {"name": "waits"
; CHECK: {"lanes": 32, "width": 32, "blocks": "full-rows", "form": "coroutine", "frame_bytes": [[WIDE]],
; CHECK: {"lanes": 1, "width": 1, "blocks": "any", "form": "coroutine", "frame_bytes": [[ONE]],
; TEXT: remark: kernel 'waits': 32 lanes (full rows, rows, any block) [-Rsoftwarp]
; TEXT-NEXT: remark: waits in a coroutine; its frame: {{[1-9][0-9]*}} bytes for 32 lanes (full rows), {{[1-9][0-9]*}} bytes for 32 lanes (rows), {{[1-9][0-9]*}} bytes for 32 lanes (any block), {{[1-9][0-9]*}} bytes for 1 lane [-Rsoftwarp]
define void @waits(ptr %p) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = zext nneg i32 %i to i64
  %at = getelementptr i32, ptr %p, i64 %n
  %kept = load i32, ptr %at
  call void @llvm.nvvm.barrier0()
  store i32 %kept, ptr %p
  ret void
}

; CHECK: {"name": "plain"
; CHECK: {"lanes": 32, "width": 32, "blocks": "full-rows", "form": "plain", "frame_bytes": 0,
; CHECK: {"lanes": 1, "width": 1, "blocks": "any", "form": "plain", "frame_bytes": 0,
; TEXT: kernel 'plain'
; TEXT-NOT: frame
define void @plain(ptr %p) {
  store i32 1, ptr %p
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @waits, !"kernel", i32 1}
!1 = !{ptr @plain, !"kernel", i32 1}
