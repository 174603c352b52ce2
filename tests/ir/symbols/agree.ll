; Two units of a device link that agree: a variable has the largest alignment that one of them asks for, as one of them
; counts on it; structures of other names are the same; a function that is declared without knowing its type, and not
; called, fits any.
; RUN: split-file %s %t
; RUN: echo > %t/objects
; RUN: %softwarp-cc --objects=%t/objects %t/a.ll %t/b.ll --passes=none --emit=llvm | FileCheck %s
; RUN: %softwarp-cc --objects=%t/objects %t/b.ll %t/a.ll --passes=none --emit=llvm | FileCheck %s

; CHECK-DAG: @dynamic = external addrspace(3) global [0 x {{i8|i32}}], align 64
; CHECK-DAG: @table = {{.*}}addrspace(1) {{.*}}global {{.*}}, align 32

;--- a.ll
target triple = "nvptx64-nvidia-cuda"
%struct.A = type { i32, [2 x float] }
@dynamic = external addrspace(3) global [0 x i8], align 64
@table = addrspace(1) externally_initialized global { [2 x i8], [2 x i8] } zeroinitializer, align 4
@maker = addrspace(1) externally_initialized global ptr @make
declare void @make()
define i32 @count(%struct.A %a, ptr byval(%struct.A) %b) {
  %v = load i8, ptr addrspace(3) @dynamic
  %w = zext i8 %v to i32
  ret i32 %w
}
;--- b.ll
target triple = "nvptx64-nvidia-cuda"
%struct.B = type { i32, [2 x float] }
@dynamic = external addrspace(3) global [0 x i32], align 4
@table = external addrspace(1) global [4 x i8], align 32
declare i32 @count(%struct.B, ptr byval(%struct.B))
define %struct.B @make(i32 %v) {
  %b = alloca %struct.B
  %n = call i32 @count(%struct.B zeroinitializer, ptr byval(%struct.B) %b)
  %t = load i8, ptr addrspace(1) @table
  %d = load i32, ptr addrspace(3) @dynamic
  ret %struct.B zeroinitializer
}
