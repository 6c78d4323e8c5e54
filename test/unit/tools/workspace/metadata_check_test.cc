// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/metadata_check.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(MetadataMistakes, WantsTexts) {
  const struct {
    const char* reason;
    const char* object;
    const char* want;
  } tests[] = {
      {"texts",
       "{metadata: {name: a, labels: {b: c}, annotations: {d: \"1\"}}}", ""},
      {"no metadata", "{kind: A}", ""},
      {"metadata of another type is for others to refuse", "{metadata: 1}", ""},
      {"null is nothing", "{metadata: {namespace: null, labels: {a: null}}}",
       ""},
      {"a namespace that YAML reads as a boolean", "{metadata: {namespace: n}}",
       "o.yaml:1:24: metadata.namespace: Invalid value: expected a string, got "
       "a "
       "boolean\n  write it in quotes"},
      {"a version as a label, and a flag as an annotation",
       "{metadata: {labels: {v: 1.10}, annotations: {example.org/on: true}}}",
       "o.yaml:1:25: metadata.labels.v: Invalid value: expected a string, got "
       "a "
       "number\n  write it in quotes\n"
       "o.yaml:1:62: metadata.annotations.example.org/on: Invalid value: "
       "expected "
       "a string, got a boolean\n  write it in quotes"},
      {"labels as a list", "{metadata: {labels: [a]}}",
       "o.yaml:1:21: metadata.labels: Invalid value: expected an object, got a "
       "list"},
  };
  for (const auto& test : tests) {
    Pool pool;
    const YamlDocument object =
        std::move((*ReadYaml("o.yaml", test.object, &pool))[0]);
    EXPECT_EQ(ErrorOf(FindMetadataMistakes(object)).message(), test.want)
        << test.reason;
  }
}

}  // namespace
}  // namespace loom
