// SPDX-License-Identifier: Apache-2.0
// A text with all that the conversion of its text needs.
#pragma once

#include <string>

#include "tools/convert/native_text.h"
#include "tools/yaml/edit.h"
#include "tools/yaml/layout.h"
#include "tools/yaml/nodes.h"

namespace loom {

struct TestDocument {
  explicit TestDocument(const std::string& text)
      : nodes(*YamlNodes::Parse("f", text)),
        layout(nodes),
        surgery(nodes.text()),
        document{nodes, layout, nodes.roots()[0], surgery} {}

  YamlNodes nodes;
  YamlLayout layout;
  Surgery surgery;
  DocumentText document;
};

}  // namespace loom
