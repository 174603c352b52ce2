; Relocatable device code: bitcode in its section, framed, and the registration function that the host object calls.
; RUN: %softwarp-cc %s --embed --id=00112233445566778899aabbccddeeff --register=__cudaRegisterLinkedBinary__nv_1 --emit=llvm | FileCheck %s
; CHECK: @sw.bitcode = internal constant {{.*}}SWBITC01{{.*}}, section ".softwarp.bitcode", align 16
; CHECK: define hidden void @__cudaRegisterLinkedBinary__nv_1(ptr %0, ptr %1, ptr %2, ptr %3)
; CHECK: call void @swrt_register_linked(ptr %0, ptr %1)
define void @f() {
  ret void
}
