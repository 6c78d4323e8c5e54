// SPDX-License-Identifier: Apache-2.0
// A text, and an edit of it.
#pragma once

#include <string>
#include <vector>

#include "data/value/object.h"
#include "test/unit/tools/yaml/trees.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/reader.h"

namespace loom {

struct Edited {
  explicit Edited(const std::string& text)
      : documents(*ReadYaml("f", text, &pool)), edit(documents[0], &pool) {}

  // The new text, which has to mean the new value.
  std::string Text() {
    EXPECT_FALSE(edit.stuck().has_value());
    const std::string text = edit.Text();
    EXPECT_EQ(Written(Tree(text, &pool)), Written(edit.NewValue()));
    return text;
  }
  // The value at a path of the new value.
  std::string Part(const NodePath& path) {
    const Value root = edit.NewValue();
    const Value* at = &root;
    for (const std::string& step : path) {
      at = at->IsArray()
               ? &(*at)[static_cast<rapidjson::SizeType>(std::stoul(step))]
               : Find(*at, step);
    }
    return Written(*at);
  }

  Pool pool;
  std::vector<YamlDocument> documents;
  YamlEdit edit;
};

}  // namespace loom
