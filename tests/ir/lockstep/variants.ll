; Which variants a kernel gets, in order of preference, the one of one lane last: by default 32 lanes for rows and any
; block; also 16 and 8 when the kernel looks at threadIdx.y or z, because blocks of several dimensions may be narrow;
; and whole blocks at once where there is a barrier.
; What cannot run in lockstep has the one variant. At -O0 all have.
; RUN: %softwarp-cc %s --emit=llvm | FileCheck %s --check-prefixes=TABLE,AUTO
; RUN: %softwarp-cc %s --lanes=all --emit=llvm | FileCheck %s --check-prefixes=TABLE,ALL
; RUN: %softwarp-cc %s --lanes=16 --emit=llvm | FileCheck %s --check-prefixes=TABLE,SIXTEEN
; RUN: %softwarp-cc %s --lanes=16 --blocks=rows --emit=llvm | FileCheck %s --check-prefix=BLOCKS --implicit-check-not=.w16.0 --implicit-check-not=.w16.2
; RUN: %softwarp-cc %s --blocks=full --emit=llvm | FileCheck %s --check-prefix=FULL --implicit-check-not=.w32.0 --implicit-check-not=.w32.1 --implicit-check-not=.w256
; RUN: %softwarp-cc %s --lanes=1 --emit=llvm | FileCheck %s --check-prefixes=TABLE,ONE --implicit-check-not=.w8 --implicit-check-not=.w16 --implicit-check-not=.w32
; RUN: %softwarp-cc %s -O0 --emit=llvm | FileCheck %s --check-prefixes=TABLE,ONE --implicit-check-not=.w8 --implicit-check-not=.w16 --implicit-check-not=.w32
; RUN: %softwarp-cc %s --lanes=all --emit=asm | FileCheck %s --check-prefix=ASM
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare void @llvm.nvvm.barrier0()

; A row: lanes, block shapes (0 any, 1 rows, 2 full rows, 3 a line of just so many threads), plain function, coroutine.
; AUTO: @sw.variants{{.*}} = internal {{global|constant}} [4 x
; AUTO-SAME: { i32 32, i32 2, {{.*}}@line.block.w32.2
; AUTO-SAME: { i32 32, i32 1, {{.*}}@line.block.w32.1
; AUTO-SAME: { i32 32, i32 0, {{.*}}@line.block.w32.0
; AUTO-SAME: { i32 1, i32 0, {{.*}}@line.block.w1
; AUTO: @sw.variants{{.*}} = internal {{global|constant}} [6 x
; AUTO-SAME: { i32 32, i32 2, {{.*}}@plane.block.w32.2
; AUTO-SAME: { i32 32, i32 1, {{.*}}@plane.block.w32.1
; AUTO-SAME: { i32 16, i32 2, {{.*}}@plane.block.w16.2
; AUTO-SAME: { i32 8, i32 2, {{.*}}@plane.block.w8.2
; AUTO-SAME: { i32 32, i32 0, {{.*}}@plane.block.w32.0
; AUTO-SAME: { i32 1, i32 0, {{.*}}@plane.block.w1
; AUTO: @sw.variants{{.*}} = internal {{global|constant}} [6 x
; AUTO-SAME: { i32 256, i32 3, {{.*}}@warp.block.w256.3, ptr null
; AUTO-SAME: { i32 128, i32 3, {{.*}}@warp.block.w128.3, ptr null
; AUTO-SAME: { i32 32, i32 2, ptr null, {{.*}}@warp.threads.w32.2
; AUTO: @sw.variants{{.*}} = internal {{global|constant}} [1 x
; AUTO-SAME: { i32 1, i32 0, ptr null, {{.*}}@apart.threads.w1

; With --blocks for blocks of one kind only.
; BLOCKS: @sw.variants{{.*}} = internal {{global|constant}} [2 x
; BLOCKS-SAME: { i32 16, i32 1, {{.*}}@line.block.w16.1
; BLOCKS-SAME: { i32 1, i32 0, {{.*}}@line.block.w1
; FULL: @sw.variants{{.*}} = internal {{global|constant}} [2 x
; FULL-SAME: { i32 32, i32 2, {{.*}}@line.block.w32.2
; FULL-SAME: { i32 1, i32 0, {{.*}}@line.block.w1
; FULL: @sw.variants{{.*}} = internal {{global|constant}} [4 x
; FULL-SAME: { i32 8, i32 2, {{.*}}@plane.block.w8.2

; ALL: @sw.variants{{.*}} = internal {{global|constant}} [10 x
; ALL-SAME: { i32 32, i32 2, {{.*}}{ i32 32, i32 1, {{.*}}{ i32 16, i32 2, {{.*}}{ i32 16, i32 1, {{.*}}{ i32 8, i32 2, {{.*}}{ i32 8, i32 1, {{.*}}{ i32 32, i32 0, {{.*}}{ i32 16, i32 0, {{.*}}{ i32 8, i32 0, {{.*}}{ i32 1, i32 0,
; ALL: @sw.variants{{.*}} = internal {{global|constant}} [10 x
; ALL: @sw.variants{{.*}} = internal {{global|constant}} [4 x
; ALL-SAME: @warp.threads.w32.2
; ALL-SAME: @warp.threads.w1
; ALL: @sw.variants{{.*}} = internal {{global|constant}} [1 x

; SIXTEEN: @sw.variants{{.*}} = internal {{global|constant}} [4 x
; SIXTEEN-SAME: { i32 16, i32 2, {{.*}}{ i32 16, i32 1, {{.*}}{ i32 16, i32 0, {{.*}}{ i32 1, i32 0,
; SIXTEEN: @sw.variants{{.*}} = internal {{global|constant}} [4 x
; SIXTEEN: @sw.variants{{.*}} = internal {{global|constant}} [1 x
; SIXTEEN: @sw.variants{{.*}} = internal {{global|constant}} [1 x

; ONE-COUNT-4: @sw.variants{{.*}} = internal {{global|constant}} [1 x

; TABLE: @sw.kernels = internal {{global|constant}} [4 x

; The table in the object names each variant's code.
; ASM-LABEL: sw.variants:
; ASM-NEXT: .long 32
; ASM-NEXT: .long 2
; ASM-NEXT: .quad {{"?}}line.block.w32.2
define void @line(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %x
  store i32 %x, ptr %at
  ret void
}

define void @plane(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %at = getelementptr [64 x i32], ptr %p, i32 %y, i32 %x
  store i32 %x, ptr %at
  ret void
}

; An operation among a warp's lanes and a barrier: coroutines of 32.
define void @warp(ptr %p) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %x
  %v = load i32, ptr %at
  %w = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 31)
  call void @llvm.nvvm.barrier0()
  store i32 %w, ptr %at
  ret void
}

define void @apart(ptr %p) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %x
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %yes, label %done
yes:
  call void @llvm.nvvm.barrier0()
  br label %done
done:
  store i32 %v, ptr %p
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @line, !"kernel", i32 1}
!1 = !{ptr @plane, !"kernel", i32 1}
!2 = !{ptr @warp, !"kernel", i32 1}
!3 = !{ptr @apart, !"kernel", i32 1}
