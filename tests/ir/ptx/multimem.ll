; What is not there is refused by its name.
; RUN: not %softwarp-cc %s --passes=import,assembly --emit=llvm 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: error: inline PTX: instruction 'multimem' is not supported: in 'multimem.ld_reduce.relaxed.gpu.global.add.f32 %0, [%1]'
; CHECK: error: inline PTX: instruction 'tcgen05' is not supported
; CHECK: error: inline PTX: instruction 'cp' has no such form: '.6d'
define internal float @f(ptr %p) {
  %r = call float asm sideeffect "multimem.ld_reduce.relaxed.gpu.global.add.f32 $0, [$1];", "=f,l"(ptr %p)
  call void asm sideeffect "tcgen05.wait::ld.sync.aligned;", ""()
  call void asm sideeffect "cp.async.bulk.tensor.6d.global.shared::cta.bulk_group [$0, {$1}], [$1];", "l,r"(ptr %p, i32 0)
  ret float %r
}
