// SPDX-License-Identifier: Apache-2.0
#include "server/process/resources.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "base/limits.h"
#include "base/memory.h"
#include "base/sanitizers.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

using Files = std::map<std::string, std::string>;

// A folder with the files of a cgroup.
class Cgroup {
 public:
  explicit Cgroup(const Files& files) {
    for (const auto& [name, text] : files) {
      const std::filesystem::path path = folder_ / name;
      std::filesystem::create_directories(path.parent_path());
      std::ofstream(path) << text;
    }
  }
  ~Cgroup() { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_.string(); }

 private:
  const std::filesystem::path folder_ = MakeFolder();

  static std::filesystem::path MakeFolder() {
    std::string name = testing::TempDir() + "cgroup.XXXXXX";
    return mkdtemp(name.data());
  }
};

// The files of version 1 about CPU time.
Files Cfs(const char* quota, const char* period) {
  return {{"cpu/cpu.cfs_quota_us", quota}, {"cpu/cpu.cfs_period_us", period}};
}

TEST(CpuLimit, ReadsBothVersions) {
  struct {
    const char* reason;
    Files files;
    std::optional<int> want;
  } tests[] = {
      {"Two whole cores.", {{"cpu.max", "200000 100000\n"}}, 2},
      {"A part of a core counts as one.", {{"cpu.max", "150000 100000\n"}}, 2},
      {"So does a tenth of the first.", {{"cpu.max", "10000 100000\n"}}, 1},
      {"The period need not be 100 ms.", {{"cpu.max", "100000 50000\n"}}, 2},
      {"Without a limit.", {{"cpu.max", "max 100000\n"}}, std::nullopt},
      {"A line without an end.", {{"cpu.max", "200000 100000"}}, 2},
      {"No number at all.", {{"cpu.max", "\n"}}, std::nullopt},
      {"A period is missing.", {{"cpu.max", "200000\n"}}, std::nullopt},
      {"Nonsense: no time at all.", {{"cpu.max", "0 100000"}}, std::nullopt},
      {"Nonsense: a period of nothing.",
       {{"cpu.max", "200000 0"}},
       std::nullopt},
      {"Nonsense: negative.", {{"cpu.max", "-1 100000"}}, std::nullopt},
      {"Version 1 was once not read, so that a server in a pod with 2 of 64 "
       "cores started 64 threads.",
       Cfs("200000\n", "100000\n"), 2},
      {"Version 1: a part of a core.", Cfs("50000\n", "100000\n"), 1},
      {"Version 1: without a limit.", Cfs("-1\n", "100000\n"), std::nullopt},
      {"Version 1: the period is missing.",
       {{"cpu/cpu.cfs_quota_us", "200000\n"}},
       std::nullopt},
      {"No file at all.", {}, std::nullopt},
      {"Both are mounted: version 2 limits the process.",
       {{"cpu.max", "300000 100000\n"},
        {"cpu/cpu.cfs_quota_us", "200000\n"},
        {"cpu/cpu.cfs_period_us", "100000\n"}},
       3},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const Cgroup cgroup(test.files);
    EXPECT_EQ(CpuLimit(cgroup.path()), test.want);
  }
}

TEST(AvailableCores, IsAtLeastOne) { EXPECT_GE(AvailableCores(), 1); }

TEST(MemoryLimit, ReadsBothVersions) {
  constexpr char kV2[] = "memory.max";
  constexpr char kV1[] = "memory/memory.limit_in_bytes";
  struct {
    const char* reason;
    const char* file;
    const char* text;
    std::optional<size_t> want;
  } tests[] = {
      {"A limit.", kV2, "536870912\n", 512 * limits::kMiB},
      {"A line without an end.", kV2, "536870912", 512 * limits::kMiB},
      {"Without a limit.", kV2, "max\n", std::nullopt},
      {"Version 1: a limit.", kV1, "536870912\n", 512 * limits::kMiB},
      {"What version 1 says when there is none.", kV1, "9223372036854771712\n",
       std::nullopt},
      {"An empty file.", kV2, "", std::nullopt},
      {"Nonsense: nothing.", kV2, "0", std::nullopt},
      {"Nonsense: negative.", kV2, "-1", std::nullopt},
      {"Neither file.", "other", "536870912", std::nullopt},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const Cgroup cgroup(Files{{test.file, test.text}});
    EXPECT_EQ(MemoryLimit(cgroup.path()), test.want);
  }
}

TEST(ResidentMemory, IsWhatIsInUse) {
  size_t before = ResidentMemory();
  {
    [[maybe_unused]] std::string much(64 * limits::kMiB, 'x');
    EXPECT_GE(ResidentMemory(), before + 60 * limits::kMiB);
  }
#if !LOOM_ADDRESS_SANITIZER  // it keeps what was given back for a while
  ReturnFreeMemory();
  EXPECT_LT(ResidentMemory(), before + 60 * limits::kMiB);
#endif
}

TEST(TransportMemory, IsAQuarterWithinBounds) {
  EXPECT_EQ(TransportMemory(std::nullopt), limits::kTransport);
  EXPECT_EQ(TransportMemory(512 * limits::kMiB), 128 * limits::kMiB);
  EXPECT_EQ(TransportMemory(100 * limits::kMiB), limits::kLeastTransport);
  EXPECT_EQ(TransportMemory(size_t{64} << 30), limits::kMostTransport);
}

TEST(MemoryOfAllCalls, IsAThirdOfTheLimit) {
  EXPECT_EQ(MemoryOfAllCalls(std::nullopt), limits::kMemoryOfAllCalls);
  EXPECT_EQ(MemoryOfAllCalls(600 * limits::kMiB), 200 * limits::kMiB);
}

TEST(MemoryForMessages, IsAQuarterWithinBounds) {
  EXPECT_EQ(MemoryForMessages(std::nullopt), limits::kHeld);
  EXPECT_EQ(MemoryForMessages(512 * limits::kMiB), 128 * limits::kMiB);
  EXPECT_EQ(MemoryForMessages(100 * limits::kMiB), limits::kLeastHeld);
  EXPECT_EQ(MemoryForMessages(size_t{64} << 30), limits::kMostHeld);
}

}  // namespace
}  // namespace loom
