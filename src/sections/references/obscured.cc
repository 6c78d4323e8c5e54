// SPDX-License-Identifier: Apache-2.0
#include "sections/references/obscured.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/objects/names.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

char NameCharacter(char c) {
  c = absl::ascii_tolower(c);
  return absl::ascii_isalnum(c) || c == '.' ? c : '-';
}

}  // namespace

ObscuredSecret ObscuredSecret::Parse(const Input& secret, Fields& obscured) {
  Fields fields(secret);
  ObscuredSecret parsed;
  parsed.key = std::string(fields.Required("key"));
  if (!std::all_of(parsed.key.begin(), parsed.key.end(), IsKeyCharacter)) {
    secret.Invalid("key",
                   absl::StrCat("\"", parsed.key,
                                "\": expected letters, digits, -, _ and ."));
  }
  parsed.suffix = std::string(fields.String("nameSuffix").value_or(""));
  if (parsed.suffix.empty()) parsed.suffix = "-refs";
  parsed.ns = std::string(fields.String("namespace").value_or(""));
  fields.Done();
  absl::StatusOr<Path> ref = obscured.at().ParsePath(
      "refFieldPath", obscured.Required("refFieldPath"));
  if (ref.ok()) parsed.ref = *std::move(ref);
  return parsed;
}

Path ObscuredSecret::data() const {
  return Path::Parse(absl::StrCat("data[", key, "]")).value_or(Path());
}

Place ObscuredSecret::PlaceFor(const Place& resource) const {
  return {.name = absl::StrCat(resource.name, suffix)};
}

std::string ObscuredSecret::Name(const Value& composite,
                                 const Place& resource) const {
  std::string name =
      absl::StrCat(loom::Name(composite), "-", resource.name, suffix);
  std::transform(name.begin(), name.end(), name.begin(), NameCharacter);
  return name;
}

Value ObscuredSecret::Compose(const Value& composite, const Place& resource,
                              Pool* pool) const {
  const absl::string_view own = Namespace(composite);
  Value metadata = Object();
  Set(metadata, "name", MakeText(Name(composite, resource), pool), pool);
  Set(metadata, "namespace", MakeText(own.empty() ? ns : own, pool), pool);
  Value secret = Object();
  Set(secret, "apiVersion", Borrow("v1"), pool);
  Set(secret, "kind", Borrow("Secret"), pool);
  Set(secret, "metadata", std::move(metadata), pool);
  Set(secret, "type", Borrow("Opaque"), pool);
  return secret;
}

Value ObscuredSecret::RefTo(const Value& composite, const Place& resource,
                            Pool* pool) const {
  Value reference = Object();
  Set(reference, "key", MakeText(key, pool), pool);
  Set(reference, "name", MakeText(Name(composite, resource), pool), pool);
  if (Namespace(composite).empty()) {
    Set(reference, "namespace", MakeText(ns, pool), pool);
  }
  return reference;
}

absl::Status ObscuredField::Prepare() {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
  LOOM_ASSIGN_OR_RETURN(const Value* desired, holder_.Desired(call_));
  if (desired == nullptr) {
    return call_.composed.SetDesired(
        call_.pool->Keep(holder_.name),
        secret_.Compose(*composite, resource_, call_.pool), Ready::kTrue);
  }
  if (Kind(*desired) == "Secret") return absl::OkStatus();
  return Harmless(absl::FailedPreconditionError(
      absl::StrCat("resource ", holder_.name, " is not a Secret")));
}

absl::Status ObscuredField::Finish() {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
  return PutAt(resource_, secret_.ref,
               secret_.RefTo(*composite, resource_, call_.pool));
}

}  // namespace loom
