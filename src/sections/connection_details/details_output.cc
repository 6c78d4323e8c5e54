// SPDX-License-Identifier: Apache-2.0
#include "sections/connection_details/details_output.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/discretion.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "sections/shared/connection_secrets/connection_secret.h"

namespace loom {
namespace {

constexpr struct {
  absl::string_view name;
  DetailsMode mode;
} kModes[] = {{"Auto", DetailsMode::kAuto},
              {"Composite", DetailsMode::kComposite},
              {"Secret", DetailsMode::kSecret}};

absl::string_view TextAt(const Value& object,
                         std::initializer_list<absl::string_view> path) {
  const Value* text = Dig(object, path);
  return text != nullptr && text->IsString() ? View(*text) : "";
}

absl::Status NoNamespace(bool named_by_composite) {
  return Harmless(absl::InvalidArgumentError(absl::StrCat(
      named_by_composite
          ? "the composite's spec.writeConnectionSecretToRef.namespace"
          : "invalid Function input: output.secret.namespace",
      ": required, because the composite is cluster-scoped")));
}

}  // namespace

DetailsOutput DetailsOutput::Parse(Fields& input, bool has_details) {
  DetailsOutput output;
  std::optional<Input> section = input.Section("output");
  if (!section.has_value()) return output;
  if (!has_details) {
    input.at().Note("output", "has no effect without connectionDetails");
  }
  Fields fields(*section);
  const auto* row = fields.Choice("mode", kModes, &kModes[0]);
  if (row != nullptr) output.mode = row->mode;
  if (std::optional<Input> secret = fields.Object("secret")) {
    Fields members(*secret);
    output.name = std::string(members.Required("name"));
    output.ns = std::string(members.String("namespace").value_or(""));
    members.Done();
    if (output.mode == DetailsMode::kComposite) {
      section->Note("secret", "has no effect, since mode Composite makes none");
    }
  }
  fields.Done();
  return output;
}

bool DetailsOutput::GoesToSecret(const Value& composite) const {
  return mode == DetailsMode::kSecret ||
         (mode == DetailsMode::kAuto && IsModern(composite));
}

absl::StatusOr<Value> DetailsOutput::Location(const Value& composite,
                                              const Value* composed,
                                              const Value* observed,
                                              Pool* pool) const {
  static constexpr absl::string_view kRef = "writeConnectionSecretToRef";
  absl::string_view named = TextAt(composite, {"spec", kRef, "name"});
  absl::string_view in = TextAt(composite, {"spec", kRef, "namespace"});
  const bool by_composite = !named.empty();
  if (!by_composite) {
    named = name;
    in = ns;
  }
  if (named.empty() && composed != nullptr) {
    named = Name(*composed);
    in = Namespace(*composed);
  }
  if (in.empty()) in = Namespace(composite);
  if (in.empty() && observed != nullptr) in = Namespace(*observed);
  if (in.empty()) return NoNamespace(by_composite);
  Value location = Object();
  Set(location, "name",
      named.empty() ? Text(absl::StrCat(Name(composite), "-connection"), pool)
                    : Text(named, pool),
      pool);
  Set(location, "namespace", Text(in, pool), pool);
  return location;
}

}  // namespace loom
