// SPDX-License-Identifier: Apache-2.0
#include "server/process/syscall_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/sanitizers.h"

namespace loom {
namespace {

#if LOOM_ADDRESS_SANITIZER || LOOM_THREAD_SANITIZER
constexpr unsigned kArchitecture = 0;
#elif defined(__x86_64__)
constexpr unsigned kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr unsigned kArchitecture = 0;
#endif

// The most frequent ones come first, because old kernels go through the table
// for each call. They are those that strace saw in a server under load, with
// TLS, while certificates changed and while it ended, and what their libraries
// use instead on other kernels.
constexpr unsigned kAllowed[] = {
    SYS_futex,        // locks of all kinds
    SYS_recvmsg,      // requests arrive
    SYS_sendmsg,      // responses leave
    SYS_epoll_pwait,  // gRPC waits for connections
#ifdef __x86_64__
    SYS_epoll_wait,  // the same
    SYS_poll,        // the acceptor and the HTTP page wait
#endif
    SYS_ppoll,          // the same, where there is no poll
    SYS_read,           // files of certificates, wake-ups of gRPC
    SYS_write,          // the log, wake-ups of gRPC
    SYS_close,          // connections and files
    SYS_clock_gettime,  // where the kernel maps no clock into the process
    SYS_gettimeofday,   // the same
    SYS_clock_getres,   // the same
    SYS_getpid,         // gRPC and OpenSSL notice forks by it
    SYS_gettid,         // jemalloc and abort

    SYS_accept4,        // connections arrive
    SYS_accept,         // the same
    SYS_getsockname,    // gRPC names its connections
    SYS_getpeername,    // the same
    SYS_setsockopt,     // no delay, keepalive
    SYS_getsockopt,     // errors of connections
    SYS_recvfrom,       // the HTTP page, and gRPC with TLS
    SYS_sendto,         // the same
    SYS_readv,          // the same
    SYS_writev,         // the same
    SYS_shutdown,       // connections end
    SYS_setpriority,    // slow calls get less of the CPU (server/grpc/lanes.h)
    SYS_epoll_create1,  // gRPC, as it needs more sets of connections
    SYS_epoll_ctl,      // connections come and go
    SYS_eventfd2,       // wake-ups of gRPC
    SYS_fcntl,          // connections do not block

    SYS_newfstatat,  // certificates change
    SYS_fstat,       // the size of a file
    SYS_statx,       // the same, in later C libraries
    SYS_lseek,       // files of /proc
    SYS_pread64,     // the same
    SYS_getdents64,  // how many descriptors are open

    SYS_munmap,   // memory is returned
    SYS_mremap,   // memory grows
    SYS_madvise,  // memory that is not used goes back to the system
    SYS_brk,      // the allocator of the C library

    SYS_set_robust_list,     // threads start
    SYS_rseq,                // the same
    SYS_exit,                // threads end
    SYS_exit_group,          // the process ends
    SYS_sched_yield,         // threads wait for a moment
    SYS_sched_getaffinity,   // how many cores there are
    SYS_sched_getparam,      // gRPC starts threads with the priority of others
    SYS_sched_getscheduler,  // the same
    SYS_clock_nanosleep,     // looking again after a while
    SYS_nanosleep,           // the same

    SYS_rt_sigprocmask,   // threads start with signals blocked
    SYS_rt_sigtimedwait,  // waiting for SIGTERM
    SYS_rt_sigaction,     // abort restores the action of SIGABRT
    SYS_rt_sigreturn,     // a handler of a signal returns
    SYS_restart_syscall,  // after SIGSTOP and SIGCONT
    SYS_tgkill,           // abort

    SYS_getrandom,  // OpenSSL, and the ids of internal errors
    SYS_getrusage,  // CPU time in the metrics
    SYS_prlimit64,  // the limit of descriptors in the metrics
    SYS_sysinfo,    // the C library sorts within the memory there is
    SYS_uname,      // gRPC looks for features of the kernel
    SYS_getuid,     // OpenSSL reads no settings as another user
    SYS_geteuid,    // the same
    SYS_getgid,     // the same
    SYS_getegid,    // the same
};

// Allowed if the bits of `mask` of an argument are `want`. Of 64 bits of an
// argument only the lower 32 are looked at, in which all these flags are.
struct CallWithArgument {
  unsigned number;
  unsigned argument;
  unsigned mask;
  unsigned want;
};

constexpr unsigned kWriting = O_ACCMODE | O_CREAT | O_TRUNC;

constexpr CallWithArgument kAllowedWithArgument[] = {
    {SYS_openat, 2, kWriting, O_RDONLY},  // the server writes no files
#ifdef __x86_64__
    {SYS_open, 1, kWriting, O_RDONLY},  // the same
#endif
    {SYS_mmap, 2, PROT_EXEC, 0},      // no memory becomes executable
    {SYS_mprotect, 2, PROT_EXEC, 0},  // the same
    // clone3 takes its flags from memory, where a filter cannot look. Without
    // it the C library uses clone.
    {SYS_clone, 0, CLONE_THREAD, CLONE_THREAD},  // threads, but no processes
    {SYS_prctl, 0, ~0U, PR_SET_NAME},  // gRPC and jemalloc name their threads
    // Connections are cut off (server/connections/traffic.h). An address that is no longer
    // than its family is no place to connect to.
    {SYS_connect, 2, ~0U, sizeof(sa_family_t)},
};

constexpr unsigned kDeadly[] = {
    SYS_execve,    // starts a program
    SYS_execveat,  // the same
#ifdef __x86_64__
    SYS_fork,   // starts a process; the C library uses clone
    SYS_vfork,  // the same
#endif
    SYS_ptrace,             // takes over another process
    SYS_process_vm_readv,   // reads the memory of another process
    SYS_process_vm_writev,  // writes to it
    SYS_bpf,                // loads a program into the kernel
    SYS_init_module,        // loads a module into the kernel
    SYS_finit_module,       // the same
};

using Program = std::vector<sock_filter>;

constexpr unsigned Fails(unsigned error) { return SECCOMP_RET_ERRNO | error; }

void Load(Program& program, size_t offset) {
  program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, unsigned(offset)));
}

