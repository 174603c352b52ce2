; Atomics of a block whose lanes may meet, with AVX-512CD: gathered, done, scattered, and lanes that meet take over from
; each other in registers:
;
;       lanes ------ nobody met ------> apart: scatter
;         |                               ^
;        met: last lane before each       |
;         |                               |
;        turn: take over, do it <-+       |
;         |  `-- somebody waits --'       |
;         `-------------------------------+
;
; RUN: %softwarp-cc %s --cpu=x86-64-v4 --passes=import,retarget,globals,context,lockstep --lanes=32 --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --cpu=x86-64-v4 --passes=import,retarget,globals,context,lockstep --lanes=8 --emit=llvm | FileCheck %s --check-prefix=EIGHT
; RUN: %softwarp-cc %s --cpu=sapphirerapids --passes=import,retarget,globals,context,lockstep --lanes=32 --emit=llvm | FileCheck %s
; RUN: %softwarp-cc %s --cpu=cascadelake --passes=import,retarget,globals,context,lockstep --lanes=32 --emit=llvm | FileCheck %s --check-prefix=WITHOUT
; RUN: %softwarp-cc %s --cpu=x86-64-v3 --passes=import,retarget,globals,context,lockstep --lanes=32 --emit=llvm | FileCheck %s --check-prefix=WITHOUT
; RUN: %softwarp-cc %s --cpu=x86-64-v4 --lanes=32 --emit=asm | FileCheck %s --check-prefix=ASM
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @__sw_atomic_max_f32_block(ptr, float)
declare float @__sw_atomic_max_f32_device(ptr, float)
declare i32 @__sw_atomic_add_i32_block(ptr, i32)
; WITHOUT-NOT: avx512.conflict

; By an index of 32 bits: 16 lanes at once.
; CHECK-LABEL: define internal void @by_index.w32.full(
; CHECK-COUNT-2: call <16 x i32> @llvm.x86.avx512.conflict.d.512(<16 x i32>
; CHECK-NOT: avx512.conflict
; CHECK: [[OLD:%[0-9]+]] = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> [[AT:%[0-9]+]], i32 4,
; CHECK: br i1 %{{.*}}, label %atomic.met, label %atomic.apart
; CHECK: {{^}}atomic.met:
; CHECK: call <16 x i32> @llvm.ctlz.v16i32(<16 x i32> %{{.*}}, i1 false)
; CHECK: br label %atomic.turn
; CHECK: {{^}}atomic.apart:
; CHECK: call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %{{.*}}, <16 x ptr> [[AT]], i32 4,
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK: {{^}}atomic.turn:
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512(
; CHECK: br i1 %{{.*}}, label %atomic.turn, label %atomic.apart
; CHECK: call void @llvm.masked.scatter
; Where not all lanes run, a loop over those that do.
; CHECK-LABEL: define internal void @by_index.w32.rows(
; CHECK: {{^}}all.lanes:
; CHECK: {{^}}some.lanes:
; CHECK: {{^}}lane:
; CHECK: call float @__sw_atomic_max_f32_block(
; CHECK: conflict.d.512
; EIGHT-LABEL: define internal void @by_index.w8.full(
; EIGHT: call <8 x i32> @llvm.x86.avx512.conflict.d.256(
; EIGHT: call <8 x i32> @llvm.x86.avx2.permd(
; ASM-LABEL: by_index.block.w32.2:
; ASM: vpconflictd
; ASM: vgatherdps
; ASM: vpermd
; ASM: vscatter{{[dq]}}ps
define void @by_index(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %bin = load i32, ptr %at
  %to = getelementptr float, ptr %p, i32 %bin
  %old = call float @__sw_atomic_max_f32_block(ptr %to, float 1.0)
  store float %old, ptr %at
  ret void
}

; By addresses, and by numbers whose distances may wrap: 8 lanes at once.
; CHECK-LABEL: define internal void @by_pointer.w32.full(
; CHECK-COUNT-4: call <8 x i64> @llvm.x86.avx512.conflict.q.512(<8 x i64>
; CHECK-NOT: avx512.conflict
; CHECK: ret void
define void @by_pointer(ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr ptr, ptr %q, i32 %tid
  %to = load ptr, ptr %at
  %old = call float @__sw_atomic_max_f32_block(ptr %to, float 1.0)
  store float %old, ptr %at
  ret void
}

; CHECK-LABEL: define internal void @wrapping.w32.full(
; CHECK-COUNT-4: call <8 x i64> @llvm.x86.avx512.conflict.q.512(<8 x i64>
; CHECK-NOT: avx512.conflict
; CHECK: ret void
define void @wrapping(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i64, ptr %q, i32 %tid
  %bin = load i64, ptr %at
  %to = getelementptr float, ptr %p, i64 %bin
  %old = call float @__sw_atomic_max_f32_block(ptr %to, float 1.0)
  store float %old, ptr %at
  ret void
}

; Integers, too.
; CHECK-LABEL: define internal void @integers.w32.full(
; CHECK-COUNT-2: call <16 x i32> @llvm.x86.avx512.conflict.d.512(<16 x i32>
; CHECK: add <16 x i32>
define void @integers(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %bin = load i32, ptr %at
  %to = getelementptr float, ptr %p, i32 %bin
  %old = call i32 @__sw_atomic_add_i32_block(ptr %to, i32 1)
  store i32 %old, ptr %at
  ret void
}

; Nothing of the kind beyond a block, and without results. It would be slower where scatters are.
; CHECK-LABEL: define internal void @others.w32.full(
; CHECK-NOT: avx512.conflict
; CHECK: ret void
define void @others(ptr %p, ptr %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %q, i32 %tid
  %bin = load i32, ptr %at
  %to = getelementptr float, ptr %p, i32 %bin
  %beyond = call float @__sw_atomic_max_f32_device(ptr %to, float 1.0)
  %unseen = call float @__sw_atomic_max_f32_block(ptr %to, float 1.0)
  store float %beyond, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !4, !3}
!0 = !{ptr @by_index, !"kernel", i32 1}
!1 = !{ptr @by_pointer, !"kernel", i32 1}
!2 = !{ptr @wrapping, !"kernel", i32 1}
!3 = !{ptr @others, !"kernel", i32 1}
!4 = !{ptr @integers, !"kernel", i32 1}
