; What an instruction promises of the lanes that run does not hold for lane 0 when it does not run: neither the
; alignment of a run's first element nor that a truncation loses nothing.
; RUN: %softwarp-cc %s --passes=import,context,lockstep --lanes=32 --emit=llvm | FileCheck %s

; CHECK-LABEL: define internal void @far.w32.full
; CHECK: some:
; CHECK: trunc i64 %{{.*}} to i32
; CHECK: call <32 x i32> @llvm.masked.load.v32i32.p0(ptr %{{.*}}, i32 4,
; CHECK: call void @llvm.masked.store.v32i32.p0(<32 x i32> %{{.*}}, ptr %{{.*}}, i32 4,
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @far(ptr %out, ptr %in, i64 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %x = zext nneg i32 %t to i64
  %i = sub nsw i64 %x, %n
  %runs = icmp ult i64 %i, 1000
  br i1 %runs, label %some, label %end
some:
  %j = trunc nuw nsw i64 %i to i32
  %p = getelementptr i32, ptr %in, i64 %i
  %v = load i32, ptr %p, align 64
  %w = add i32 %v, %j
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %w, ptr %q, align 64
  br label %end
end:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @far, !"kernel", i32 1}
