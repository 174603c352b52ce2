; Volatile accesses behind all passes and LLVM's: each one is made, none is merged with another or left out, in the order
; of the program; at one lane as volatile accesses, at several as vectors that fences keep in their places. One whose value
; nobody wants goes lane by lane, since nothing else keeps it. The plain ones are merged: what is tested here can fail.
; RUN: %softwarp-cc %s --cpu=x86-64-v4 --emit=llvm -O3 --lanes=1 | FileCheck %s --check-prefix=ONE
; RUN: %softwarp-cc %s --cpu=x86-64-v4 --emit=llvm -O3 --lanes=8 | FileCheck %s --check-prefix=WIDE
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; ONE-LABEL: define internal void @each_one.
; ONE: store volatile i32 1, ptr %[[AT:.*]], align
; ONE: store volatile i32 2, ptr %[[AT]], align
; ONE: load volatile i32, ptr %[[AT]], align
; ONE: load volatile i32, ptr %[[AT]], align
; ONE: store i32
; ONE: load volatile i32, ptr %[[AT]], align
; WIDE-LABEL: define internal void @each_one.
; WIDE: store <8 x i32> <i32 1, {{.*}}>, ptr %[[AT:.*]], align
; WIDE-NEXT: fence syncscope("singlethread") seq_cst
; WIDE: store <8 x i32> <i32 2, {{.*}}>, ptr %[[AT]], align
; WIDE: fence syncscope("singlethread") seq_cst
; WIDE: load <8 x i32>, ptr %[[AT]], align
; WIDE: fence syncscope("singlethread") seq_cst
; WIDE: load <8 x i32>, ptr %[[AT]], align
; WIDE-NEXT: fence syncscope("singlethread") seq_cst
; WIDE: store <8 x i32>
; WIDE: load volatile i32, ptr
define void @each_one(ptr noalias %p, ptr noalias %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %to = getelementptr i32, ptr %q, i32 %tid
  store volatile i32 1, ptr %at
  store volatile i32 2, ptr %at
  %v = load volatile i32, ptr %at
  %w = load volatile i32, ptr %at
  %x = add i32 %v, %w
  store i32 %x, ptr %to
  %unused = load volatile i32, ptr %at
  ret void
}

; ONE-LABEL: define internal void @merged.
; ONE-NOT: store i32 1
; ONE: store i32 2, ptr
; ONE-NEXT: store i32 4, ptr
; WIDE-LABEL: define internal void @merged.
; WIDE-NOT: store <8 x i32> <i32 1,
; WIDE: store <8 x i32> <i32 2, {{.*}}>, ptr
; WIDE-NEXT: store <8 x i32> <i32 4, {{.*}}>, ptr
define void @merged(ptr noalias %p, ptr noalias %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %to = getelementptr i32, ptr %q, i32 %tid
  store i32 1, ptr %at
  store i32 2, ptr %at
  %v = load i32, ptr %at
  %w = load i32, ptr %at
  %x = add i32 %v, %w
  store i32 %x, ptr %to
  %unused = load i32, ptr %at
  ret void
}

; Between a store and a load of another place a fence stays, and nothing moves across: device scope an instruction's,
; block scope the compiler's.
declare void @llvm.nvvm.membar.gl()
declare void @llvm.nvvm.membar.cta()
; ONE-LABEL: define internal void @fenced.
; ONE: store i32 1
; ONE-NEXT: fence seq_cst
; ONE-NEXT: %[[V:.*]] = load i32
; ONE-NEXT: fence syncscope("singlethread") seq_cst
; ONE-NEXT: store i32 %[[V]]
; WIDE-LABEL: define internal void @fenced.
; WIDE: store <8 x i32>
; WIDE-NEXT: fence seq_cst
; WIDE-NEXT: %[[V:.*]] = load <8 x i32>
; WIDE-NEXT: fence syncscope("singlethread") seq_cst
; WIDE-NEXT: store <8 x i32> %[[V]]
define void @fenced(ptr noalias %p, ptr noalias %q) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %p, i32 %tid
  %to = getelementptr i32, ptr %q, i32 %tid
  store i32 1, ptr %at
  call void @llvm.nvvm.membar.gl()
  %v = load i32, ptr %to
  call void @llvm.nvvm.membar.cta()
  store i32 %v, ptr %at
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @each_one, !"kernel", i32 1}
!1 = !{ptr @merged, !"kernel", i32 1}
!2 = !{ptr @fenced, !"kernel", i32 1}
