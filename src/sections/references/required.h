// SPDX-License-Identifier: Apache-2.0
// Required is the `required` section of the native input: objects that expressions read
// as required.NAME, without writing anything anywhere.
//
//   required:
//   - {name: settings, apiVersion: v1, kind: ConfigMap, objectName: settings}
//   - name: theme
//     apiVersion: v1
//     kind: ConfigMap
//     objectName: ${required.settings.data.theme}      # found in an earlier round
//     optional: true
//   - {name: zones, apiVersion: net.example.org/v1, kind: Zone, labels: {team: "${composite.spec.team}"}}
//
// `objectName` reads one object, `labels` and `all: true` a list, sorted by namespace and
// name: at least `min` (1, or 0 if it is optional), and the first `max`. The objects are
// looked up as those of references are (crossplane/call/lookup.h), with the same default
// namespace and the same access policies. Strings may contain expressions, which read the
// environment as its patches leave it, values with names, and other entries, in any
// order.
//
// An entry without a result is missing from `required`, and the error of an expression
// says why (RequiredState::SetMissing). Unless the entry is optional, the composite is not
// ready, and ReferencesResolved has it:
//
//   required.settings: object not found (v1 ConfigMap team-a/settings)
//   required.login: not allowed across namespaces (v1 Secret team-b/login)
//
// Errors in the input:
//
//   required[0]: one of objectName, labels and all is required
//   required[1].min: Invalid value: only labels and all read a list
//   required[2]: the object needs itself: a -> b -> a
//   required[3]: needs 6 rounds of requirements, but Crossplane makes at most 5
//   required[4]: reads required.vpc, an entry of references, which are read later
//
// The rules are ours.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "crossplane/call/call.h"
#include "crossplane/call/lookup.h"
#include "crossplane/kinds/access_policy.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/program/expression_reads.h"
#include "language/input/fields.h"

namespace loom {

// The number of rounds until the objects of a name are known (RoundsOf in entry.h).
using RequiredRounds = std::map<std::string, int, std::less<>>;

// Returns what the name, the namespace and the labels of a lookup read.
std::vector<ExpressionRead> ReadsOfLookup(const Lookup& lookup);
// Returns the rounds of the entry that is read; 0 if none is.
int RoundsOfRead(const ExpressionRead& read, const RequiredRounds& rounds);

struct RequiredEntry {
  std::string name;
  std::string place;
  size_t index = 0;  // in the list
  Lookup lookup;
  bool optional = false;
  // The entries that it reads, by name.
  std::vector<std::string> needs = {};

  bool is_list() const { return lookup.selects(); }
  // Whether a list may be empty.
  bool may_be_empty() const { return lookup.min_match.value_or(1) == 0; }
};

class Required : public Section {
 public:
  // Returns nullptr if the input has no such entries.
  static std::unique_ptr<const Section> Parse(Fields& input);

  Required(std::vector<RequiredEntry> entries,
           std::shared_ptr<const AccessPolicy> access)
      : entries_(std::move(entries)), access_(std::move(access)) {}

  bool asks() const override { return true; }
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  absl::Status Find(const RequiredEntry& entry, Call& call,
                    Outcome* outcome) const;

  // An entry comes after those that it reads.
  const std::vector<RequiredEntry> entries_;
  const std::shared_ptr<const AccessPolicy> access_;
};

}  // namespace loom
