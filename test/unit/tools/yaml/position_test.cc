// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

constexpr char kText[] = R"(spec: &spec
  size: "ä"
  labels: {a.b/c: x, a: {b: y}, on: z}
sets:
- name: other
- {name: tags, patches: [{}, {type: T}]}
copy: *spec
merged:
  <<: *spec
  more: |
    two
    lines
twice: 1
twice: 22
)";

std::string AtPosition(absl::string_view path, YamlPart part) {
  Pool pool;
  auto documents = ReadYaml("f", kText, &pool);
  if (!documents.ok()) return std::string(documents.status().message());
  YamlPosition at = Locate((*documents)[0], path, part);
  return absl::StrCat(at.line, ":", at.column, at.end_column == 0 ? "" : "-",
                      at.end_column == 0 ? "" : absl::StrCat(at.end_column));
}

TEST(Locate, FindsValuesAndKeys) {
  const struct {
    const char* reason;
    const char* path;
    const char* value;
    const char* key;
  } tests[] = {
      {"The document.", "", "1:1", "1:1"},
      {"A quoted value; columns count characters.", "spec.size", "2:9-12",
       "2:3-7"},
      {"The longest key that fits.", "spec.labels.a.b/c", "3:19-20", "3:12-17"},
      {"A shorter key.", "spec.labels.a.b", "3:29-30", "3:26-27"},
      {"A key in brackets.", "spec.labels[a.b/c]", "3:19-20", "3:12-17"},
      {"A key that YAML 1.1 changes.", "spec.labels.true", "3:37-38",
       "3:33-35"},
      {"An index.", "sets[1].patches[1].type", "6:37-38", "6:31-35"},
      {"The name of an element.", "sets[tags].patches[1].type", "6:37-38",
       "6:31-35"},
      {"An element has no key.", "sets[0]", "5:3", "5:3"},
      {"Through an alias.", "copy.size", "2:9-12", "2:3-7"},
      {"Through a merge.", "merged.size", "2:9-12", "2:3-7"},
      {"A block of several lines has no end.", "merged.more", "10:9", "10:3-7"},
      {"The last of equal keys.", "twice", "14:8-10", "14:1-6"},
      {"A missing member is at its parent.", "sets[1].nothing.more", "6:3",
       "6:3"},
      {"A missing element is at its list.", "sets[7].name", "5:1", "5:1"},
      {"No such name.", "sets[nobody].name", "5:1", "5:1"},
      {"A bracket that is never closed.", "sets[1", "5:1", "5:1"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(AtPosition(test.path, YamlPart::kValue), test.value);
    EXPECT_EQ(AtPosition(test.path, YamlPart::kKey), test.key);
  }
}

}  // namespace
}  // namespace loom
