// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/requested.h"

#include <algorithm>
#include <optional>

#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"

namespace loom {
namespace {

constexpr absl::string_view kClaimNamespaceLabel =
    "crossplane.io/claim-namespace";

absl::string_view TextAt(const Value* root, const Path& path, Pool* pool) {
  if (root == nullptr) return "";
  absl::StatusOr<const Value*> value = Get(*root, path, pool);
  return value.ok() && (*value)->IsString() ? View(**value) : "";
}

absl::string_view ValueOf(const Fallback& fallback, const Value& composite,
                          const Value* environment, Pool* pool) {
  switch (fallback.from) {
    case Fallback::From::kComposite:
      return TextAt(&composite, fallback.path, pool);
    case Fallback::From::kEnvironment:
      return TextAt(environment, fallback.path, pool);
    case Fallback::From::kClaimNamespace:
      return Label(composite, kClaimNamespaceLabel)
          .value_or(Namespace(composite));
  }
  return "";
}

bool IsNoop(const ProviderConfig& config, absl::string_view value) {
  return std::find(config.noop_values.begin(), config.noop_values.end(),
                   value) != config.noop_values.end();
}

}  // namespace

Requested RequestedBy(const ProviderConfig& config, const Value& composite,
                      const Value* environment, Pool* pool) {
  absl::string_view name;
  bool from_environment = false;
  if (auto label = Label(composite, config.label_key)) {
    if (IsNoop(config, *label)) return {.state = Requested::State::kNothing};
    name = *label;
  }
  for (const Fallback& fallback : config.fallbacks) {
    if (!name.empty()) break;
    name = ValueOf(fallback, composite, environment, pool);
    from_environment = fallback.from == Fallback::From::kEnvironment;
  }
  if (name.empty()) return {.state = Requested::State::kMissing};
  if (IsNoop(config, name)) return {.state = Requested::State::kNothing};
  return {Requested::State::kNamed, name, from_environment};
}

}  // namespace loom
