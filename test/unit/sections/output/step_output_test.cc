// SPDX-License-Identifier: Apache-2.0
#include "sections/output/step_output.h"

#include <gtest/gtest.h>

#include "language/input/fields.h"
#include "test/testing/json.h"

namespace loom {
namespace {

// Whether there is the section, and the notes behind it.
std::string Read(absl::string_view json) {
  const Value value = Json(json);
  Problems problems;
  Fields fields(Input(value, Dialect::kNative, &problems));
  std::string read = StepOutput::Parse(fields) == nullptr ? "none" : "output";
  for (const Problem& note : problems.notes()) read += "; " + note.text();
  for (const Problem& each : problems.problems()) read += "; " + each.text();
  return read;
}

TEST(StepOutput, IsReadFromTheInput) {
  constexpr char kNote[] =
      "output; output: without connectionDetails, this sets only the output of "
      "a step of an Operation";
  EXPECT_EQ(Read("{}"), "none");
  EXPECT_EQ(Read(R"({"output": {"a": "${required.b}", "kind": "c"}})"),
            "output");
  // What looks like the place of connection details.
  EXPECT_EQ(Read(R"({"output": {}})"), kNote);
  EXPECT_EQ(Read(R"({"output": {"mode": "Secret", "secret": {"name": "a"}}})"),
            kNote);
  EXPECT_EQ(Read(R"({"output": {"mode": "Secret"}, "connectionDetails": []})"),
            "none");
  EXPECT_EQ(Read(R"({"output": {"a": "${object.x}"}})"),
            "output; output.a: Invalid value: 1:3: \"object\" is available "
            "only in the template of a resource and in readiness rules");
}

}  // namespace
}  // namespace loom
