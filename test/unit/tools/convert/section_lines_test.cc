// SPDX-License-Identifier: Apache-2.0
// The cases of cases_test.cc compare whole documents.
#include "tools/convert/section_lines.h"

#include <gtest/gtest.h>

#include "data/value/object.h"
#include "test/unit/tools/yaml/edited.h"

namespace loom {
namespace {

// The sections that an input becomes, all lines of which go.
std::string Replaced(const std::string& input, const std::string& ttl = "") {
  Edited test("input:\n" + input);
  const Value* value = test.edit.ValueAt({"input"});
  const std::vector<TextRange> all = {{0, test.edit.nodes().text().size()}};
  SectionLines lines(test.edit, 2);
  if (Find(*value, "rules") != nullptr) {
    lines.AddSequencer(value, {"input"}, all);
  } else {
    lines.AddAutoReady(value, {"input"}, all);
  }
  return std::move(lines).Finish(ttl);
}

TEST(SectionLinesTest, WritesDependencies) {
  const std::string head =
      "  apiVersion: sequencer.fn.crossplane.io/v1beta1 # in order\n";
  EXPECT_EQ(Replaced(head + "  rules:\n"
                            "  # first\n"
                            "  - sequence: [a, 'b-.*', \"^c\"] # names\n"
                            "    condition: 'true' # always\n"
                            "  # alone\n"
                            "  - sequence: [a]\n"
                            "  - {sequence: [a, d$], createOnly: true}\n"
                            "  # the end\n"
                            "  enableDeletionSequencing: true\n",
                     "10s"),
            "  # in order\n"
            "  dependencies:\n"
            "  # first\n"
            "  # names\n"
            "  # always\n"
            "  - resource: 'b-.*'\n"
            "    dependsOn:\n"
            "    - resource: a\n"
            "      deletion: Usage\n"
            "    when: 'true'\n"
            "  - resource: 'c.*'\n"
            "    dependsOn:\n"
            "    - resource: a\n"
            "    - resource: 'b-.*'\n"
            "      deletion: Usage\n"
            "    when: 'true'\n"
            "  # alone\n"
            "  - resource: .*d\n"
            "    dependsOn:\n"
            "    - resource: a\n"
            "  # the end\n"
            "  ttl: 10s\n");
}

TEST(SectionLinesTest, WritesLongConditionsAnew) {
  EXPECT_EQ(Replaced("  apiVersion: sequencer.fn.crossplane.io/v1beta1\n"
                     "  rules:\n"
                     "  - sequence: [a, b]\n"
                     "    condition: >-\n"
                     "      'a' in desired.resources &&\n"
                     "      'b' in desired.resources\n"),
            "  dependencies:\n"
            "  - resource: b\n"
            "    dependsOn:\n"
            "    - resource: a\n"
            "    when: \"'a' in desired.resources && 'b' in "
            "desired.resources\"\n");
}

TEST(SectionLinesTest, WritesReadiness) {
  const std::string head =
      "  apiVersion: autoready.fn.crossplane.io/v1beta1 # by kind\n";
  EXPECT_EQ(Replaced(head), "  # by kind\n  readiness: {}\n");
  EXPECT_EQ(Replaced(head + "  celHealthCheckCustomization:\n"
                            "    # databases\n"
                            "    a.org_v1_Db: \"object.ok == true\"\n"
                            "    _v1_Pod: 'true' # always\n"),
            "  # by kind\n"
            "  readiness:\n"
            "    kinds:\n"
            "    # databases\n"
            "    - apiVersion: a.org/v1\n"
            "      kind: Db\n"
            "      readyWhen: \"object.ok == true\"\n"
            "    # always\n"
            "    - apiVersion: v1\n"
            "      kind: Pod\n"
            "      readyWhen: 'true'\n");
}

}  // namespace
}  // namespace loom
