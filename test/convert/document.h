// SPDX-License-Identifier: Apache-2.0
// A text with all that the conversion of its text needs.
#pragma once

#include <string>

#include "convert/native_text.h"
#include "edit/surgery.h"
#include "yaml/layout.h"
#include "yaml/nodes.h"

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
