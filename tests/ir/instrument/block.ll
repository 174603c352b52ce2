; Where shared memory begins is read from the block, before addresses that inline PTX or a conversion makes. That is no
; access of the program's, so it has no hook; nor does it make a place look scattered, or like another thread's (last
; number: 64, a place that is the thread's own; 32, a constant is written).
; RUN: %softwarp-cc %s --check --passes=import,assembly,instrument --emit=llvm | FileCheck %s

target triple = "nvptx64-nvidia-cuda"
declare i64 @__sw_shared_offset(ptr)
declare ptr @__sw_shared_address(i64)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define void @kernel(ptr %p) {
; CHECK-LABEL: @kernel(
; CHECK-NOT: sw.hook
; CHECK: %shared = load ptr
; CHECK-NOT: sw.hook
; CHECK: call void @sw.hook(ptr %[[P:.*]], ptr null, i64 0, ptr null, i32 0, i32 1, i32 1, i32 4, i32 4, i32 0, i32 96)
; CHECK-NEXT: store i32 1, ptr %[[P]]
; CHECK-NOT: sw.hook
; CHECK: call void @sw.hook(ptr %{{.*}}, ptr null, i64 0, ptr null, i32 0, i32 0, i32 0, i32 4, i32 4, i32 0, i32 64)
; CHECK-NEXT: = load i32, ptr addrspace(3)
; CHECK-NOT: sw.hook
; CHECK: ret void
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %mine = getelementptr i32, ptr %p, i64 %index
  %offset = call i64 @__sw_shared_offset(ptr %mine)
  %place = call ptr @__sw_shared_address(i64 %offset)
  store i32 1, ptr %place, align 4
  %read = call i32 asm sideeffect "ld.shared.s32 $0, [$1];", "=r,r"(i32 %tid)
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
