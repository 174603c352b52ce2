; Why there is no code for several lanes, and where; told once for all variants that it hinders.
; RUN: %softwarp-cc %s --passes=import,yields,retarget,context,lockstep -Rsoftwarp --remarks=%t.json --emit=llvm -o %t.ll 2> %t.said
; RUN: FileCheck %s < %t.said
; RUN: FileCheck %s --check-prefix=JSON < %t.json
; RUN: %softwarp-cc %s --passes=import,yields,retarget,context,lockstep --lanes=1 -Rsoftwarp --emit=llvm -o %t.ll 2>&1 | FileCheck %s --check-prefix=ONE
; RUN: %softwarp-cc %s --passes=import,yields,retarget,context,lockstep -O0 -Rsoftwarp --emit=llvm -o %t.ll 2>&1 | FileCheck %s --check-prefix=O0

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @__sw_atomic_exch_i32_device(ptr, i32)

; CHECK: a.cu:10: remark: kernel 'barrier_of_some': 1 lane only [-Rsoftwarp]
; CHECK-NEXT: a.cu:12:5: remark: no code for several lanes: a barrier that only some lanes of a warp may reach [-Rsoftwarp]
; CHECK-NEXT: a.cu:12:5: remark: barrier [-Rsoftwarp]
; JSON-LABEL: {"name": "barrier_of_some"
; JSON-SAME: "file": "a.cu", "line": 10, "column": 0,
; JSON: "variants": [
; JSON-NEXT: {"lanes": 1, "width": 1, "blocks": "any"
; JSON: "fallbacks": [
; JSON: {"lanes": 32, "width": 32, "blocks": "full-rows", "reason": "a barrier that only some lanes of a warp may reach", "file": "a.cu", "line": 12, "column": 5},
; JSON-NEXT: {"lanes": 32, "width": 32, "blocks": "rows", "reason"
; JSON-NEXT: {"lanes": 32, "width": 32, "blocks": "any", "reason": {{.*}}}]}
; ONE: a.cu:10: remark: no code for several lanes: not asked for (--lanes=1)
; O0: a.cu:10: remark: no code for several lanes: device code is not optimised (-O0, -G)
define void @barrier_of_some(ptr %p) !dbg !10 {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !11
  %some = icmp ult i32 %i, 7, !dbg !11
  br i1 %some, label %then, label %exit, !dbg !11
then:
  call void @llvm.nvvm.barrier0(), !dbg !12
  br label %exit
exit:
  store volatile i32 1, ptr %p
  ret void
}

; A spin lock: the lane that holds it waits for those that try.
; CHECK-NEXT: a.cu:20: remark: kernel 'spins': 1 lane only
; CHECK-NEXT: a.cu:21:7: remark: no code for several lanes: a loop that waits, perhaps for another lane of its warp
; JSON: "reason": "a loop that waits, perhaps for another lane of its warp", "file": "a.cu", "line": 21, "column": 7}
define void @spins(ptr %lock) !dbg !20 {
entry:
  br label %try
try:
  %was = call i32 @__sw_atomic_exch_i32_device(ptr %lock, i32 1)
  %free = icmp eq i32 %was, 0
  br i1 %free, label %mine, label %try, !dbg !21
mine:
  %now = call i32 @__sw_atomic_exch_i32_device(ptr %lock, i32 0)
  ret void
}

; Only narrow variants are hindered; they are there at all because of threadIdx.y.
; CHECK: a.cu:30: remark: kernel 'warp': 32 lanes (full rows, rows, any block)
; CHECK-NEXT: a.cu:31:3: remark: no code for 16 lanes (full rows), 8 lanes (full rows): an operation among all lanes of a warp
; CHECK-NEXT: a.cu:31:3: remark: warp barrier (bar.warp.sync)
; CHECK-NEXT: a.cu:31:9: remark: scatter
define void @warp(ptr %p) !dbg !30 {
  %j = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  call void @llvm.nvvm.bar.warp.sync(i32 -1), !dbg !31
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %k = mul i32 %i, %i
  %m = add i32 %k, %j
  %n = zext i32 %m to i64
  %at = getelementptr i32, ptr %p, i64 %n
  store i32 1, ptr %at, !dbg !32
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @barrier_of_some, !"kernel", i32 1}
!1 = !{ptr @spins, !"kernel", i32 1}
!2 = !{ptr @warp, !"kernel", i32 1}

!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!4}
!3 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !5, emissionKind: LineTablesOnly)
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !DIFile(filename: "a.cu", directory: "")
!6 = !DISubroutineType(types: !{})
!10 = distinct !DISubprogram(name: "barrier_of_some", scope: !5, file: !5, line: 10, type: !6, unit: !3, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 11, column: 9, scope: !10)
!12 = !DILocation(line: 12, column: 5, scope: !10)
!20 = distinct !DISubprogram(name: "spins", scope: !5, file: !5, line: 20, type: !6, unit: !3, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 21, column: 7, scope: !20)
!30 = distinct !DISubprogram(name: "warp", scope: !5, file: !5, line: 30, type: !6, unit: !3, spFlags: DISPFlagDefinition)
!31 = !DILocation(line: 31, column: 3, scope: !30)
!32 = !DILocation(line: 31, column: 9, scope: !30)
