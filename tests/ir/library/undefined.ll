; What stays undefined is an error: a device function of another file, an instruction that is not supported.
; RUN: not %softwarp-cc %s -o %t 2>&1 | FileCheck %s
; CHECK-DAG: error: undefined device function 'elsewhere' (used in 'kernel'); a function of another file needs -rdc=true
; CHECK-DAG: error: the GPU instruction 'llvm.nvvm.setmaxnreg.inc.sync.aligned.u32' is not supported

declare void @elsewhere()
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 immarg)

define void @kernel() {
  call void @elsewhere()
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 96)
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
