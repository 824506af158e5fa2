// How NTL was built, which decides HElib's speed: most of its time are NTL's transforms.
#pragma once

#include <NTL/config.h>

// NTL's default has no vector instructions in its transforms. docs/libraries.md says how to build it with them.
#ifdef NTL_ENABLE_AVX_FFT
#define RINGASSAY_HELIB_NAME "HElib"
#else
#define RINGASSAY_HELIB_NAME "stock HElib (NTL without NTL_ENABLE_AVX_FFT=on)"
#endif