void Return(Program& program, unsigned action) {
  program.push_back(BPF_STMT(BPF_RET | BPF_K, action));
}

// Skips the next `instructions` unless what was loaded is `value`.
void If(Program& program, unsigned value, unsigned char instructions) {
  program.push_back(
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, instructions));
}

void AddArgument(Program& program, const CallWithArgument& call) {
  If(program, call.number, 5);
  // Both architectures are little-endian: the lower half comes first.
  Load(program,
       offsetof(seccomp_data, args) + call.argument * sizeof(uint64_t));
  program.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, call.mask));
  If(program, call.want, 1);
  Return(program, SECCOMP_RET_ALLOW);
  Return(program, Fails(EPERM));
}

Program Compile() {
  Program program;
  // A process may make system calls of other architectures, whose numbers mean
  // something else.
  Load(program, offsetof(seccomp_data, arch));
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0));
  Return(program, SECCOMP_RET_KILL_PROCESS);
  Load(program, offsetof(seccomp_data, nr));
  for (unsigned call : kAllowed) {
    If(program, call, 1);
    Return(program, SECCOMP_RET_ALLOW);
  }
  for (const CallWithArgument& call : kAllowedWithArgument) {
    AddArgument(program, call);
  }
  for (unsigned call : kDeadly) {
    If(program, call, 1);
    Return(program, SECCOMP_RET_KILL_PROCESS);
  }
  Return(program, Fails(ENOSYS));
  return program;
}

}  // namespace

bool FilterSyscalls() {
  if (kArchitecture == 0) return false;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  Program code = Compile();
  sock_fprog program{.len = static_cast<unsigned short>(code.size()),
                     .filter = code.data()};
  // Kernels before 5.16 slow a filtered process down, to protect it from
  // programs that it runs inside of itself. There are none, and kernels from
  // 4.17 on take that into account.
  for (unsigned flags : {SECCOMP_FILTER_FLAG_SPEC_ALLOW, 0UL}) {
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                SECCOMP_FILTER_FLAG_TSYNC | flags, &program) == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace loom
