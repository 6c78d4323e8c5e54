// SPDX-License-Identifier: Apache-2.0
#include "server/process/log_queue.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <memory>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/limits.h"
#include "test/testing/in_threads.h"

namespace loom {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;

std::string LineOfTheLost(uint64_t lines) {
  return absl::StrCat("lost ", lines, "\n");
}

// A pipe that is read only when a test says so.
class Pipe {
 public:
  explicit Pipe(int flags = 0) {
    EXPECT_EQ(pipe2(ends_.data(), O_CLOEXEC | flags), 0);
  }
  ~Pipe() {
    CloseReader();
    close(ends_[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int writer() const { return ends_[1]; }
  void CloseReader() {
    if (ends_[0] >= 0) close(ends_[0]);
    ends_[0] = -1;
  }
  // What there is, at most as much as a pipe holds.
  std::string Read() {
    std::string text(limits::kLogWrite, '\0');
    ssize_t size = read(ends_[0], text.data(), text.size());
    text.resize(size > 0 ? size_t(size) : 0);
    return text;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

// Reads until all is written, and returns the lines.
std::vector<std::string> ReadAll(Pipe& pipe, LogQueue& queue) {
  std::string text;
  while (!queue.Flush(milliseconds(1))) text += pipe.Read();
  // The pipe may still hold the last of it. A mark says where that ends.
  queue.Push("end\n");
  while (!text.ends_with("end\n")) text += pipe.Read();
  std::vector<std::string> lines =
      absl::StrSplit(text, '\n', absl::SkipEmpty());
  lines.pop_back();
  return lines;
}

TEST(LogQueue, WritesAllLinesInTheirOrder) {
  Pipe pipe;
  LogQueue queue(pipe.writer(), LineOfTheLost);
  InThreads(4, [&](int thread) {
    for (int i = 0; i < 100; ++i) {
      queue.Push(absl::StrCat(thread, " ", i, "\n"));
    }
  });
  std::vector<std::string> lines = ReadAll(pipe, queue);
  EXPECT_EQ(lines.size(), 400u);
  std::array<int, 4> next{};
  for (const std::string& line : lines) {
    int thread = line[0] - '0';
    EXPECT_EQ(line, absl::StrCat(thread, " ", next[size_t(thread)]++));
  }
  EXPECT_EQ(queue.dropped(), 0u);
}

TEST(LogQueue, NeitherWaitsForAReaderNorGrows) {
  struct {
    const char* reason;
    size_t line_bytes;
    size_t lines;
    size_t most_waiting;
  } tests[] = {
      {"Long lines are bounded by their bytes.", 1000, 5'000,
       limits::kLogBytes / 1000},
      {"Short lines are bounded by their number.", 10, 50'000,
       limits::kLogLines},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pipe pipe;
    LogQueue queue(pipe.writer(), LineOfTheLost);
    for (size_t i = 0; i < test.lines; ++i) {
      std::string line = absl::StrCat(i, " ");
      line.resize(test.line_bytes - 1, '.');
      queue.Push(line + "\n");
      ASSERT_LE(queue.waiting(), test.most_waiting);
    }
    EXPECT_FALSE(queue.Flush(milliseconds(10)));
    EXPECT_GT(queue.waiting(), 0u);
    uint64_t dropped = queue.dropped();
    EXPECT_GT(dropped, 0u);

    // When somebody reads again, each gap is reported in its place.
    uint64_t number = 0, lost = 0;
    int gaps = 0;
    for (absl::string_view line : ReadAll(pipe, queue)) {
      if (absl::ConsumePrefix(&line, "lost ")) {
        uint64_t more = 0;
        ASSERT_TRUE(absl::SimpleAtoi(line, &more));
        lost += more, number += more, ++gaps;
      } else {
        ASSERT_EQ(line.substr(0, line.find(' ')), absl::StrCat(number++));
      }
    }
    EXPECT_EQ(number, test.lines);
    EXPECT_EQ(lost, dropped);
    // The pipe and the writing thread hold a part each.
    EXPECT_LE(gaps, 3);
  }
}

TEST(LogQueue, DropsALineThatIsLargerThanAllOfIt) {
  Pipe pipe;
  LogQueue queue(pipe.writer(), LineOfTheLost);
  queue.Push(std::string(limits::kLogBytes + 1, 'x'));
  EXPECT_EQ(queue.dropped(), 1u);
  queue.Push("next\n");
  EXPECT_EQ(ReadAll(pipe, queue), (std::vector<std::string>{"lost 1", "next"}));
}

TEST(LogQueue, OutlivesItsReader) {
  Pipe pipe;
  LogQueue queue(pipe.writer(), LineOfTheLost);
  pipe.CloseReader();
  queue.Push("nobody reads this, and SIGPIPE would end the process\n");
  EXPECT_TRUE(queue.Flush(minutes(1)));
  EXPECT_EQ(queue.dropped(), 1u);
}

TEST(LogQueue, WaitsForAReaderOfANonBlockingPipe) {
  Pipe pipe(O_NONBLOCK);
  LogQueue queue(pipe.writer(), LineOfTheLost);
  const std::string line = std::string(999, 'x') + "\n";
  for (int i = 0; i < 200; ++i) queue.Push(line);
  EXPECT_FALSE(queue.Flush(milliseconds(10)));
  EXPECT_EQ(ReadAll(pipe, queue).size(), 200u);
}

TEST(LogQueue, WritesWhatItHasBeforeItEnds) {
  Pipe pipe;
  {
    LogQueue queue(pipe.writer(), LineOfTheLost);
    queue.Push("a\n");
    queue.Push("b\n");
  }
  EXPECT_EQ(pipe.Read(), "a\nb\n");
}

}  // namespace
}  // namespace loom
