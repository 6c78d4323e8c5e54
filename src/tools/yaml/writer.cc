// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/writer.h"

#include <algorithm>
#include <cmath>

#include "absl/status/status.h"
#include "tools/yaml/key_order.h"
#include "tools/yaml/number.h"
#include "tools/yaml/page.h"
#include "tools/yaml/text.h"

namespace loom {
namespace {

constexpr int kIndent = 2;
// A longer key is written as `? key`; so does go-yaml.
constexpr size_t kMaxSimpleKey = 128;

// What a node is part of: it decides on which line the node begins.
enum class Place { kRoot, kValue, kItem };

class Emitter {
 public:
  absl::Status Node(const Value& value, Place place, int indent) {
    if (value.IsObject() && !value.ObjectEmpty()) {
      return Map(value, indent);
    }
    if (value.IsArray() && !value.Empty()) {
      return Sequence(value, place, indent);
    }
    if (value.IsString()) {
      WriteText(View(value), /*key=*/false, Continuation(indent), &page_);
      return absl::OkStatus();
    }
    if (value.IsDouble() && !std::isfinite(value.GetDouble())) {
      return absl::FailedPreconditionError(
          "a number is infinite or NaN, and JSON has no such numbers");
    }
    page_.Word(value.IsObject()  ? "{}"
               : value.IsArray() ? "[]"
               : value.IsNull()  ? "null"
               : value.IsTrue()  ? "true"
               : value.IsFalse() ? "false"
                                 : YamlNumber(value));
    return absl::OkStatus();
  }

  std::string Finish() && {
    page_.StartLine(0);
    return std::move(page_).Finish();
  }

 private:
  // The column of the further lines of a text, below its key or item.
  static int Continuation(int indent) { return std::max(indent, 0) + kIndent; }

  absl::Status Map(const Value& map, int indent) {
    indent = indent < 0 ? 0 : indent + kIndent;
    for (const Member* member : InKeyOrder(map)) {
      absl::string_view key = View(member->name);
      page_.StartLine(indent);
      if (IsOneLine(key) && key.size() <= kMaxSimpleKey) {
        WriteText(key, /*key=*/true, Continuation(indent), &page_);
        page_.Colon();
      } else {
        page_.Indicator("?");
        WriteText(key, /*key=*/false, Continuation(indent), &page_);
        page_.StartLine(indent);
        page_.Indicator(":");
      }
      absl::Status status = Node(member->value, Place::kValue, indent);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  absl::Status Sequence(const Value& sequence, Place place, int indent) {
    bool below_key = place == Place::kValue && !page_.at_indent();
    if (indent < 0) {
      indent = 0;
    } else if (!below_key) {
      indent += kIndent;
    }
    for (const Value& item : sequence.GetArray()) {
      page_.StartLine(indent);
      page_.Indicator("-");
      absl::Status status = Node(item, Place::kItem, indent);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  YamlPage page_;
};

}  // namespace

absl::StatusOr<std::string> WriteYaml(const Value& value) {
  Emitter emitter;
  absl::Status status = emitter.Node(value, Place::kRoot, -1);
  if (!status.ok()) return status;
  return std::move(emitter).Finish();
}

}  // namespace loom
