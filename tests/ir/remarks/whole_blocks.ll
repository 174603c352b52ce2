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
; JSON: {"lanes": 256, "width": 32, "blocks": "whole", "size": [256, 1, 1]
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

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @whole, !"kernel", i32 1}
!1 = !{ptr @not_whole, !"kernel", i32 1}
