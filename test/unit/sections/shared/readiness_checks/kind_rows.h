// SPDX-License-Identifier: Apache-2.0
// Rows of tests of CheckKind: what objects of a kind have, and the answer.
//
//   CheckRows("v1", "Service", {{"It has no type.", "", "ready"}});
#pragma once

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "data/value/struct_codec.h"
#include "sections/shared/readiness_checks/kind_check.h"
#include "test/testing/json.h"

namespace loom {

// "ready", "not ready", "unknown kind", or the error.
inline std::string KindAnswer(const Value& object, Pool* pool = TestPool()) {
  absl::StatusOr<std::optional<bool>> ready = CheckKind(object, pool);
  if (!ready.ok()) return std::string(ready.status().message());
  if (!ready->has_value()) return "unknown kind";
  return **ready ? "ready" : "not ready";
}

// The object as a call reads it, where somebody looks at it.
inline Value AsRead(const Value& object) {
  static const ObjectOrigin origin = {TestPool(), "observed resource", "a"};
  WireWriter out;
  EncodeStruct(object, &out);
  return *ReadStruct(TestPool()->Keep(std::move(out).Finish().view()), origin);
}

struct KindRow {
  const char* reason;
  // What the object has besides its apiVersion and kind.
  const char* members;
  const char* want;
};

template <size_t kSize>
void CheckRows(absl::string_view api_version, absl::string_view kind,
               const KindRow (&rows)[kSize]) {
  for (const KindRow& row : rows) {
    SCOPED_TRACE(row.reason);
    Value object =
        Json(absl::StrCat(R"({"apiVersion": ")", api_version, R"(", "kind": ")",
                          kind, "\"", row.members, "}"));
    EXPECT_EQ(KindAnswer(object), row.want);
    const Value read = AsRead(object);
    EXPECT_EQ(KindAnswer(read), row.want) << "as a call reads it";
    EXPECT_EQ(*CheckKind(read, TestPool(), KindRules::kAutoReady),
              *CheckKind(object, TestPool(), KindRules::kAutoReady))
        << "as a call reads it";
  }
}

}  // namespace loom
