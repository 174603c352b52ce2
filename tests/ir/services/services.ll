; Special registers are fields of the block, read once at the entry; the rest are calls of the runtime with the block.
; RUN: %softwarp-cc %s --passes=services --emit=llvm | FileCheck %s

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpsize()
declare i32 @vprintf(ptr, ptr)
declare ptr @malloc(i64)
declare void @__assertfail(ptr, ptr, i32, ptr, i64)
declare void @llvm.trap()
declare void @__sw_unnamed_lanes(ptr)
declare void @llvm.nvvm.membar.cta()
declare void @llvm.nvvm.membar.gl()
declare i1 @llvm.nvvm.isspacep.shared(ptr)

define i32 @f(ptr %block, ptr %p) {
; CHECK-LABEL: @f(
; CHECK-DAG: %[[X:.*]] = getelementptr inbounds %swrt_block, ptr %block, i32 0, i32 0
; CHECK-DAG: load i32, ptr %[[X]]
; CHECK-DAG: %[[TID:.*]] = getelementptr inbounds %swrt_block, ptr %block, i32 0, i32 3
; CHECK-DAG: %[[T:.*]] = load i32, ptr %[[TID]]
; CHECK: and i32 %[[T]], 31
; CHECK: call i32 @swrt_vprintf(ptr %block, ptr %p, ptr %p)
; CHECK: call ptr @swrt_device_malloc(ptr %block, i64 8)
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK: fence seq_cst
; CHECK: %[[OFFSET:.*]] = sub i64 %{{.*}}, %{{.*}}
; CHECK: icmp ult i64 %[[OFFSET]], %{{.*}}
; CHECK: call void @swrt_assertfail(ptr %block, ptr %p, ptr %p, i32 3, ptr %p)
; CHECK: call void @swrt_unnamed_lanes(ptr %block, ptr %p)
; CHECK: call void @swrt_trap(ptr %block, i32 0, ptr null)
; CHECK: add i32 {{.*}}, 32
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()
  %n = call i32 @vprintf(ptr %p, ptr %p)
  %m = call ptr @malloc(i64 8)
  call void @llvm.nvvm.membar.cta()
  call void @llvm.nvvm.membar.gl()
  %s = call i1 @llvm.nvvm.isspacep.shared(ptr %p)
  call void @__assertfail(ptr %p, ptr %p, i32 3, ptr %p, i64 1)
  call void @__sw_unnamed_lanes(ptr %p)
  call void @llvm.trap()
  %sum = add i32 %x, %size
  ret i32 %sum
}
