// SPDX-License-Identifier: Apache-2.0
#include "server/process/log.h"

#include <unistd.h>

#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "test/testing/in_threads.h"

namespace loom {
namespace {

// The lines without their times, which differ from run to run.
std::string WithoutTime(const std::string& text) {
  std::string out;
  std::vector<std::string> lines =
      absl::StrSplit(text, '\n', absl::SkipEmpty());
  for (std::string& line : lines) {
    if (size_t at = line.find("\"ts\":"); at != std::string::npos) {
      line.erase(at, line.find(',', at) + 1 - at);
    } else {
      line.erase(0, std::string("23:59:59 ").size());
    }
    absl::StrAppend(&out, line, "\n");
  }
  return out;
}

TEST(Log, WritesOneJsonObjectALine) {
  struct {
    const char* reason;
    const char* message;
    std::vector<LogField> fields;
    const char* want;
  } tests[] = {
      {"A message alone.",
       "serving",
       {},
       R"({"level":"info","msg":"serving"})"},
      {"A field of each kind, in the order given.",
       "m",
       {{"text", "a"}, {"integer", 42}, {"real", 0.5}},
       R"({"level":"info","msg":"m","text":"a","integer":42,"real":0.5})"},
      {"Quotes and backslashes are escaped.",
       "say \"hi\" \\",
       {},
       R"({"level":"info","msg":"say \"hi\" \\"})"},
      {"A peer cannot start a line or colour the terminal.",
       "a\nb\x1b[31m\x7f",
       {},
       R"({"level":"info","msg":"a\u000ab\u001b[31m\u007f"})"},
      {"UTF-8 stays as it is.",
       "m",
       {{"tag", "gr\xc3\xb6\xc3\x9f"}},
       "{\"level\":\"info\",\"msg\":\"m\",\"tag\":\"gr\xc3\xb6\xc3\x9f\"}"},
      {"What is no UTF-8 cannot break the line's encoding.",
       "m",
       {{"tag", "a\xff\xfe"}},
       R"({"level":"info","msg":"m","tag":"a\ufffd\ufffd"})"},
      {"A byte of zero does not end the line.",
       "m",
       {{"tag", absl::string_view("a\0b", 3)}},
       R"({"level":"info","msg":"m","tag":"a\u0000b"})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::ostringstream out;
    StartLog(LogFormat::kJson, LogLevel::kInfo, out);
    switch (test.fields.size()) {
      case 0:
        Log(LogLevel::kInfo, test.message);
        break;
      case 1:
        Log(LogLevel::kInfo, test.message, {test.fields[0]});
        break;
      default:
        Log(LogLevel::kInfo, test.message,
            {test.fields[0], test.fields[1], test.fields[2]});
    }
    std::string line = out.str();
    ASSERT_FALSE(line.empty());
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    EXPECT_EQ(WithoutTime(line), std::string(test.want) + "\n");
    rapidjson::Document json;
    EXPECT_FALSE(json.Parse(line.c_str()).HasParseError());
    EXPECT_TRUE(json["ts"].IsDouble());
  }
}

TEST(Log, NamesTheLevel) {
  std::ostringstream out;
  StartLog(LogFormat::kJson, LogLevel::kDebug, out);
  Log(LogLevel::kDebug, "a");
  Log(LogLevel::kWarning, "b");
  Log(LogLevel::kError, "c");
  EXPECT_EQ(WithoutTime(out.str()),
            "{\"level\":\"debug\",\"msg\":\"a\"}\n"
            "{\"level\":\"warn\",\"msg\":\"b\"}\n"
            "{\"level\":\"error\",\"msg\":\"c\"}\n");
}

TEST(Log, LeavesOutWhatIsBelowTheLevel) {
  std::ostringstream out;
  StartLog(LogFormat::kJson, LogLevel::kInfo, out);
  EXPECT_FALSE(LogEnabled(LogLevel::kDebug));
  EXPECT_TRUE(LogEnabled(LogLevel::kInfo));
  Log(LogLevel::kDebug, "not written");
  EXPECT_EQ(out.str(), "");
}

TEST(Log, KeepsTheLinesOfManyThreadsWhole) {
  std::ostringstream out;
  StartLog(LogFormat::kJson, LogLevel::kInfo, out);
  InThreads(4, [](int thread) {
    for (int i = 0; i < 200; ++i) {
      Log(LogLevel::kInfo, "m", {{"thread", thread}, {"number", i}});
      Log(LogLevel::kDebug, "not written");
    }
  });
  std::vector<std::string> lines =
      absl::StrSplit(out.str(), '\n', absl::SkipEmpty());
  EXPECT_EQ(lines.size(), 800u);
  std::vector<int> next(4);
  for (const std::string& line : lines) {
    rapidjson::Document json;
    ASSERT_FALSE(json.Parse(line.c_str()).HasParseError()) << line;
    EXPECT_EQ(json["number"].GetInt(), next[json["thread"].GetUint()]++);
  }
}

// The thread of the queue writes to the descriptor, so what a test reads from it
// is complete after FlushLog.
TEST(Log, GoesThroughAQueueToADescriptor) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  StartLog(LogFormat::kJson, LogLevel::kInfo, ends[1]);
  Log(LogLevel::kInfo, "serving");
  Log(LogLevel::kDebug, "not written");
  EXPECT_TRUE(FlushLog(std::chrono::minutes(1)));
  char text[200];
  ssize_t size = read(ends[0], text, sizeof text);
  ASSERT_GT(size, 0);
  EXPECT_EQ(WithoutTime({text, size_t(size)}),
            "{\"level\":\"info\",\"msg\":\"serving\"}\n");
  EXPECT_EQ(CountsOfLog().waiting, 0u);
  EXPECT_EQ(CountsOfLog().dropped, 0u);

  // Nobody reads more than fits into the pipe.
  const std::string large(10'000, 'x');
  for (int i = 0; i < 300; ++i) Log(LogLevel::kInfo, large);
  EXPECT_FALSE(FlushLog(std::chrono::milliseconds(10)));
  EXPECT_GT(CountsOfLog().waiting, 0u);
  EXPECT_GT(CountsOfLog().dropped, 0u);

  close(ends[0]);
  std::ostringstream out;
  StartLog(LogFormat::kJson, LogLevel::kInfo, out);
  EXPECT_TRUE(FlushLog(std::chrono::milliseconds(0)));
  EXPECT_EQ(CountsOfLog().waiting, 0u) << "calling threads write themselves";
  close(ends[1]);
}

TEST(Log, WritesForPeopleOnTheConsole) {
  std::ostringstream out;
  StartLog(LogFormat::kConsole, LogLevel::kDebug, out);
  Log(LogLevel::kDebug, "answered a call", {{"tag", "a b"}, {"bytes", 3}});
  Log(LogLevel::kInfo, "two\nlines");
  EXPECT_EQ(WithoutTime(out.str()),
            "debug  answered a call  tag=\"a b\"  bytes=3\n"
            "info  two\\u000alines\n");
}

}  // namespace
}  // namespace loom
