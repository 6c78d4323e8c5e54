// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/usages.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "language/transforms/digest.h"

namespace loom {
namespace {

constexpr absl::string_view kGroupV1 = "apiextensions.crossplane.io";
constexpr absl::string_view kGroupV2 = "protection.crossplane.io";

Value Side(const Value& object, absl::string_view ns, Pool* pool) {
  Value reference = Object();
  Set(reference, "name", Borrow(Name(object)), pool);
  if (!ns.empty()) Set(reference, "namespace", Borrow(ns), pool);
  Value side = Object();
  Set(side, "apiVersion", Borrow(ApiVersion(object)), pool);
  Set(side, "kind", Borrow(Kind(object)), pool);
  Set(side, "resourceRef", std::move(reference), pool);
  return side;
}

// Returns the namespace of the Usage; "": it is cluster-scoped.
absl::string_view NamespaceOf(const UsagePair& pair) {
  return Namespace(pair.by).empty() ? Namespace(pair.of) : Namespace(pair.by);
}

// Replaces each character that is invalid in an object name by a hyphen.
std::string InName(absl::string_view text) {
  std::string name(text);
  for (char& c : name) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c))) c = '-';
  }
  return name;
}

// The identifying fields of a side.
struct Known {
  absl::string_view group, kind, ns, name;

  static Known Of(const Value& object) {
    return {GroupOf(ApiVersion(object)), Kind(object), Namespace(object),
            Name(object)};
  }
  // Of a side of a Usage, without the namespace, which a side may leave out.
  static Known OfSide(const Value& side) {
    return {GroupOf(ApiVersion(side)), Kind(side), "",
            TextAt(side, {"resourceRef", "name"})};
  }
  std::string Identity() const {
    return absl::StrCat(group, "/", kind, "/", ns, "/", name);
  }
};

std::string NameBeforeCut(const Known& by, const Known& of) {
  return absl::AsciiStrToLower(
      absl::StrCat(by.kind, "-", by.name, "-", of.kind, "-", of.name));
}

// Returns the name, with six digits of the digest.
std::string WithDigits(const std::string& whole, absl::string_view digested) {
  constexpr size_t kMost = 63;
  constexpr size_t kCut = 45;
  const std::string end =
      absl::StrCat(Sha256(digested).substr(0, 6), "-dependency");
  const std::string name = InName(whole);
  if (name.size() + 1 + end.size() <= kMost) {
    return absl::StrCat(name, "-", end);
  }
  const std::string cut = name.substr(0, kCut);
  return absl::StrCat(cut, absl::EndsWith(cut, "-") ? "" : "-", end);
}

std::string UsageName(const Known& by, const Known& of) {
  const std::string whole = NameBeforeCut(by, of);
  return WithDigits(whole, whole);
}

std::string OwnUsageName(const Known& by, const Known& of) {
  return WithDigits(NameBeforeCut(by, of),
                    absl::StrCat(by.Identity(), " ", of.Identity()));
}

// Reports whether the name of a Usage follows from what it is by, and from `of`.
bool IsNamedAfter(const Value& usage, const Known& of) {
  const Value* side = Dig(usage, {"spec", "by"});
  if (side == nullptr || !side->IsObject()) return false;
  // The object may no longer exist, so its namespace is not known.
  Known by = Known::OfSide(*side);
  const absl::string_view name = Name(usage);
  if (name == UsageName(by, of) || name == OwnUsageName(by, of)) return true;
  by.ns = Namespace(usage);
  return name == OwnUsageName(by, of);
}

// Reports whether a side of a Usage in that namespace names the object. The namespace
// of an object may be omitted if it is that of the Usage.
bool NamesOfUsage(const Value* side, const Value& object,
                  absl::string_view usage_ns) {
  if (side == nullptr || !side->IsObject()) return false;
  const absl::string_view ns = Namespace(object);
  const absl::string_view named = TextAt(*side, {"resourceRef", "namespace"});
  return GroupOf(ApiVersion(*side)) == GroupOf(ApiVersion(object)) &&
         Kind(*side) == Kind(object) &&
         TextAt(*side, {"resourceRef", "name"}) == Name(object) &&
         (named == ns || (named.empty() && ns == usage_ns));
}

// The namespace with which `of` is named.
absl::string_view NamespaceOfOf(const UsagePair& pair) {
  const absl::string_view ns = Namespace(pair.of);
  return ns == NamespaceOf(pair) ? "" : ns;
}

}  // namespace

bool CanBeUsage(const UsagePair& pair, UsageVersion version) {
  return version == UsageVersion::kV2 || NamespaceOf(pair).empty();
}

std::string UsageName(const UsagePair& pair) {
  return UsageName(Known::Of(pair.by), Known::Of(pair.of));
}

std::string OwnUsageName(const UsagePair& pair) {
  return OwnUsageName(Known::Of(pair.by), Known::Of(pair.of));
}

