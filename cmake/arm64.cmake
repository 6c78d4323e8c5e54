# SPDX-License-Identifier: Apache-2.0
# Toolchain file: Debian's cross compiler for arm64, with the libraries that
# package/sysroot unpacked. Programs that a build runs (protoc) are those of the
# machine that builds.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH loom_source)
set(CMAKE_SYSROOT ${loom_source}/build/sysroot-arm64)
# Before the C library that came with the cross compiler, which is older. What
# headers say of their place is as in /; ccache writes it relative to the build.
string(JOIN " " CMAKE_CXX_FLAGS_INIT
  -B${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu
  -ffile-prefix-map=${CMAKE_SYSROOT}=
  -ffile-prefix-map=../sysroot-arm64=)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# pkg-config would tell of the machine's own.
set(ENV{PKG_CONFIG_LIBDIR}
    ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
