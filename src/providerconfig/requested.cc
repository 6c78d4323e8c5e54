// SPDX-License-Identifier: Apache-2.0
#include "providerconfig/requested.h"

#include <algorithm>
#include <optional>

#include "fieldpath/access.h"
#include "resource/object.h"

namespace loom {
namespace {

constexpr absl::string_view kClaimNamespaceLabel =
    "crossplane.io/claim-namespace";

absl::string_view TextAt(Value* root, const Path& path, Pool* pool) {
  if (root == nullptr) return "";
  absl::StatusOr<Value*> value = Get(*root, path, pool);
  return value.ok() && (*value)->IsString() ? View(**value) : "";
}

absl::string_view ValueOf(const Fallback& fallback, Value& composite,
                          Value* environment, Pool* pool) {
  switch (fallback.source) {
    case Fallback::Source::kComposite:
      return TextAt(&composite, fallback.path, pool);
    case Fallback::Source::kEnvironment:
      return TextAt(environment, fallback.path, pool);
    case Fallback::Source::kClaimNamespace:
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

Requested RequestedBy(const ProviderConfig& config, Value& composite,
                      Value* environment, Pool* pool) {
  absl::string_view name;
  if (auto label = Label(composite, config.label_key)) {
    if (IsNoop(config, *label)) return {Requested::State::kNothing, ""};
    name = *label;
  }
  for (const Fallback& fallback : config.fallbacks) {
    if (!name.empty()) break;
    name = ValueOf(fallback, composite, environment, pool);
  }
  if (name.empty()) return {Requested::State::kMissing, ""};
  if (IsNoop(config, name)) return {Requested::State::kNothing, ""};
  return {Requested::State::kNamed, name};
}

}  // namespace loom
