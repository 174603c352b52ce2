/* libcudadevrt.a, the toolkit's device runtime library: build systems name it when they link. Softwarp's is part of the
 * runtime; an archive wants something in it. */
void swrt_device_runtime(void);

void swrt_device_runtime(void) {
}
