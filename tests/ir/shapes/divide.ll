; What takes an index apart: quotients, remainders and masks follow the cell of 2^k numbers in which a warp lies.
; RUN: %softwarp-cc %s --print=shapes | FileCheck %s --match-full-lines
; RUN: %softwarp-cc %s --print=shapes-full | FileCheck %s --match-full-lines --check-prefix=FULL
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

; CHECK-LABEL: shapes of 'quotients'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %size uniform, below 2048
; CHECK-NEXT: %block uniform, below 2147483648
; CHECK-NEXT: %start uniform
; CHECK-NEXT: %i affine 1, below 2147483648
; CHECK-NEXT: %warp uniform, below 32
; CHECK-NEXT: %warps uniform, below 16
; CHECK-NEXT: %half varying
; CHECK-NEXT: %signed uniform, below 32
; CHECK-NEXT: %grid.warp varying
; CHECK-NEXT: %grid.signed varying
; CHECK-NEXT: %grid.sdiv varying
; CHECK-NEXT: %quad affine 4, wraps, of 4
; CHECK-NEXT: %again varying
; CHECK-NEXT: %again.signed varying
; CHECK-NEXT: %third varying
; CHECK-NEXT: %by.n varying
; CHECK-NEXT: %of.n varying
; FULL-LABEL: shapes of 'quotients'
; FULL: %size uniform, of 32, below 2048
; FULL: %start uniform, of 32
; FULL: %i affine 1, of 32
; FULL: %grid.warp uniform, below 134217728
; FULL: %grid.signed uniform
; FULL: %quad affine 4, of 128
; FULL: %again affine 1, of 32, below 1073741824
; FULL: %again.signed affine 2, of 64
define void @quotients(i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %start = mul i32 %block, %size
  %i = add i32 %start, %tid
  %warp = lshr i32 %tid, 5
  %warps = udiv i32 %tid, 64
  %half = lshr i32 %tid, 4
  %signed = sdiv i32 %tid, 32
  %grid.warp = lshr i32 %i, 5
  %grid.signed = ashr i32 %i, 5
  %grid.sdiv = sdiv i32 %i, 32
  %quad = shl i32 %i, 2
  %again = lshr i32 %quad, 2
  %again.signed = ashr i32 %quad, 1
  %third = udiv i32 %i, 3
  %by.n = udiv i32 %i, %n
  %of.n = udiv i32 %n, %i
  ret void
}

; CHECK-LABEL: shapes of 'remainders'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %size uniform, below 2048
; CHECK-NEXT: %block uniform, below 2147483648
; CHECK-NEXT: %start uniform
; CHECK-NEXT: %i affine 1, below 2147483648
; CHECK-NEXT: %lane affine 1, under a test, tested, below 32
; CHECK-NEXT: %lane.wide affine 1, tested, below 32
; CHECK-NEXT: %rest varying
; CHECK-NEXT: %rest.signed affine 1, 0
; CHECK-NEXT: %rest.unsure varying
; CHECK-NEXT: %half varying
; CHECK-NEXT: %rounded varying
; CHECK-NEXT: %odd varying
; CHECK-NEXT: %by.three varying
; CHECK-NEXT: %masked affine 1, under a test, tested, of 32, below 1024
; CHECK-NEXT: %quad affine 4, wraps, of 4
; CHECK-NEXT: %quads affine 4, wraps, of 4
; CHECK-NEXT: %low uniform, below 32
; CHECK-NEXT: %mixed affine 1, under a test, tested, 0
; FULL-LABEL: shapes of 'remainders'
; FULL: %size uniform, of 32, below 2048
; FULL: %start uniform, of 32
; FULL: %i affine 1, of 32
; FULL: %lane affine 1, 0
; FULL: %lane.wide affine 1, 0
; FULL: %rest affine 1, of 32, below 64
; FULL: %rounded uniform, of 32
; FULL: %quad affine 4, of 128
; FULL: %quads affine 4, of 128
define void @remainders(i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %start = mul i32 %block, %size
  %i = add i32 %start, %tid
  %lane = and i32 %i, 31
  %lane.wide = zext i32 %lane to i64
  %rest = urem i32 %i, 64
  %rest.signed = srem i32 %tid, 32
  %rest.unsure = srem i32 %i, 32
  %half = and i32 %i, 15
  %rounded = and i32 %i, -32
  %odd = and i32 %i, 1
  %by.three = urem i32 %i, 3
  %masked = and i32 %tid, %n
  %quad = shl i32 %i, 2
  %quads = and i32 %quad, -4
  %low = and i32 %n, 31
  %mixed = and i32 %tid, %low
  ret void
}

; CHECK-LABEL: shapes of 'bits'
; CHECK-NEXT: entry:
; CHECK-NEXT: %tid affine 1, of 32, below 1024
; CHECK-NEXT: %quad affine 4, of 128, below 4096
; CHECK-NEXT: %field affine 4, below 4096
; CHECK-NEXT: %above affine 1, of 32, below 2048
; CHECK-NEXT: %all uniform, below 1024
; CHECK-NEXT: %some varying
; CHECK-NEXT: %other affine 1, of 32, below 1024
; CHECK-NEXT: %mirrored affine -1, below 1024
; CHECK-NEXT: %neighbour varying
; CHECK-NEXT: %disjoint affine 1, anchored
; CHECK-NEXT: %joined varying
; CHECK-NEXT: %flag uniform, of 32
; CHECK-NEXT: %aligned affine 1, of 32
define void @bits(i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %quad = shl i32 %tid, 2
  %field = or i32 %quad, 3
  %above = or i32 %tid, 1024
  %all = or i32 %tid, 31
  %some = or i32 %tid, 1
  %other = xor i32 %tid, 32
  %mirrored = xor i32 %tid, 31
  %neighbour = xor i32 %tid, 1
  %disjoint = or disjoint i32 %tid, %n
  %joined = or i32 %tid, %n
  %flag = shl i32 %n, 5
  %aligned = or i32 %flag, %tid
  ret void
}
