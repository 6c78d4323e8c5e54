// SPDX-License-Identifier: Apache-2.0
#include "tools/checks/object_names.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "crossplane/objects/names.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "language/cel/program/inline_text.h"

namespace loom {
namespace {

constexpr absl::string_view kWord =
    "has at most 63 of A-Z, a-z, 0-9, -, _ and ., with a letter or digit at "
    "both ends";

// Returns the string that has to be checked; "" for none.
absl::string_view Constant(const Value& value) {
  return value.IsString() && !IsInline(View(value)) ? View(value) : "";
}

std::string Refused(absl::string_view what, absl::string_view value,
                    absl::string_view rule) {
  return absl::StrCat("the API server refuses \"", value, "\": ", what, " ",
                      rule);
}

}  // namespace

std::vector<NameMistake> FindNameMistakes(const Value& object) {
  std::vector<NameMistake> mistakes;
  const Value* metadata =
      object.IsObject() ? Find(object, "metadata") : nullptr;
  if (metadata == nullptr || !metadata->IsObject()) return mistakes;
  const Segment above = Segment::Field("metadata");
  const Value* name = Find(*metadata, "name");
  const absl::string_view text = name == nullptr ? "" : Constant(*name);
  if (!text.empty() && !IsObjectName(text) &&
      GroupOf(ApiVersion(object)) != "rbac.authorization.k8s.io") {
    mistakes.push_back(
        {.path = {above, Segment::Field("name")},
         .message = Refused("a name", text,
                            "has at most 253 of a-z, 0-9, - and ., with a "
                            "letter or digit at both ends")});
  }
  for (absl::string_view map : {"labels", "annotations"}) {
    const Value* values = Find(*metadata, map);
    if (values == nullptr || !values->IsObject()) continue;
    for (const Member& each : Members(*values)) {
      const absl::string_view key = View(each.name);
      const absl::string_view value = Constant(each.value);
      NameMistake mistake = {
          .path = {above, Segment::Field(map), Segment::Field(key)}};
      if (!IsInline(key) && !IsLabelKey(key)) {
        mistake.is_key = true;
        mistake.message =
            Refused("a key", key,
                    absl::StrCat(kWord, ", also after a domain and a slash"));
      } else if (map == "labels" && !value.empty() && !IsLabelValue(value)) {
        mistake.message = Refused("the value of a label", value, kWord);
      } else {
        continue;
      }
      mistakes.push_back(std::move(mistake));
    }
  }
  return mistakes;
}

}  // namespace loom
