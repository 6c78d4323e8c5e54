// SPDX-License-Identifier: Apache-2.0
// loom_timeline_states FILE…: plays tests in the simulated control plane, and prints for
// each one a line of JSON with all objects of the cluster after each step:
//
//   {"file": "a.test.yaml", "error": "", "steps": [{"failures": ["…"], "objects": [{}]}]}
//
// suites/e2e compares them with those of a real cluster.
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "tools/test/timeline/timeline.h"
#include "tools/test_files/test_file.h"
#include "tools/workspace/files.h"

namespace {

using loom::Value;

std::string Json(const Value& value) {
  return loom::CompactJson(value).value_or("null");
}

std::string Quoted(const std::string& text) {
  loom::Pool pool;
  return Json(loom::Text(text, &pool));
}

std::string Shown(const loom::StepOfTest& step, const std::string& objects) {
  return absl::StrCat(
      "{\"failures\":[",
      absl::StrJoin(step.failures, ",",
                    [](std::string* out, const loom::TestFailure& each) {
                      absl::StrAppend(out, Quoted(each.message));
                    }),
      "],\"objects\":[", objects, "]}");
}

// Returns the steps as JSON.
absl::StatusOr<std::string> Play(const std::string& path) {
  loom::Pool pool;
  loom::Files files(std::cin, &pool);
  LOOM_ASSIGN_OR_RETURN(const std::vector<loom::YamlDocument> documents,
                        files.Read(path));
  if (documents.empty()) return absl::InvalidArgumentError("no document");
  LOOM_ASSIGN_OR_RETURN(loom::TestFile test,
                        loom::LoadTest(documents.front(), &files, &pool));
  std::vector<std::string> states;
  loom::TestOptions options;
  options.keep_going = true;
  options.after_step = [&states](const loom::ApiServer& api) {
    states.push_back(absl::StrJoin(api.All(), ",",
                                   [](std::string* out, const Value* object) {
                                     absl::StrAppend(out, Json(*object));
                                   }));
  };
  const loom::TestResult result =
      loom::PlayTest(std::move(test), options, &files, &pool);
  if (!result.error.ok()) return result.error;
  std::vector<std::string> steps;
  steps.reserve(states.size());
  for (size_t i = 0; i < states.size(); ++i) {
    steps.push_back(Shown(result.steps[i], states[i]));
  }
  return absl::StrJoin(steps, ",");
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const absl::StatusOr<std::string> steps = Play(argv[i]);
    std::cout << "{\"file\":" << Quoted(argv[i])
              << ",\"error\":" << Quoted(std::string(steps.status().message()))
              << ",\"steps\":[" << steps.value_or("") << "]}\n";
  }
  return 0;
}
