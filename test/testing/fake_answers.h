// SPDX-License-Identifier: Apache-2.0
// FakeAnswers stands for what Crossplane sent for requirements, for tests.
//
//   FakeAnswers answers(R"({"key": [{"kind": "ConfigMap"}], "none": []})");
#pragma once

#include <optional>
#include <vector>

#include "crossplane/contract/requirement.h"
#include "test/testing/json.h"

namespace loom {

// By key, a list of objects.
class FakeAnswers : public RequiredResources {
 public:
  explicit FakeAnswers(absl::string_view json) : answers_(Json(json)) {}

  absl::StatusOr<std::optional<std::vector<const Value*>>> Answer(
      absl::string_view key) override {
    auto found = answers_.FindMember(Borrow(key));
    if (found == answers_.MemberEnd()) return std::nullopt;
    std::vector<const Value*> objects;
    for (const Value& object : found->value.GetArray())
      objects.push_back(&object);
    return objects;
  }

 private:
  Value answers_;
};

}  // namespace loom
