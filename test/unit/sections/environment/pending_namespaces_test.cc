// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/redacted_message.h"
#include "sections/environment/selection.h"

namespace loom {
namespace {

std::string TextsPendingNamespaces(const Outcome& outcome) {
  return absl::StrJoin(
      outcome.remarks, "; ", [](std::string* out, const Remark& remark) {
        absl::StrAppend(
            out, remark.status == ConditionStatus::kTrue ? "True " : "Unknown ",
            remark.reason, remark.text.empty() ? "" : " ", remark.text);
      });
}

TEST(ReportPending, TellsWhatEntriesWaitFor) {
  const absl::Status first =
      Harmless(absl::NotFoundError("no such key: \"a\""));
  const absl::Status second =
      Harmless(absl::NotFoundError("no such key: \"b\""), "a key is missing");
  const struct {
    const char* reason;
    std::map<size_t, absl::Status> pending;
    bool redacted;
    const char* want;
  } tests[] = {
      {"None waits.", {}, false, "True Resolved"},
      {"In the order of the input.",
       {{2, second}, {0, first}},
       false,
       "True Resolved; Unknown FieldMissing entry 0: no such key: \"a\"; "
       "Unknown FieldMissing "
       "entry 2: no such key: \"b\""},
      {"A call that has read a Secret tells no key of an object.",
       {{2, second}},
       true,
       "True Resolved; Unknown FieldMissing entry 2: a key is missing"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    if (test.redacted) pool.NoteSecret();
    Asked asked;
    asked.pending = test.pending;
    const std::string names[] = {"entry 0", "entry 1", "entry 2"};
    Outcome outcome;
    ReportPending(
        asked, [&](size_t i) -> absl::string_view { return names[i]; }, pool,
        &outcome);
    EXPECT_EQ(TextsPendingNamespaces(outcome), test.want);
    EXPECT_EQ(outcome.not_ready, !test.pending.empty());
  }
}

}  // namespace
}  // namespace loom
