# Libraries of CUDA that Softwarp does not have, for FindCUDAToolkit: the target of each (CUDA::cublas, ...) exists, so that
# a project is configured, and a program that links it is told by the linker what is missing and what to do instead. Each is
# a linker script of one sentence, in a folder where FindCUDAToolkit looks and swcc does not. It looks into lib64/lib before
# the system's folders, where another toolkit may have its libraries, and into lib64/lib/stubs after them: there is OpenCL,
# whose library the system may really have. What to say of a library is its row in src/driver/libraries.def; the names are
# FindCUDAToolkit's.
set(missing_names
    cublas cublasLt cublas_static cublasLt_static cudla cufft cufft_static cufft_static_nocallback cufftw cufftw_static
    cufile cufile_static cufile_rdma cufile_rdma_static cuFile cuFile_static cuFile_rdma cuFile_rdma_static
    cupti cupti_static cusolver cusolver_static
    cusolver_metis_static cusolver_lapack_static cusparse cusparse_static nvJitLink nvJitLink_static nvblas nvjpeg
    nvjpeg_static nvidia-ml nvptxcompiler_static nvrtc nvrtc_static nvrtc-builtins nvrtc-builtins_static
    OpenCL nvgraph nvgraph_static nvfatbin nvfatbin_static nvperf_host nvperf_host_static nvperf_target pcsamplingutil)
foreach(part c ial icc icom idei if ig im ist isu itc s)
  list(APPEND missing_names npp${part} npp${part}_static)
endforeach()

# LIBRARY("header", "library", "name", "advice"): rows without a library are headers alone.
file(READ ${CMAKE_SOURCE_DIR}/src/driver/libraries.def missing_rows)
string(REGEX MATCHALL "\nLIBRARY\\(\"[^\"]*\", \"[^\"]+\", \"[^\"]*\",[ \n]+\"[^\"]*\"\\)" missing_rows "${missing_rows}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/driver/libraries.def)

function(toolkit_missing name)
  foreach(row IN LISTS missing_rows)
    string(REGEX MATCH "\"[^\"]*\", \"([^\"]+)\", \"([^\"]*)\",[ \n]+\"([^\"]*)\"" row "${row}")
    set(start ${CMAKE_MATCH_1})
    set(what "${CMAKE_MATCH_2}")
    set(advice "${CMAKE_MATCH_3}")
    string(TOLOWER ${name} lower)
    string(TOLOWER ${start} start)
    if(lower MATCHES "^${start}")
      set(extension so)
      if(name MATCHES "_static")
        set(extension a)
      endif()
      set(folder lib64/lib)
      if(name STREQUAL OpenCL)
        set(folder lib64/lib/stubs)
      endif()
      file(WRITE ${TOOLKIT_TREE}/${folder}/lib${name}.${extension}
           "ASSERT(0, \"error: Softwarp does not have ${what}: ${advice}\")\n")
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "src/driver/libraries.def has no row for ${name}")
endfunction()
foreach(name IN LISTS missing_names)
  toolkit_missing(${name})
endforeach()

# CUPTI's targets are there where its header is.
file(WRITE ${TOOLKIT_TREE}/extras/CUPTI/include/cupti.h
     "#error \"Softwarp does not have CUPTI: profile with perf: kernels are ordinary functions\"\n")
