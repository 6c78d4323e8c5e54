// SPDX-License-Identifier: Apache-2.0
// Calls with an input of function-sequencer. Resources are written as words: "a" is
// desired, "a+" is desired and ready, "a!" is observed too, "a?" is only observed.
//
//   SequenceCall call(R"("rules": [{"sequence": ["a", "b"]}])", "a b");
//   EXPECT_EQ(call.Desired(), "a");
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "test/testing/call.h"

namespace loom {

class SequenceCall {
 public:
  SequenceCall(absl::string_view input, absl::string_view resources,
               absl::string_view more_desired = "") {
    std::vector<std::string> desired, observed;
    for (absl::string_view word : absl::StrSplit(resources, ' ')) {
      absl::string_view name = word.substr(0, word.find_first_of("+!?"));
      if (!absl::StrContains(word, "?")) {
        desired.push_back(absl::StrCat(
            "\"", name,
            "\": {\"ready\": ", absl::StrContains(word, "+") ? "1" : "0", "}"));
      }
      if (absl::StrContains(word, "!") || absl::StrContains(word, "?")) {
        observed.push_back(absl::StrCat(
            "\"", name, R"(": {"resource": {"apiVersion": "example.org/v1",
            "kind": "Thing", "metadata": {"name": "x-)",
            name, R"("}}})"));
      }
    }
    const std::string request = absl::StrCat(
        R"({"input": {"apiVersion": "sequencer.fn.crossplane.io/v1beta1", )",
        input, R"(}, "desired": {)", more_desired, R"("resources": {)",
        absl::StrJoin(desired, ","), R"(}}, "observed": {"resources": {)",
        absl::StrJoin(observed, ","), "}}}");
    auto bytes = Function().Run(RequestBytes(request));
    text_ = std::string(bytes->view());
  }

  std::string At(absl::string_view path) {
    return ParsedResponse(text_).At(path);
  }

  // The names of the desired resources.
  std::string Desired() {
    apiextensions::fn::proto::v1::RunFunctionResponse response;
    response.ParseFromString(text_);
    std::vector<std::string> names;
    for (const auto& [name, resource] : response.desired().resources()) {
      names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return absl::StrJoin(names, " ");
  }

 private:
  std::string text_;
};

}  // namespace loom
