// SPDX-License-Identifier: Apache-2.0
// OneSection runs one section in a call, for tests. Answers are lists of objects by the
// key of their requirement.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "crossplane/call/call.h"
#include "data/value/object.h"
#include "test/testing/json.h"
#include "test/testing/test_call.h"

namespace loom {

struct OneSection {
  OneSection(absl::string_view composite, absl::string_view environment,
             absl::string_view answers)
      : of(Request(composite, environment, answers)),
        state(of.request, &of.pool, &access) {}

  static std::string Request(absl::string_view composite,
                             absl::string_view environment,
                             absl::string_view answers) {
    const Value lists = Json(answers);
    const std::string required = absl::StrJoin(
        Members(lists), ", ", [](std::string* out, const Member& list) {
          absl::StrAppend(
              out, ToJson(list.name), R"(: {"items": [)",
              absl::StrJoin(Items(list.value), ", ",
                            [](std::string* item, const Value& object) {
                              absl::StrAppend(item, R"({"resource": )",
                                              ToJson(object), "}");
                            }),
              "]}");
        });
    return RequestBytes(absl::StrCat(
        R"({"observed": {"composite": {"resource": )", composite,
        R"(}}, "context": {"apiextensions.crossplane.io/environment": )",
        environment, R"(}, "requiredResources": {)", required, "}}"));
  }

  // Runs the section, and returns its error; "" if it has none.
  std::string Run(const Section& section) {
    const absl::Status status = section.Run(state, &outcome);
    reason = FactOf(status, Fact::kReason);
    return std::string(status.message());
  }

  // The value of a key of the context as JSON; "none" if there is none.
  std::string ContextAt(absl::string_view key) {
    auto value = state.context.Get(key);
    if (!value.ok()) return std::string(value.status().message());
    return *value == nullptr ? "none" : ToJson(**value);
  }

  // The keys of the requirements.
  std::string Asked() const {
    return absl::StrJoin(outcome.requirements, " ",
                         [](std::string* out, const auto& requirement) {
                           EXPECT_EQ(requirement.first,
                                     CanonicalKey(requirement.second));
                           absl::StrAppend(out, requirement.first);
                         });
  }

  AccessPolicy access;
  TestRequest of;
  Call state;
  Outcome outcome;
  std::string reason;
};

}  // namespace loom
