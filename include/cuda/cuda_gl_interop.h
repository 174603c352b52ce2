/* CUDA Runtime API: OpenGL Interoperability. There is no graphics device: its functions are refused by name, with what to
 * do instead (softwarp/runtime/api.def). The header is there for programs that include it and call none of them. */
#ifndef CUDA_GL_INTEROP_H
#define CUDA_GL_INTEROP_H

#include "cuda_runtime_api.h"

#if defined(__has_include)
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#endif
#endif

#endif
