// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/duplicate_keys.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

TEST(DuplicateKeys, HavePlaces) {
  const struct {
    const char* reason;
    const char* yaml;
    std::string found;
  } kRows[] = {
      {"none", "{a: 1, b: {a: 1}}", ""},
      {"twice", "{a: 1, a: 2}", "1:8 after 1:2 in ;"},
      {"three times", "{a: 1, a: 2, a: 3}",
       "1:8 after 1:2 in ;1:14 after 1:2 in ;"},
      {"below lists and maps", "x: [1, {y: {a: 1, 'a': 2}}]",
       "1:19 after 1:13 in x[1].y;"},
      {"a merge", "{a: &a {b: 1}, c: {<<: *a, <<: *a}}", ""},
  };
  for (const auto& row : kRows) {
    Pool pool;
    const auto documents = ReadYaml("a.yaml", row.yaml, &pool);
    ASSERT_TRUE(documents.ok()) << row.reason;
    const YamlNodes& nodes = documents->front().nodes();
    std::string found;
    for (const DuplicateKey& each :
         DuplicateKeys(nodes, documents->front().node())) {
      absl::StrAppend(&found, nodes.LineColumn(nodes[each.key].offset),
                      " after ", nodes.LineColumn(nodes[each.first].offset),
                      " in ", PathText(each.path), ";");
    }
    EXPECT_EQ(found, row.found) << row.reason;
  }
}

}  // namespace
}  // namespace loom
