// SPDX-License-Identifier: Apache-2.0
// Usages order deletion: for each dependent and each of its prerequisites, both of which
// are observed, a Usage is added to the desired resources, which is ready at
// once. Its logical name is its name.
//
//   Usages usages(call);
//   LOOM_RETURN_IF_ERROR(usages.Add(dependents, found, UsageVersion::kV2, &refused));
//   LOOM_RETURN_IF_ERROR(usages.Compose(ignore_label));
//
// The pairs are also noted in the call (Call::deletion_order).
//
// Gates play no part, and neither does what is desired: a dependent that is no longer
// desired still exists for a while, and what it depends on has to outlive it. A pair
// of which one is not observed gets none here; the Usage of one that is being withdrawn
// stays by withdrawal.h. A resource does not use itself, nor an item of a
// template with forEach another one because of the name of the template.
//
// Where pairs have one name, it is that of one of them, and the others have the names of
// their own:
//
//   a Usage of that name is observed   of the pair that it is about
//   none is                            of the first pair, by the logical names of the
//                                      dependent and the prerequisite, whose Usage is not
//                                      observed by the name of its own
//
// So a pair keeps its name while its Usage exists, whatever pairs come and go. Else
// Crossplane would take the Usage of one for that of another.
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
// A Usage tells Crossplane that one object is used by another: its webhook refuses
// to delete the first (of) while the second (by) exists, and replays the deletion
// later.
//
//   apiVersion: protection.crossplane.io/v1beta1
//   kind: Usage
//   metadata: {name: release-a-1-database-d-1-945a6f-dependency, namespace: team-a}
//   spec:
//     of: {apiVersion: sql.example.org/v1, kind: Database, resourceRef: {name: d-1}}
//     by: {apiVersion: helm.example.org/v1, kind: Release, resourceRef: {name: a-1}}
//     reason: dependency
//     replayDeletion: true
//
//   version  by          of                  it is a
//   v2       namespaced  any                 Usage in the namespace of `by`; an `of`
//                                            of another one is named with its own
//   v2       cluster     namespaced          Usage in the namespace of `of`
//   v2       cluster     cluster             ClusterUsage
//   v1       cluster     cluster             Usage of apiextensions.crossplane.io
//   v1       anything else                   not possible
//
// The namespace is that of `by`, because a Usage may name a foreign namespace only
// for `of`; function-sequencer takes that of `of`. The name is function-sequencer's,
// save that characters which no name may have become hyphens:
// <kind of by>-<by>-<kind of of>-<of> in lower case, six digits of its SHA-256, and
// `dependency`, at most 63 characters.
//
// Pairs of which only groups and namespaces differ have one name. Each of them has a name
// of its own as well, which begins alike: its six digits are those of everything
// that identifies the two objects. Which of the two names a pair gets is said in usages.h.

// The pair, both of which are observed.
struct UsagePair {
  const Value& of;
  const Value& by;
};

bool CanBeUsage(const UsagePair& pair, UsageVersion version);
std::string UsageName(const UsagePair& pair);
// The name that no other pair has.
std::string OwnUsageName(const UsagePair& pair);
// With the label, which keeps provider configs out of it.
Value MakeUsage(const UsagePair& pair, UsageVersion version,
                absl::string_view name, absl::string_view ignore_label,
                Pool* pool);

// Whether an object is a Usage or ClusterUsage of either version.
bool IsUsage(const Value& object);
// Whether a Usage is about that pair, in any versions. One without a spec says nothing
// else, as whoever writes down what is observed may leave it out.
bool IsUsageOf(const Value& usage, const UsagePair& pair);

// An observed Usage, whose pair is not known. `side` is "of" or "by". The object of a side
// is found by its name first.
absl::string_view NameOfSide(const Value& usage, absl::string_view side);
bool IsSide(const Value& usage, absl::string_view side, const Value& object);
// Whether a resource of that name may be one that this section made, and whether the Usage
// is: its name follows from its pair, of which `of` is one side.
inline bool MayNameUsage(absl::string_view name) {
  return absl::EndsWith(name, "-dependency");
}
bool IsMadeHere(const Value& usage, const Value& of);

class Usages {
 public:
  // The call must outlive this object.
  explicit Usages(Call& call) : call_(call) {}

  // Notes the pairs of an entry. For each that cannot have a Usage, because of
  // usageVersion v1, `refused` gets a text: `app: usageVersion v1 has no Usage for db,
  // which is namespaced`. Errors, here and below, are those of the request and of the
  // account of the call.
  absl::Status Add(const std::vector<absl::string_view>& dependents,
                   const FoundResources& prerequisites, UsageVersion version,
                   std::vector<std::string>* refused);

  // Desires the Usages of all pairs, in the order in which they were noted.
  absl::Status Compose(absl::string_view ignore_label);

 private:
  // The logical names of a dependent and a prerequisite.
  using Key = std::pair<absl::string_view, absl::string_view>;

  struct Noted {
    Key key;
    UsagePair pair;
    UsageVersion version;
    absl::string_view name;  // UsageName
  };

  absl::Status Note(const Key& key, UsageVersion version,
                    std::vector<std::string>* refused);
  // Which of the pairs has the name that all of them share; {}: none.
  absl::StatusOr<Key> Keeper(absl::string_view name,
                             const std::map<Key, UsagePair>& pairs);

  Call& call_;
  std::vector<Noted> noted_;
  std::map<absl::string_view, std::map<Key, UsagePair>> by_name_;
};

}  // namespace loom
