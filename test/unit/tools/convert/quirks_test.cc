// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/tools/yaml/trees.h"
#include "tools/convert/step_kind.h"

namespace loom {
namespace {

struct RowQuirks {
  const char* reason;
  const char* section;
  const char* note;  // "": there is none
};

TEST(QuirksTest, Notes) {
  const RowQuirks rows[] = {
      {"a whole number", "a: [{fmt: 'x-%d'}]", "a.0.fmt: %d writes"},
      {"any value", "fmt: '%v'", "fmt: %v writes"},
      {"a text", "fmt: '%s'", ""},
      {"a readiness check", "c: {type: MatchInteger}", "c.type: MatchInteger"},
      {"a join", "type: Join", "type: Join"},
      {"a clamp", "math: {clampMax: 4}", "math.clampMax: clampMax"},
      {"appending", "policy: {toFieldPath: AppendArray}", "policy.toFieldPath"},
      {"a path", "toFieldPath: spec.items", ""},
      {"in a base", "base: {type: Join}", ""},
      {"in data", "defaultData: {fmt: '%d'}", ""},
  };
  for (const RowQuirks& row : rows) {
    SCOPED_TRACE(row.reason);
    Pool pool;
    std::vector<NodeRemark> notes;
    NoteQuirks(Tree(row.section, &pool), {}, &notes);
    EXPECT_EQ(notes.empty(), *row.note == '\0');
    for (const std::string& text : Texts(notes)) {
      EXPECT_THAT(text, testing::StartsWith(row.note));
    }
  }
}

}  // namespace
}  // namespace loom
