// SPDX-License-Identifier: Apache-2.0
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
// of its own as well, which begins alike: its six digits are those of all that the two
// objects are told apart by. Which of the two names a pair gets is said in usages.h.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "sections/dependencies/dependency.h"

namespace loom {

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

}  // namespace loom
