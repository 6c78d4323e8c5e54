// SPDX-License-Identifier: Apache-2.0
// What the tests of conversions share: trees from YAML, and Compositions.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "data/value/value.h"
#include "data/yaml/writer.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/reader.h"

namespace loom {

inline Value Tree(const std::string& text, Pool* pool) {
  auto documents = ReadYaml("f", text, pool);
  EXPECT_TRUE(documents.ok()) << documents.status();
  return documents.ok() ? std::move((*documents)[0].root) : Value();
}

inline std::string Written(const Value& value) {
  return WriteYaml(value).value_or("not to be written");
}

// A step of a group, with the members of its input in flow style.
inline std::string Step(const std::string& name, const std::string& group,
                        const std::string& members) {
  return absl::StrCat("- {step: ", name, ", functionRef: {name: f}, input: {",
                      "apiVersion: ", group, ".fn.crossplane.io/v1beta1, ",
                      "kind: Input", members.empty() ? "" : ", ", members,
                      "}}\n");
}

inline std::string Pipeline(const std::vector<std::string>& steps) {
  return absl::StrCat(
      "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\n"
      "spec:\n  mode: Pipeline\n  pipeline:\n  ",
      absl::StrJoin(steps, "  "));
}

// `path.place: message` of each.
inline std::vector<std::string> Texts(const std::vector<NodeRemark>& remarks) {
  std::vector<std::string> texts;
  texts.reserve(remarks.size());
  for (const NodeRemark& remark : remarks) {
    texts.push_back(absl::StrCat(absl::StrJoin(remark.path, "."),
                                 remark.place.empty() ? "" : ".", remark.place,
                                 ": ", remark.message));
  }
  return texts;
}

}  // namespace loom
