// SPDX-License-Identifier: Apache-2.0
#include "sections/drop_in/sequencer/sequence_usages.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/go/text.h"
#include "data/value/object.h"
#include "language/transforms/digest.h"

namespace loom {
namespace {

constexpr absl::string_view kV1 = "apiextensions.crossplane.io/v1beta1";
constexpr absl::string_view kV2 = "protection.crossplane.io/v1beta1";

// At most 63 bytes, with six digits of the hash of the whole.
std::string NameOf(absl::string_view whole) {
  constexpr size_t kMost = 63;
  constexpr size_t kCut = 45;
  const std::string end =
      absl::StrCat(Sha256(whole).substr(0, 6), "-dependency");
  if (whole.size() + 1 + end.size() <= kMost) {
    return absl::StrCat(whole, "-", end);
  }
  // A character that is cut becomes U+FFFD for each of its bytes, as in Go's JSON.
  const std::string cut = ToValidUtf8(whole.substr(0, kCut));
  return absl::StrCat(cut, absl::EndsWith(cut, "-") ? "" : "-", end);
}

template <typename End>
Value SideOf(const End& end, Pool* pool) {
  Value reference = Object();
  Set(reference, "name", Borrow(end.name), pool);
  Value side = Object();
  Set(side, "apiVersion", Borrow(end.api_version), pool);
  Set(side, "kind", Borrow(end.kind), pool);
  Set(side, "resourceRef", std::move(reference), pool);
  return side;
}

}  // namespace

SequenceUsages::End SequenceUsages::EndOf(const Value& observed) {
  return {ApiVersion(observed), Kind(observed), Name(observed),
          Namespace(observed)};
}

bool SequenceUsages::IsUsage(const End& end) const {
  if (options_.v1) return end.api_version == kV1 && end.kind == "Usage";
  return end.api_version == kV2 &&
         (end.kind == "Usage" || end.kind == "ClusterUsage");
}

absl::Status SequenceUsages::Add(const SequencePattern& first,
                                 const SequencePattern& second, Call& call) {
  LOOM_ASSIGN_OR_RETURN(std::vector<absl::string_view> users,
                        second.Of(call.composed.ObservedNames(), call.pool));
  LOOM_ASSIGN_OR_RETURN(std::vector<absl::string_view> used,
                        first.Of(call.composed.DesiredNames(), call.pool));
  for (absl::string_view by : users) {
    LOOM_ASSIGN_OR_RETURN(const Value* user, call.composed.Observed(by));
    const End user_end = EndOf(*user);
    if (IsUsage(user_end)) continue;
    for (absl::string_view of : used) {
      LOOM_ASSIGN_OR_RETURN(const Value* object, call.composed.Observed(of));
      if (object == nullptr) continue;
      pairs_[absl::StrCat(by, "-", of, "-usage")] = {user_end, EndOf(*object)};
    }
  }
  return absl::OkStatus();
}

Value SequenceUsages::Make(const End& by, const End& of, Pool* pool) const {
  const bool is_namespaced = !options_.v1 && !of.ns.empty();
  const std::string whole = ToLowerCase(
      absl::StrCat(by.kind, "-", by.name, "-", of.kind, "-", of.name));
  Value metadata = Object();
  Set(metadata, "name", Text(NameOf(whole), pool), pool);
  if (is_namespaced) Set(metadata, "namespace", Borrow(of.ns), pool);
  Value spec = Object();
  Set(spec, "by", SideOf(by, pool), pool);
  Set(spec, "of", SideOf(of, pool), pool);
  Set(spec, "reason", Borrow("dependency"), pool);
  Set(spec, "replayDeletion", Value(options_.replay_deletion), pool);
  Value usage = Object();
  Set(usage, "apiVersion", Borrow(options_.v1 ? kV1 : kV2), pool);
  Set(usage, "kind",
      Borrow(options_.v1 || is_namespaced ? "Usage" : "ClusterUsage"), pool);
  Set(usage, "metadata", std::move(metadata), pool);
  Set(usage, "spec", std::move(spec), pool);
  return usage;
}

absl::Status SequenceUsages::LayOver(Call& call) const {
  for (const auto& [name, ends] : pairs_) {
    LOOM_RETURN_IF_ERROR(call.composed.SetDesired(
        call.pool->Keep(name), Make(ends.first, ends.second, call.pool),
        Ready::kTrue));
  }
  return absl::OkStatus();
}

}  // namespace loom
