// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/wording.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(StepTitle, NamesEveryKind) {
  struct Row {
    ExplainedStep step;
    const char* want;
  };
  const Row kRows[] = {
      {{.kind = "base"}, "base"},
      {{.kind = "patch", .type = "FromCompositeFieldPath", .index = 2},
       "patch 3 FromCompositeFieldPath"},
      {{.kind = "patch", .index = 3, .patch_set = "tags", .patch_set_index = 1},
       "patch 2 of patch set tags"},
      {{.kind = "patch", .patch_set = "tags"}, "patch of patch set tags"},
      {{.kind = "merge", .index = 0}, "environment 1"},
      {{.kind = "reference", .type = "kept desired", .index = 4},
       "reference 5 kept desired"},
      {{.kind = "identity"}, "external identity"},
      {{.kind = "providerConfig"}, "provider config"},
      {{.kind = "observedName"}, "name of the observed resource"},
      {{.kind = "kept"}, "kept as observed"},
      {{.kind = "connection", .index = 1}, "connection detail 2"},
      {{.kind = "foreign",
        .type = "function-go-templating",
        .pipeline = "template"},
       "step \"template\", function-go-templating: set outside function-loom"},
  };
  for (const Row& row : kRows) EXPECT_EQ(StepTitle(row.step), row.want);
}

TEST(SourceTitle, NamesEveryKind) {
  struct Row {
    ExplainedSource source;
    const char* want;
  };
  const Row kRows[] = {
      {{"composite", "XApp shop", "spec.region", {}, {}},
       "XApp shop spec.region"},
      {{"observed", "bucket", "status.arn", {}, {}},
       "bucket (observed) status.arn"},
      {{"label", "XApp shop", "metadata.labels[example.org/team]", {}, {}},
       "label example.org/team of XApp shop"},
      {{"label", "XApp shop", "metadata.labels.team", {}, {}},
       "label team of XApp shop"},
      {{"object", "Network a/b", "", {}, {}}, "Network a/b"},
      {{"expression", "expression", "a &&\n  b\n", {}, {}},
       "expression a &&\n  b"},
  };
  for (const Row& row : kRows) EXPECT_EQ(SourceTitle(row.source), row.want);
}

TEST(UnreadyText, SaysTheReasonOnce) {
  EXPECT_EQ(UnreadyText({.reason = "not observed"}),
            "does not exist yet; Crossplane will create it");
  EXPECT_EQ(UnreadyText({.reason = "not ready"}), "not ready");
  EXPECT_EQ(UnreadyText({.reason = "withheld", .message = "no size"}),
            "withheld, no size");
  EXPECT_EQ(UnreadyText({.reason = "not observed",
                         .message = "not observed yet; wait"}),
            "not observed yet; wait");
}

TEST(PlaceText, IsFileLineAndColumn) {
  EXPECT_EQ(PlaceText(std::nullopt), "");
  EXPECT_EQ(PlaceText(ExplainedPlace{{.file = "a.yaml", .line = 3, .column = 7},
                                     "spec"}),
            "a.yaml:3:7");
}

TEST(FieldName, JoinsOwnerAndPath) {
  EXPECT_EQ(FieldName({.owner = "bucket", .path = "spec.a"}), "bucket.spec.a");
  EXPECT_EQ(FieldName({.owner = "context", .path = "[a.b/c].d"}),
            "context[a.b/c].d");
}

TEST(Columns, LeavesOutWhatIsEmpty) {
  EXPECT_EQ(Columns({"a", "", "b"}), "a  b");
  EXPECT_EQ(Columns({"", ""}), "");
}

TEST(ChangeSign, IsALetterBesideTheColour) {
  EXPECT_EQ(ChangeSign("added"), '+');
  EXPECT_EQ(ChangeSign("removed"), '-');
  EXPECT_EQ(ChangeSign("value"), '~');
  EXPECT_EQ(ChangeSign("origin"), '@');
  EXPECT_EQ(ChangeSign(""), ' ');
}

}  // namespace
}  // namespace loom
