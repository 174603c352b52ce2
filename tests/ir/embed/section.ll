; Relocatable device code: bitcode in its section, framed, and the registration function that the host object calls.
; RUN: %softwarp-cc %s --embed --id=00112233445566778899aabbccddeeff --register=__cudaRegisterLinkedBinary__nv_1 --emit=llvm | FileCheck %s
; CHECK: @sw.bitcode = internal constant {{.*}}SWBITC01{{.*}}, section ".softwarp.bitcode", align 16
; CHECK: define hidden void @__cudaRegisterLinkedBinary__nv_1(ptr %0, ptr %1, ptr %2, ptr %3)
; CHECK: %handle = call ptr @swrt_register_linked(ptr %0, ptr %1)
; The handle is given back when the object is unloaded.
; CHECK: call i32 @__cxa_atexit(ptr @__cudaUnregisterFatBinary, ptr %handle, ptr @__dso_handle)
define void @f() {
  ret void
}
