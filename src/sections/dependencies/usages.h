// SPDX-License-Identifier: Apache-2.0
// Usages order deletion: for each dependent and each of its prerequisites, both of which
// are observed, a Usage is added to the desired resources (usage.h), which is ready at
// once. Its logical name is its name.
//
//   Usages usages(call);
//   LOOM_RETURN_IF_ERROR(usages.Add(dependents, found, UsageVersion::kV2, &refused));
//   LOOM_RETURN_IF_ERROR(usages.Compose(ignore_label));
//
// Gates play no part, and neither does what is desired: a dependent that is no longer
// desired still exists for a while, and what it depends on has to outlive it. A pair
// of which one is not observed gets none. A resource does not use itself, nor an item of a
// template with forEach another one because of the name of the template.
//
// Where pairs have one name, it is that of one of them, and the others have the names of
// their own (usage.h):
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
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "sections/dependencies/dependency.h"
#include "sections/dependencies/found_prerequisite.h"
#include "sections/dependencies/usage.h"

namespace loom {

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
