// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/connection_secrets/connection_secret.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

Value Reference(absl::string_view name, absl::string_view ns, Pool* pool) {
  Value reference = Object();
  Set(reference, "name", Text(name, pool), pool);
  Set(reference, "namespace", Text(ns, pool), pool);
  return reference;
}

bool IsStringOrAbsent(const Value& object, absl::string_view name) {
  const Value* member = Find(object, name);
  return member == nullptr || member->IsNull() || member->IsString();
}

}  // namespace

bool IsModern(const Value& observed_composite) {
  return Dig(observed_composite, {"spec", "crossplane"}) != nullptr;
}

std::string SecretResourceName(const Value& observed_composite) {
  return absl::StrCat(Name(observed_composite), "-connection-secret");
}

Value SecretLocation(const Value& observed_composite,
                     absl::string_view input_name,
                     absl::string_view input_namespace, Pool* pool) {
  const Value* own =
      Dig(observed_composite, {"spec", "writeConnectionSecretToRef"});
  if (own != nullptr && own->IsNull()) return Reference("", "", pool);
  if (own != nullptr && own->IsObject() && IsStringOrAbsent(*own, "name") &&
      IsStringOrAbsent(*own, "namespace")) {
    return Reference(TextAt(*own, {"name"}), TextAt(*own, {"namespace"}), pool);
  }
  if (!input_name.empty() || !input_namespace.empty()) {
    return Reference(input_name, input_namespace, pool);
  }
  return Reference(absl::StrCat(Name(observed_composite), "-connection"),
                   Namespace(observed_composite), pool);
}

Value ComposeSecret(const Value& reference, const Details& details,
                    Pool* pool) {
  Value secret = Object();
  Set(secret, "apiVersion", Borrow("v1"), pool);
  Set(secret, "kind", Borrow("Secret"), pool);
  Value metadata = Object();
  for (absl::string_view member : {"name", "namespace"}) {
    absl::string_view text = TextAt(reference, {member});
    if (!text.empty()) Set(metadata, member, Text(text, pool), pool);
  }
  if (!metadata.ObjectEmpty()) {
    Set(secret, "metadata", std::move(metadata), pool);
  }
  Set(secret, "type", Borrow("connection.crossplane.io/v1alpha1"), pool);
  Value data = Object();
  for (const auto& [name, value] : details) {
    Set(data, pool->Keep(name), MakeText(absl::Base64Escape(value), pool),
        pool);
  }
  Set(secret, "data", std::move(data), pool);
  return secret;
}

}  // namespace loom
