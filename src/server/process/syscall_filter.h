// SPDX-License-Identifier: Apache-2.0
// FilterSyscalls leaves the process the system calls that a server needs that
// has opened its ports, and takes away all others, for good. Whoever finds a
// way to run code in the process can then start no program, connect to nobody,
// write no file and make no memory executable.
//
//   bool filtered = FilterSyscalls();
//
// The table of what is allowed is in syscall_filter.cc. What happens otherwise:
//
//   not in the table               fails with ENOSYS, as if the kernel were older
//   in the table, but not with     fails with EPERM, such as opening a file for
//   this argument                  writing
//   in the table of what ends the  the kernel kills the process with SIGSYS,
//   process                        such as execve
//
// Libraries try what a kernel can do, and must survive that. Only what no
// library tries ends the process.
//
// The filter applies to all threads, also to those that run already. It is a
// program for seccomp of Linux 3.17 or later, on x86_64 and aarch64. It also
// sets NO_NEW_PRIVS, without which the kernel allows a filter only to root.
//
// (Debian has a static libseccomp, but under the LGPL, whose terms for static
// linking the released binary does not meet.)
#pragma once

namespace loom {

// Returns false if there is no filter, because the kernel, the architecture or
// an emulator has none, or because this is a build with sanitizers, which need
// more system calls. Everything else works without it.
bool FilterSyscalls();

}  // namespace loom
