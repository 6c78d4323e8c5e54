// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/field_rules.h"

#include <string>
#include <utility>

#include "base/errors.h"
#include "base/redacted_message.h"
#include "data/fieldpath/access.h"
#include "data/value/deferred.h"
#include "language/input/fields.h"
#include "sections/provider_config/detection.h"

namespace loom {
namespace {

Path ReadPath(const Input& input, absl::string_view member,
              absl::string_view text) {
  absl::StatusOr<Path> path = input.ParsePath(member, text);
  return path.ok() ? *std::move(path) : Path();
}

}  // namespace

FieldRule FieldRule::Parse(const Input& input) {
  Fields fields(input);
  FieldRule rule;
  rule.selector = Selector::ReadKind(fields);
  rule.name = ReadPath(input, "namePath", fields.Required("namePath"));
  if (auto kind = fields.String("kindPath")) {
    if (kind->empty()) input.Invalid("kindPath", "must not be empty");
    rule.kind = ReadPath(input, "kindPath", *kind);
  }
  fields.Done();
  return rule;
}

bool FieldRule::IsNamedIn(const Value& desired, Pool* pool) const {
  absl::StatusOr<const Value*> found = Get(desired, name, pool);
  return found.ok() && (*found)->IsString() && (*found)->GetStringLength() > 0;
}

absl::Status FieldRule::Write(Value& desired, absl::string_view config_name,
                              absl::string_view config_kind, Pool* pool) const {
  auto put = [&](const Path& path, absl::string_view text) {
    absl::Status status = Put(desired, path, Borrow(text), pool);
    return status.ok() ? status : Harmless(std::move(status));
  };
  LOOM_RETURN_IF_ERROR(put(name, config_name));
  if (!kind.has_value() || config_kind.empty()) return absl::OkStatus();
  return put(*kind, config_kind);
}

absl::StatusOr<const FieldRule*> FirstMatch(const std::vector<FieldRule>& rules,
                                            const Selectable& id, Pool* pool) {
  for (const FieldRule& rule : rules) {
    LOOM_ASSIGN_OR_RETURN(bool matches, rule.selector.Matches(id, pool));
    if (matches) return &rule;
  }
  return nullptr;
}

NameMap NameMap::Parse(const Input& map) {
  NameMap parsed;
  for (const auto& value : Members(map.value())) {
    const Input entry = map.Member(View(value.name), value.value);
    if (!value.value.IsObject()) {
      entry.Problem(
          "Invalid value: expected an object with a name for each group");
      continue;
    }
    Names& names = parsed.by_value_[std::string(View(value.name))];
    for (const auto& group : Members(value.value)) {
      if (group.value.IsString() && group.value.GetStringLength() > 0) {
        names[std::string(View(group.name))] = std::string(View(group.value));
      } else {
        entry.Member(View(group.name), group.value)
            .Problem("Invalid value: expected a name");
      }
    }
  }
  return parsed;
}

absl::string_view NameMap::NameFor(absl::string_view value,
                                   absl::string_view group) const {
  auto names = by_value_.find(value);
  if (names == by_value_.end()) return value;
  absl::string_view longest;
  absl::string_view name = value;
  for (const auto& [suffix, mapped] : names->second) {
    if (suffix == "*" && longest.empty()) name = mapped;
    if (!IsGroupBelow(group, suffix) || suffix.size() <= longest.size())
      continue;
    longest = suffix;
    name = mapped;
  }
  return name;
}

}  // namespace loom
