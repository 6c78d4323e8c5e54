// SPDX-License-Identifier: Apache-2.0
#include "tools/test_files/document_mistakes.h"

#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "data/value/deferred.h"
#include "data/value/object.h"

namespace loom {

YamlPosition PositionAt(const YamlDocument& document, const NodePath& path,
                        YamlPart part) {
  return document.At(std::vector<absl::string_view>(path.begin(), path.end()),
                     part);
}

const Value* ValueAt(const Value& root, const NodePath& path) {
  const Value* at = &root;
  for (const std::string& each : path) {
    size_t index = 0;
    if (at->IsArray()) {
      const bool is_there =
          absl::SimpleAtoi(each, &index) && index < at->Size();
      at = is_there ? &ItemAt(*at, index) : nullptr;
    } else {
      at = at->IsObject() ? Find(*at, each) : nullptr;
    }
    if (at == nullptr) return nullptr;
  }
  return at;
}

Diagnostics SchemaMistakes(const YamlDocument& document, const Value& schema,
                           const std::function<bool(const Violation&)>& accepts,
                           Pool* pool) {
  Diagnostics mistakes;
  for (const Violation& each : ViolationsOf(schema, document.root, pool)) {
    if (accepts != nullptr && accepts(each)) continue;
    const bool unknown = !each.unknown_member.empty();
    NodePath path = each.path;
    if (unknown) path.push_back(each.unknown_member);
    mistakes.push_back(
        {.position = PositionAt(document, path,
                                unknown ? YamlPart::kKey : YamlPart::kValue),
         .path = PathText(each.path),
         .message = each.said(),
         .subject = each.meant.empty() ? each.unknown_member : ""});
  }
  return mistakes;
}

}  // namespace loom
