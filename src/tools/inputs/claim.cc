// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/claim.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"

namespace loom {
namespace {

// Stands for the random end of a name.
constexpr char kMadeUp[] = "xxxxx";

// Keys of Kubernetes, such as kubectl.kubernetes.io/last-applied-configuration.
bool IsReserved(absl::string_view key) {
  const absl::string_view domain = key.substr(0, key.find('/'));
  if (domain.size() == key.size()) return false;
  for (absl::string_view reserved : {"kubernetes.io", "k8s.io"}) {
    if (domain == reserved ||
        absl::EndsWith(domain, absl::StrCat(".", reserved))) {
      return true;
    }
  }
  return false;
}

Value WithoutReserved(const Value* map, Pool* pool) {
  Value kept = Object();
  if (map == nullptr || !map->IsObject()) return kept;
  for (const Member& member : Members(*map)) {
    if (IsReserved(View(member.name))) continue;
    Set(kept, View(member.name), Copy(member.value, pool), pool);
  }
  return kept;
}

Value MetadataOf(const Value& claim, const std::string& name, Pool* pool) {
  Value metadata = Object();
  if (name.empty()) {
    const std::string base = absl::StrCat(Name(claim), "-");
    Set(metadata, "generateName", Text(base, pool), pool);
    Set(metadata, "name", Text(absl::StrCat(base, kMadeUp), pool), pool);
  } else {
    Set(metadata, "name", Text(name, pool), pool);
  }
  Value annotations =
      WithoutReserved(Dig(claim, {"metadata", "annotations"}), pool);
  if (!annotations.ObjectEmpty()) {
    Set(metadata, "annotations", std::move(annotations), pool);
  }
  Value labels = WithoutReserved(Dig(claim, {"metadata", "labels"}), pool);
  Set(labels, "crossplane.io/claim-name", Text(Name(claim), pool), pool);
  Set(labels, "crossplane.io/claim-namespace", Text(Namespace(claim), pool),
      pool);
  Set(metadata, "labels", std::move(labels), pool);
  return metadata;
}

Value ReferenceTo(const Value& claim, Pool* pool) {
  Value reference = Object();
  Set(reference, "apiVersion", Text(ApiVersion(claim), pool), pool);
  Set(reference, "kind", Text(Kind(claim), pool), pool);
  Set(reference, "namespace", Text(Namespace(claim), pool), pool);
  Set(reference, "name", Text(Name(claim), pool), pool);
  return reference;
}

}  // namespace

std::string MakeComposite(const Value& definition, YamlDocument* claim,
                          Pool* pool) {
  Value& root = claim->root;
  const std::string kind =
      ScalarText(Dig(definition, {"spec", "names", "kind"}));
  const std::string name =
      ScalarText(Dig(root, {"spec", "resourceRef", "name"}));
  const std::string note = absl::StrCat(
      claim->Place({}), ": ", Kind(root), " ", Name(root),
      " is a claim, so this renders its ", kind, ", which Crossplane names ",
      name.empty() ? absl::StrCat(Name(root), "- and five random characters")
                   : name);
  Value metadata = MetadataOf(root, name, pool);
  Value reference = ReferenceTo(root, pool);

  Value& spec = FindOrAdd(root, "spec", pool);
  if (!spec.IsObject()) spec = Object();
  for (const char* member : {"resourceRef", "writeConnectionSecretToRef",
                             "compositeDeletePolicy", "resourceRefs"}) {
    Erase(spec, member, pool);
  }
  if (ScalarText(Find(spec, "compositionUpdatePolicy")) != "Manual") {
    Erase(spec, "compositionRevisionRef", pool);
  }
  Set(spec, "claimRef", std::move(reference), pool);
  Set(root, "metadata", std::move(metadata), pool);
  Set(root, "kind", Text(kind, pool), pool);
  return note;
}

}  // namespace loom
