// SPDX-License-Identifier: Apache-2.0
// Usages order deletion. For each dependent and each of its prerequisites that are both
// observed, a Usage is added to the desired resources, which is ready at once. Its
// logical name is its name. The pairs are also recorded in the call
// (Call::deletion_order).
//
// Gates and desired state have no effect: a dependent that is no longer desired still
// exists for a while, and its prerequisites have to outlive it. A pair that is not
// completely observed gets no Usage here; withdrawal.h keeps the Usage of a resource
// that is being withdrawn. A resource does not use itself, and an item of a template
// with forEach does not use another item because of the name of the template.
//
// If several pairs have the same name, one of them gets it, and the others get names of
// their own. The name belongs to
//
//   a Usage with that name is observed   the pair of that Usage
//   no such Usage is observed            the first pair, by the logical names of the
//                                        dependent and the prerequisite, that has no
//                                        observed Usage with its own name
//
// So a pair keeps its name while its Usage exists, whatever pairs are added or removed.
// Otherwise Crossplane would take the Usage of one pair for that of another.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "data/value/value.h"
#include "sections/dependencies/dependency.h"
#include "sections/dependencies/found_prerequisite.h"

namespace loom {
// Two observed objects.
struct UsagePair {
  const Value& of;
  const Value& by;
};

// A Usage makes Crossplane protect an object that another one uses: its webhook refuses
// to delete the first (of) while the second (by) exists, and replays the deletion
// later. Its `reason` is `dependency`.
//
//   version  by          of                  it is a
//   v2       namespaced  any                 Usage in the namespace of `by`; it also
//                                            names the namespace of `of` if it differs
//   v2       cluster     namespaced          Usage in the namespace of `of`
//   v2       cluster     cluster             ClusterUsage
//   v1       cluster     cluster             Usage of apiextensions.crossplane.io
//   v1       anything else                   not possible
//
// The namespace is that of `by`, because a Usage may name a foreign namespace only for
// `of`; function-sequencer uses that of `of`. The name is function-sequencer's, except
// that characters that are invalid in a name become hyphens: <kind of by>-<by>-<kind of
// of>-<of> in lower case, six digits of its SHA-256, and `dependency`, at most 63
// characters: release-a-1-database-d-1-945a6f-dependency.
//
// Pairs that differ only in groups and namespaces have the same name. Each of them also
// has a name of its own with the same beginning, whose six digits are computed from
// everything that identifies the two objects. The comment at the top says which of the
// two names a pair gets.
bool CanBeUsage(const UsagePair& pair, UsageVersion version);
std::string UsageName(const UsagePair& pair);
// Returns the name that no other pair has.
std::string OwnUsageName(const UsagePair& pair);
// Returns the Usage, with the label that keeps provider configs out of it.
Value MakeUsage(const UsagePair& pair, UsageVersion version,
                absl::string_view name, absl::string_view ignore_label,
                Pool* pool);

// Reports whether an object is a Usage or ClusterUsage of either version.
bool IsUsage(const Value& object);
// Reports whether a Usage is for that pair, in any versions. A Usage without a spec
// counts, because tools that record observed objects may omit the spec.
bool IsUsageOf(const Value& usage, const UsagePair& pair);

// Return the name of one side of an observed Usage, and whether the side is the object.
// `side` is "of" or "by". The object of a side is found by its name first.
absl::string_view NameOfSide(const Value& usage, absl::string_view side);
bool IsSide(const Value& usage, absl::string_view side, const Value& object);
// Report whether a resource with that name may be a Usage made by this section, and
// whether the Usage is one: its name follows from its pair, of which `of` is one side.
// Without `of`, the Usage alone decides.
inline bool MayNameUsage(absl::string_view name) {
  return absl::EndsWith(name, "-dependency");
}
bool IsMadeHere(const Value& usage, const Value& of);
bool IsMadeHere(const Value& usage);

class Usages {
 public:
  explicit Usages(Call& call) : call_(call) {}

  // Records the pairs of an entry. `refused` receives a message for each that cannot
  // have a Usage because of usageVersion v1. Errors, here and below, come from the
  // request and the account of the call.
  absl::Status Add(const std::vector<absl::string_view>& dependents,
                   const FoundResources& prerequisites, UsageVersion version,
                   std::vector<std::string>* refused);

  // Adds the Usages of all pairs to the desired resources, in the order recorded.
  absl::Status Compose(absl::string_view ignore_label);

 private:
  using Key = std::pair<absl::string_view, absl::string_view>;

  struct Noted {
    Key key;
    UsagePair pair;
    UsageVersion version;
    absl::string_view name;  // UsageName
  };

  absl::Status Note(const Key& key, UsageVersion version,
                    std::vector<std::string>* refused);
  // Returns the pair that gets the name that all of them share; {}: none.
  absl::StatusOr<Key> Keeper(absl::string_view name,
                             const std::map<Key, UsagePair>& pairs);

  Call& call_;
  std::vector<Noted> noted_;
  std::map<absl::string_view, std::map<Key, UsagePair>> by_name_;
};

}  // namespace loom
