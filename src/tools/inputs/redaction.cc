// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/redaction.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"

namespace loom {
namespace {

bool IsSecret(const Value& value) {
  const Value* kind = value.IsObject() ? Find(value, "kind") : nullptr;
  return kind != nullptr && kind->IsString() &&
         (View(*kind) == "Secret" || View(*kind) == "SecretList");
}

template <typename Visit>
void EachSecret(Value& value, const Visit& visit) {
  if (value.IsArray()) {
    for (Value& each : Items(value)) EachSecret(each, visit);
    return;
  }
  if (!value.IsObject()) return;
  if (IsSecret(value)) visit(value);
  for (Member& member : Members(value)) EachSecret(member.value, visit);
}

// What of a Secret is secret.
template <typename Visit>
void EachText(Value& secret, const Visit& visit) {
  for (absl::string_view map : {"data", "stringData"}) {
    auto data = secret.FindMember(rapidjson::StringRef(map.data(), map.size()));
    if (data == secret.MemberEnd() || !data->value.IsObject()) continue;
    for (Member& each : Members(data->value)) visit(map, each);
  }
}

std::string Plain(absl::string_view map, const Value& value) {
  const std::string text = ScalarText(&value);
  std::string plain;
  return map == "data" && absl::Base64Unescape(text, &plain) ? plain : text;
}

void Forget(Value& object, absl::string_view annotation) {
  auto metadata = object.FindMember("metadata");
  if (metadata == object.MemberEnd() || !metadata->value.IsObject()) return;
  auto all = metadata->value.FindMember("annotations");
  if (all == metadata->value.MemberEnd() || !all->value.IsObject()) return;
  all->value.RemoveMember(
      rapidjson::StringRef(annotation.data(), annotation.size()));
}

// kubectl apply keeps the whole object here, values of Secrets among it.
constexpr absl::string_view kLastApplied =
    "kubectl.kubernetes.io/last-applied-configuration";

}  // namespace

std::string Redact(Value& object, Pool* pool) {
  std::vector<std::string> lengths;
  bool has_secret = false;
  EachSecret(object, [&](Value& secret) {
    has_secret = true;
    Forget(secret, kLastApplied);
    EachText(secret, [&](absl::string_view map, Member& each) {
      const std::string plain = Plain(map, each.value);
      lengths.push_back(
          absl::StrCat(View(each.name), " (", plain.size(), " bytes)"));
      each.value =
          Text(map == "data" ? absl::Base64Escape("(redacted)") : "(redacted)",
               pool);
    });
  });
  if (has_secret) Forget(object, kLastApplied);
  return absl::StrJoin(lengths, ", ");
}

std::vector<std::string> SecretValues(Value& object) {
  std::vector<std::string> values;
  EachSecret(object, [&](Value& secret) {
    EachText(secret, [&](absl::string_view map, Member& each) {
      values.push_back(Plain(map, each.value));
    });
  });
  return values;
}

}  // namespace loom
