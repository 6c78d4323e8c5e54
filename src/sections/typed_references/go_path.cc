// SPDX-License-Identifier: Apache-2.0
#include "sections/typed_references/go_path.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/discretion.h"
#include "base/status_macros.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

absl::Status NoSuchField() {
  return Harmless(absl::NotFoundError("no such field"));
}

absl::StatusOr<const Value*> FindMember(const Value& object,
                                        absl::string_view name, Pool* pool) {
  if (!object.IsObject()) return NoSuchField();
  if (const Value* member = Find(object, name, pool)) return member;
  LOOM_RETURN_IF_ERROR(Spend(Finding(object.MemberCount()), pool));
  const Value* found = nullptr;
  std::vector<std::string> names;
  for (const auto& member : object.GetObject()) {
    if (!absl::EqualsIgnoreCase(View(member.name), name)) continue;
    found = &member.value;
    names.emplace_back(View(member.name));
  }
  if (names.empty()) return NoSuchField();
  if (names.size() == 1) return found;
  std::sort(names.begin(), names.end());
  return Harmless(absl::FailedPreconditionError(absl::StrCat(
      "the path matches more than one field: ", absl::StrJoin(names, ", "))));
}

}  // namespace

absl::StatusOr<const Value*> FindByGoPath(const Value& object, const Path& path,
                                          Pool* pool) {
  const Value* at = &object;
  for (const Segment& segment : path.segments()) {
    if (!segment.is_index) {
      LOOM_ASSIGN_OR_RETURN(at, FindMember(*at, segment.field, pool));
    } else if (at->IsArray() && segment.index < at->Size()) {
      at = &(*at)[segment.index];
    } else {
      return NoSuchField();
    }
  }
  return at;
}

}  // namespace loom
