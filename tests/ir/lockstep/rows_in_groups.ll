; Rows of a whole block go through a loop over shared memory in groups, if the vectors that they carry through it are more
; than there are registers; each group has a loop of its own. Eight rows here; not where the loop walks other memory.
; RUN: %softwarp-cc %s --cpu=x86-64-v3 --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s --check-prefixes=CHECK,V3
; RUN: %softwarp-cc %s --cpu=x86-64-v4 --passes=import,retarget,context,lockstep --emit=llvm | FileCheck %s --check-prefixes=CHECK,V4
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
@tile = internal addrspace(3) global [256 x float] undef, align 4

; A vector of floats is four registers of AVX2: two rows at a time, and the group's condition comes behind its last row. It
; is two of AVX-512's 32.
; CHECK-LABEL: define internal void @one_sum.w256.line(
; V3-COUNT-2: fadd <32 x float>
; V3: %[[AGAIN:again[0-9]*]] = icmp
; V3: br i1 %[[AGAIN]],
; V3-COUNT-2: fadd <32 x float>
; V3: %[[AGAIN:again[0-9]*]] = icmp
; V3: br i1 %[[AGAIN]],
; V3-COUNT-2: fadd <32 x float>
; V3: %[[AGAIN:again[0-9]*]] = icmp
; V3: br i1 %[[AGAIN]],
; V3-COUNT-2: fadd <32 x float>
; V3: %[[AGAIN:again[0-9]*]] = icmp
; V3: br i1 %[[AGAIN]],
; V4-COUNT-8: fadd <32 x float>
; V4: %[[AGAIN:again[0-9]*]] = icmp
; V4: br i1 %[[AGAIN]],
; CHECK-NOT: fadd
; CHECK: ret void
define void @one_sum(ptr %p) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %sum = phi float [0.0, %entry], [%more, %loop]
  %wrapped = xor i32 %i, %x
  %at = getelementptr [256 x float], ptr addrspace(3) @tile, i32 0, i32 %wrapped
  %v = load float, ptr addrspace(3) %at
  %more = fadd float %sum, %v
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 256
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr float, ptr %p, i32 %x
  store float %more, ptr %to
  ret void
}

; Global memory is walked by all rows at once.
; CHECK-LABEL: define internal void @walks.w256.line(
; CHECK-COUNT-8: fadd <32 x float>
; CHECK: %[[AGAIN:again[0-9]*]] = icmp
; CHECK: br i1 %[[AGAIN]],
; CHECK-NOT: fadd
; CHECK: ret void
define void @walks(ptr %p, ptr %q) {
entry:
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %i = phi i32 [0, %entry], [%next, %loop]
  %sum = phi float [0.0, %entry], [%more, %loop]
  %step = shl nuw nsw i32 %i, 8
  %place = add nuw nsw i32 %step, %x
  %at = getelementptr float, ptr %q, i32 %place
  %v = load float, ptr %at
  %more = fadd float %sum, %v
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 256
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr float, ptr %p, i32 %x
  store float %more, ptr %to
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @one_sum, !"kernel", i32 1}
!1 = !{ptr @walks, !"kernel", i32 1}
