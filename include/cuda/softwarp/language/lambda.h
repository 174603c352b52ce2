/* Questions about extended lambdas (CUDA C++ Programming Guide, Extended Lambda Type Traits), and counters of a profiler.
 *
 * nvcc puts a type of its own in the place of an extended lambda's, whose operator host code cannot ask for its result;
 * these say whether a type is such a one. Here lambdas for the device are what C++ says they are, so none is. */
#ifndef SOFTWARP_LAMBDA_H
#define SOFTWARP_LAMBDA_H

#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false

/* Nobody counts. */
#define SW_COUNTER(name) SW_DEVICE unsigned int name(void) { return 0; }
SW_COUNTER(__pm0)
SW_COUNTER(__pm1)
SW_COUNTER(__pm2)
SW_COUNTER(__pm3)
#undef SW_COUNTER

#endif