Value MakeUsage(const UsagePair& pair, UsageVersion version,
                absl::string_view name, absl::string_view ignore_label,
                Pool* pool) {
  const bool is_v2 = version == UsageVersion::kV2;
  const absl::string_view ns = NamespaceOf(pair);
  Value labels = Object();
  Set(labels, ignore_label, Borrow("true"), pool);
  Value metadata = Object();
  Set(metadata, "name", Borrow(name), pool);
  if (!ns.empty()) Set(metadata, "namespace", Borrow(ns), pool);
  Set(metadata, "labels", std::move(labels), pool);
  Value spec = Object();
  Set(spec, "of", Side(pair.of, NamespaceOfOf(pair), pool), pool);
  Set(spec, "by", Side(pair.by, "", pool), pool);
  Set(spec, "reason", Borrow("dependency"), pool);
  Set(spec, "replayDeletion", Value(true), pool);
  Value usage = Object();
  Set(usage, "apiVersion",
      Borrow(is_v2 ? "protection.crossplane.io/v1beta1"
                   : "apiextensions.crossplane.io/v1beta1"),
      pool);
  Set(usage, "kind", Borrow(is_v2 && ns.empty() ? "ClusterUsage" : "Usage"),
      pool);
  Set(usage, "metadata", std::move(metadata), pool);
  Set(usage, "spec", std::move(spec), pool);
  return usage;
}

bool IsUsage(const Value& object) {
  const absl::string_view kind = Kind(object);
  if (kind != "Usage" && kind != "ClusterUsage") return false;
  const absl::string_view group = GroupOf(ApiVersion(object));
  return group == kGroupV1 || group == kGroupV2;
}

bool IsUsageOf(const Value& usage, const UsagePair& pair) {
  const absl::string_view ns = Namespace(usage);
  if (!IsUsage(usage) || ns != NamespaceOf(pair)) return false;
  if (Find(usage, "spec") == nullptr) return true;
  return NamesOfUsage(Dig(usage, {"spec", "of"}), pair.of, ns) &&
         NamesOfUsage(Dig(usage, {"spec", "by"}), pair.by, ns);
}

absl::string_view NameOfSide(const Value& usage, absl::string_view side) {
  return TextAt(usage, {"spec", side, "resourceRef", "name"});
}

bool IsSide(const Value& usage, absl::string_view side, const Value& object) {
  return NamesOfUsage(Dig(usage, {"spec", side}), object, Namespace(usage));
}

bool IsMadeHere(const Value& usage, const Value& of) {
  return IsNamedAfter(usage, Known::Of(of));
}

bool IsMadeHere(const Value& usage) {
  const Value* side = Dig(usage, {"spec", "of"});
  if (!IsUsage(usage) || side == nullptr || !side->IsObject()) return false;
  Known of = Known::OfSide(*side);
  for (const absl::string_view ns :
       {TextAt(*side, {"resourceRef", "namespace"}), Namespace(usage),
        absl::string_view()}) {
    of.ns = ns;
    if (IsNamedAfter(usage, of)) return true;
  }
  return false;
}

absl::Status Usages::Add(const std::vector<absl::string_view>& dependents,
                         const FoundResources& prerequisites,
                         UsageVersion version,
                         std::vector<std::string>* refused) {
  for (absl::string_view dependent : dependents) {
    if (!call_.composed.IsObserved(dependent)) continue;
    if (prerequisites.Except(dependent)) continue;
    for (const FoundResource& prerequisite : prerequisites.list) {
      if (!prerequisite.observed || prerequisite.name == dependent) continue;
      LOOM_RETURN_IF_ERROR(
          Note({dependent, prerequisite.name}, version, refused));
    }
  }
  return absl::OkStatus();
}

absl::Status Usages::Note(const Key& key, UsageVersion version,
                          std::vector<std::string>* refused) {
  const auto& [dependent, prerequisite] = key;
  LOOM_ASSIGN_OR_RETURN(const Value* by, call_.composed.Observed(dependent));
  LOOM_ASSIGN_OR_RETURN(const Value* of, call_.composed.Observed(prerequisite));
  if (IsUsage(*by) || IsUsage(*of)) return absl::OkStatus();
  LOOM_RETURN_IF_ERROR(call_.DeleteBefore(dependent, prerequisite));
  const UsagePair pair{.of = *of, .by = *by};
  if (!CanBeUsage(pair, version)) {
    std::string text =
        absl::StrCat(dependent, ": usageVersion v1 does not support ",
                     Namespace(*of).empty() ? dependent : prerequisite,
                     ", which is namespaced");
    refused->push_back(std::move(text));
    return absl::OkStatus();
  }
  const absl::string_view name = call_.pool->Keep(UsageName(pair));
  noted_.push_back({key, pair, version, name});
  by_name_[name].try_emplace(key, pair);
  return absl::OkStatus();
}

absl::StatusOr<Usages::Key> Usages::Keeper(
    absl::string_view name, const std::map<Key, UsagePair>& pairs) {
  LOOM_ASSIGN_OR_RETURN(const Value* observed, call_.composed.Observed(name));
  for (const auto& [key, pair] : pairs) {
    const bool keeps = observed != nullptr
                           ? IsUsageOf(*observed, pair)
                           : !call_.composed.IsObserved(OwnUsageName(pair));
    if (keeps) return key;
  }
  return Key();
}

absl::Status Usages::Compose(absl::string_view ignore_label) {
  std::map<absl::string_view, Key> keepers;
  for (const auto& [name, pairs] : by_name_) {
    LOOM_ASSIGN_OR_RETURN(keepers[name], Keeper(name, pairs));
  }
  for (const Noted& noted : noted_) {
    const absl::string_view name =
        keepers[noted.name] == noted.key
            ? noted.name
            : call_.pool->Keep(OwnUsageName(noted.pair));
    Value usage =
        MakeUsage(noted.pair, noted.version, name, ignore_label, call_.pool);
    LOOM_RETURN_IF_ERROR(
        call_.composed.SetDesired(name, std::move(usage), Ready::kTrue));
  }
  return absl::OkStatus();
}

}  // namespace loom
