// SPDX-License-Identifier: Apache-2.0
#include "sections/typed_references/ref_field.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// The first that fits goes, so longer ones come first.
constexpr absl::string_view kEndings[] = {
    "Names", "NAMES", "NAMEs", "Name", "NAME", "Arns", "ARNs", "ARNS", "Arn",
    "ARN",   "ids",   "Ids",   "IDs",  "IDS",  "id",   "Id",   "ID"};

// An ending that stands for itself, as in `name`, is written with a small letter.
bool IsEnding(absl::string_view name) {
  for (absl::string_view ending : kEndings) {
    if (absl::EqualsIgnoreCase(name, ending)) return true;
  }
  return false;
}

absl::string_view WithoutEnding(absl::string_view name) {
  for (absl::string_view ending : kEndings) {
    if (absl::EndsWith(name, ending)) {
      return name.substr(0, name.size() - ending.size());
    }
  }
  return name;
}

std::string Singular(absl::string_view name) {
  if (absl::EndsWith(name, "ies")) {
    return absl::StrCat(name.substr(0, name.size() - 3), "y");
  }
  for (absl::string_view ending : {"sses", "xes", "zes", "ches", "shes"}) {
    if (absl::EndsWith(name, ending)) {
      return std::string(name.substr(0, name.size() - 2));
    }
  }
  if (absl::EndsWith(name, "s") && !absl::EndsWith(name, "ss")) {
    return std::string(name.substr(0, name.size() - 1));
  }
  return std::string(name);
}

}  // namespace

std::optional<Path> DerivedRefField(const Path& field, bool list) {
  std::vector<Segment> segments = field.segments();
  if (segments.empty() || segments.back().is_index) return std::nullopt;
  std::string& name = segments.back().field;
  if (IsEnding(name)) return std::nullopt;
  const absl::string_view stem = WithoutEnding(name);
  name =
      list ? absl::StrCat(Singular(stem), "Refs") : absl::StrCat(stem, "Ref");
  absl::StatusOr<Path> path = Path::Parse(ToString(segments));
  if (!path.ok()) return std::nullopt;
  return *std::move(path);
}

}  // namespace loom
