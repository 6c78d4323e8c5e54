// SPDX-License-Identifier: Apache-2.0
#include "server/process/syscall_filter.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <thread>

#include "base/sanitizers.h"
#include "test/testing/tcp.h"

namespace loom {
namespace {

#if LOOM_ADDRESS_SANITIZER || LOOM_THREAD_SANITIZER

TEST(FilterSyscalls, LeavesSanitizersWhatTheyNeed) {
  EXPECT_FALSE(FilterSyscalls());
}

#else

constexpr size_t kPage = 4096;

void* Map(int protection) {
  return mmap(nullptr, kPage, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int ErrorOf(const std::function<long()>& work) {
  errno = 0;
  return work() < 0 ? errno : 0;
}

// In a child, because a filter stays for good: ends it with the error of `work`
// under the filter.
[[noreturn]] void EndWithErrorOf(const std::function<long()>& work) {
  _exit(FilterSyscalls() ? ErrorOf(work) : 255);
}

long Connect(const Descriptor& socket, sa_family_t family, socklen_t length) {
  sockaddr address{};
  address.sa_family = family;
  return connect(socket.get(), &address, length);
}

TEST(FilterSyscalls, LeavesWhatAServerNeeds) {
  auto listener = Listener::Bind("127.0.0.1:0");
  ASSERT_TRUE(listener.ok());
  TcpPeer peer(listener->address());
  const Descriptor connection = Accepted(*listener);
  struct {
    const char* reason;
    std::function<long()> work;
    int error;
  } tests[] = {
      {"Certificates are read again.",
       [] { return open("/proc/self/statm", O_RDONLY); }, 0},
      {"The server writes no file.", [] { return open("/dev/null", O_WRONLY); },
       EPERM},
      {"Nor does it make one.",
       [] { return open("/dev/shm/loom", O_RDONLY | O_CREAT, 0600); }, EPERM},
      {"Stacks and heaps grow.",
       [] { return Map(PROT_READ | PROT_WRITE) == MAP_FAILED ? -1L : 0L; }, 0},
      {"Memory that is written to cannot be run.",
       [] {
         void* page = Map(PROT_READ | PROT_WRITE | PROT_EXEC);
         return page == MAP_FAILED ? -1L : 0L;
       },
       EPERM},
      {"Nor later.",
       [] {
         void* page = Map(PROT_READ | PROT_WRITE);
         return long{mprotect(page, kPage, PROT_READ | PROT_EXEC)};
       },
       EPERM},
      {"Nobody is called from here.",
       [] { return long{socket(AF_INET, SOCK_STREAM, 0)}; }, ENOSYS},
      {"Nor through a socket that is there.",
       [&] { return Connect(connection, AF_INET, sizeof(sockaddr_in)); },
       EPERM},
      {"A connection is cut off.",
       [&] { return Connect(connection, AF_UNSPEC, sizeof(sa_family_t)); }, 0},
      {"gRPC starts spare threads.",
       [] {
         std::thread([] {}).join();
         return 0L;
       },
       0},
      {"There is one process.", [] { return long{fork()}; }, EPERM},
      {"gRPC names its threads.",
       [] { return long{prctl(PR_SET_NAME, "a name")}; }, 0},
      {"The memory of the process stays hidden.",
       [] { return long{prctl(PR_SET_DUMPABLE, 1)}; }, EPERM},
      {"What a later kernel has looks as if this one did not.",
       [] { return syscall(SYS_io_uring_setup, 1, nullptr); }, ENOSYS},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EXIT(EndWithErrorOf(test.work), testing::ExitedWithCode(test.error),
                "");
  }
}

TEST(FilterSyscalls, EndsAProcessThatIsTakenOver) {
  struct {
    const char* reason;
    std::function<long()> work;
  } tests[] = {
      {"A program of the attacker's choice.",
       [] { return long{execl("/bin/true", "true", nullptr)}; }},
      {"One that is in memory only.",
       [] { return syscall(SYS_execveat, 0, "", nullptr, nullptr, 0); }},
      {"The memory of another process.",
       [] {
         return syscall(SYS_process_vm_readv, 1, nullptr, 0, nullptr, 0, 0);
       }},
      {"Another process.", [] { return syscall(SYS_ptrace, 0, 0, 0, 0); }},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EXIT(EndWithErrorOf(test.work), testing::KilledBySignal(SIGSYS), "");
  }
}

TEST(FilterSyscalls, AppliesToThreadsThatRunAlready) {
  EXPECT_EXIT(
      {
        int filtered = -1;
        int ends[2];
        if (pipe(ends) != 0) _exit(255);
        std::thread thread([&] {
          char go = 0;
          if (read(ends[0], &go, 1) != 1) _exit(255);
          filtered = ErrorOf([] { return socket(AF_INET, SOCK_STREAM, 0); });
        });
        FilterSyscalls();
        if (write(ends[1], "x", 1) != 1) _exit(255);
        thread.join();
        _exit(filtered);
      },
      testing::ExitedWithCode(ENOSYS), "");
}

#endif

}  // namespace
}  // namespace loom
