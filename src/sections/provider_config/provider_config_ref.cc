// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/provider_config_ref.h"

#include "base/redacted_message.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"

namespace loom {
namespace {

constexpr absl::string_view kReference = "providerConfigRef";
constexpr absl::string_view kNamespaced = "ProviderConfig";
constexpr absl::string_view kCluster = "ClusterProviderConfig";

const Value* ReferenceOf(const Value* resource) {
  return resource == nullptr ? nullptr : Dig(*resource, {"spec", kReference});
}

// The kind in a reference; "" if it has none.
absl::string_view KindIn(const Value* reference) {
  return reference == nullptr ? "" : Kind(*reference);
}

bool HasKind(const Value& composite, const Candidate& candidate) {
  if (!KindIn(ReferenceOf(candidate.desired)).empty()) return true;
  if (candidate.schema.has_value()) return candidate.schema->reference_has_kind;
  if (const Value* observed = ReferenceOf(candidate.observed)) {
    return !KindIn(observed).empty();
  }
  return IsModernGroup(candidate.id.group) || !Namespace(composite).empty();
}

absl::string_view FirstOf(std::initializer_list<absl::string_view> texts) {
  for (absl::string_view text : texts) {
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace

bool NamesProviderConfig(const Value& desired) {
  const Value* name = Dig(desired, {"spec", kReference, "name"});
  return name != nullptr && name->IsString() && name->GetStringLength() > 0;
}

absl::string_view RefKindOf(const ProviderConfig& config,
                            const Value& composite,
                            const Candidate& candidate) {
  if (!HasKind(composite, candidate)) return "";
  switch (config.kind) {
    case RefKind::kNone:
      return "";
    case RefKind::kProviderConfig:
      return kNamespaced;
    case RefKind::kClusterProviderConfig:
      return kCluster;
    case RefKind::kAuto:
      break;
  }
  absl::string_view label =
      Label(composite, config.kind_label_key).value_or("");
  if (label == kNamespaced || label == kCluster) return label;
  return FirstOf({KindIn(ReferenceOf(candidate.desired)),
                  KindIn(ReferenceOf(candidate.observed)), kCluster});
}

absl::Status CheckProviderConfigRef(const Value& desired) {
  const Value* spec = Find(desired, "spec");
  if (spec == nullptr) return absl::OkStatus();
  if (!spec->IsObject()) {
    return Harmless(absl::FailedPreconditionError("spec is not an object"));
  }
  const Value* reference = Find(*spec, kReference);
  if (reference != nullptr && !reference->IsObject()) {
    return Harmless(absl::FailedPreconditionError(
        "spec.providerConfigRef is not an object"));
  }
  return absl::OkStatus();
}

void WriteProviderConfigRef(Value& desired, absl::string_view name,
                            absl::string_view kind, Pool* pool) {
  Value& spec = FindOrAdd(desired, "spec", pool);
  if (spec.IsNull()) spec.SetObject();
  Value& reference = FindOrAdd(spec, kReference, pool);
  if (reference.IsNull()) reference.SetObject();
  Set(reference, "name", Borrow(name), pool);
  if (!kind.empty()) Set(reference, "kind", Borrow(kind), pool);
}

}  // namespace loom
