// SPDX-License-Identifier: Apache-2.0
// LOOM_ADDRESS_SANITIZER and LOOM_THREAD_SANITIZER are 1 in a build with that
// sanitizer, and 0 otherwise. GCC and clang announce their sanitizers with different
// macros.
#pragma once

#ifdef __has_feature
#define LOOM_HAS_FEATURE(name) __has_feature(name)
#else
#define LOOM_HAS_FEATURE(name) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || LOOM_HAS_FEATURE(address_sanitizer)
#define LOOM_ADDRESS_SANITIZER 1
#else
#define LOOM_ADDRESS_SANITIZER 0
#endif

#if defined(__SANITIZE_THREAD__) || LOOM_HAS_FEATURE(thread_sanitizer)
#define LOOM_THREAD_SANITIZER 1
#else
#define LOOM_THREAD_SANITIZER 0
#endif
