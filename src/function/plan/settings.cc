// SPDX-License-Identifier: Apache-2.0
#include "function/plan/settings.h"

#include "absl/strings/str_cat.h"
#include "crossplane/kinds/access_policy.h"
#include "crossplane/kinds/kinds.h"
#include "data/go/time.h"
#include "language/input/fields.h"

namespace loom {
namespace {

constexpr struct {
  absl::string_view name;
  RequirementFields fields;
} kCompats[] = {{"Auto", RequirementFields::kAuto},
                {"ResourcesOnly", RequirementFields::kResourcesOnly},
                {"Both", RequirementFields::kBoth}};

RequirementFields ParseCompat(Fields& input) {
  std::optional<Input> section = input.Section("requirements");
  if (!section.has_value()) return RequirementFields::kAuto;
  Fields fields(*section);
  const auto* compat = fields.Choice("compat", kCompats, &kCompats[0]);
  fields.Done();
  return compat == nullptr ? RequirementFields::kAuto : compat->fields;
}

absl::Duration ParseDuration(Fields& input, absl::string_view member,
                             absl::Duration otherwise) {
  std::optional<absl::string_view> text = input.String(member);
  if (!text.has_value()) return otherwise;
  absl::Duration duration;
  if (absl::ParseDuration(*text, &duration) && duration >= absl::Seconds(1) &&
      duration <= absl::Hours(24)) {
    return duration;
  }
  input.at().Invalid(member, absl::StrCat("\"", *text,
                                          "\": expected a duration from 1s to "
                                          "24h, such as 1m30s"));
  return otherwise;
}

}  // namespace

Settings Settings::Parse(Fields& input) {
  Settings settings;
  // The sections that need these read them again.
  Kinds::Of(input);
  settings.access = AccessPolicy::Of(input);
  settings.condition = InputExpression::Read(
      input, "condition", kNamesOfRequest, ExpressionType::kBool);
  settings.values = NamedValues::Parse(input, kNamesOfCall);
  settings.requirement_fields = ParseCompat(input);
  settings.ttl = ParseDuration(input, "ttl", settings.ttl);
  settings.pending_ttl =
      ParseDuration(input, "pendingTTL", settings.pending_ttl);
  return settings;
}

Settings Settings::ParseTtl(Fields& input, absl::string_view name) {
  Settings settings;
  absl::string_view text = input.String(name).value_or("");
  if (text.empty()) return settings;
  absl::StatusOr<absl::Duration> ttl = ParseGoDuration(text);
  if (!ttl.ok()) {
    input.at().Problem(
        absl::StrCat("cannot set ", name, ": ", ttl.status().message()));
    return settings;
  }
  settings.ttl = *ttl;
  settings.says_ttl = true;
  return settings;
}

}  // namespace loom
