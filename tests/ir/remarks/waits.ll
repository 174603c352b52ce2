; What is said of operations among the lanes of a warp, and of points at which the coroutine is suspended. At one lane
; the former are such points as well.
; RUN: %softwarp-cc %s --passes=import,yields,inline,retarget,context,nested,lockstep --lanes=32 --remarks=/dev/stdout --emit=llvm -o %t | FileCheck %s

declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare void @__sw_grid_sync()
declare void @__sw_nanosleep(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare i32 @llvm.nvvm.activemask()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: {"name": "warp"
; CHECK: {"lanes": 32, "width": 32, "blocks": "full-rows"
; CHECK-NEXT: "counts": {"store.uniform": 5, "warp.shuffle": 1, "warp.vote": 1, "warp.match": 1, "warp.reduce": 1, "warp.sync": 1, "warp.activemask": 1},
; CHECK: "detail": "shfl.sync.down.i32"
; CHECK: {"lanes": 1, "width": 1, "blocks": "any"
; CHECK-NEXT: "counts": {"warp.shuffle": 1, "warp.vote": 1, "warp.match": 1, "warp.reduce": 1, "warp.sync": 1, "warp.activemask": 1},
define void @warp(ptr %p) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %a = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %i, i32 1, i32 31)
  store volatile i32 %a, ptr %p
  %odd = trunc i32 %i to i1
  %b = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %odd)
  store volatile i1 %b, ptr %p
  %c = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %i)
  store volatile i32 %c, ptr %p
  %d = call i32 @llvm.nvvm.redux.sync.add(i32 %i, i32 -1)
  store volatile i32 %d, ptr %p
  %e = call i32 @llvm.nvvm.activemask()
  store volatile i32 %e, ptr %p
  ret void
}

; CHECK-LABEL: {"name": "block"
; CHECK: {"lanes": 32, "width": 32, "blocks": "full-rows"
; CHECK-NEXT: "counts": {"wait.barrier": 2, "wait.grid": 1, "wait.yield": 1},
; CHECK: "detail": "barrier0.popc"
; CHECK: {"lanes": 1, "width": 1, "blocks": "any"
; CHECK-NEXT: "counts": {"wait.barrier": 2, "wait.grid": 1, "wait.yield": 1},
define void @block(ptr %p) {
  call void @llvm.nvvm.barrier0()
  %n = call i32 @llvm.nvvm.barrier0.popc(i32 1)
  call void @__sw_grid_sync()
  call void @__sw_nanosleep(i32 1)
  ret void
}

; CHECK-LABEL: {"name": "awaits"
; CHECK: {"lanes": 1, "width": 1, "blocks": "any"
; CHECK-NEXT: "counts": {"wait.call": 1},
; CHECK: "fallbacks": [
; CHECK-NEXT: {"lanes": 32, "width": 32, "blocks": "full-rows", "reason": "a call of a function that waits and cannot be inlined"
define void @awaits(i32 %n) {
  call void @again(i32 %n)
  ret void
}

define internal void @again(i32 %n) {
  call void @llvm.nvvm.barrier0()
  %left = sub i32 %n, 1
  %done = icmp eq i32 %left, 0
  br i1 %done, label %exit, label %more
more:
  call void @again(i32 %left)
  br label %exit
exit:
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @warp, !"kernel", i32 1}
!1 = !{ptr @block, !"kernel", i32 1}
!2 = !{ptr @awaits, !"kernel", i32 1}
