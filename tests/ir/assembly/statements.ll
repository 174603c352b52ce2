; Empty statements keep holding the optimiser back, in registers of this machine; wrong PTX is an error with its text.
; RUN: %softwarp-cc %s --passes=assembly --emit=llvm | FileCheck %s
; RUN: sed 's/;PTX //' %s > %t.ll
; RUN: not %softwarp-cc %t.ll --passes=assembly --emit=llvm -o %t.out 2>&1 | FileCheck %s --check-prefix=REFUSED
; REFUSED: error: inline PTX: instruction 'nonsense' is not supported: in 'nonsense.sync 0'

define double @held(float %x, double %d, i64 %l) {
; CHECK: call float asm sideeffect "", "=x,0,~{memory}"(float %x)
; CHECK: call double asm "", "=x,0"(double %d)
; CHECK: call void asm sideeffect "", "r,~{memory}"(i64 %l)
  %f = call float asm sideeffect "", "=f,0,~{memory}"(float %x)
  %e = call double asm "", "=d,0"(double %d)
  call void asm sideeffect "", "l,~{memory}"(i64 %l)
;PTX   call void asm sideeffect "nonsense.sync 0;", ""()
  ret double %e
}
