// SPDX-License-Identifier: Apache-2.0
// RequiredNames knows which names `required` has in an input, and which of them its
// expressions use. The sections that read objects declare the names of their entries,
// and InputExpression::Read notes what an expression selects of `required`:
//
//   required.vpc.status.id, required["vpc"], has(required.vpc)
//                                  use the name vpc
//   "vpc" in required, size(required), required[composite.spec.net]
//                                  may use any name, and count as using all
//
// Check comes when the whole input is read. A name that no entry has is a mistake, at
// the place of the expression:
//
//   resources[0].condition: Invalid value: 1:9: unknown entry "netz", did you mean
//   "nets"?
//   resources[0].condition: Invalid value: 1:9: the reference "arn" does not read one
//   object
//
// In a call, the sections make known what they have read only if it is used:
//
//   bool wanted = names->Uses("vpc");
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "language/input/input.h"

namespace loom {

class RequiredNames {
 public:
  // The names of the input of which this is a part.
  static std::shared_ptr<RequiredNames> Of(const Input& part);

  // An entry has this name. If it is not one that `required` can have, `refusal` says
  // why. The same name may be declared again.
  void Declare(absl::string_view name, absl::string_view refusal = "");
  // An expression that names `required` stands in a member of `at`.
  void AddUses(const Input& at, absl::string_view member,
               absl::string_view text);
  // Reports the names that are used and that no entry has.
  void Check();

  // Whether any name is used, and whether this one is.
  bool any() const { return all_ || !used_.empty(); }
  bool Uses(absl::string_view name) const {
    return all_ || used_.find(name) != used_.end();
  }

 private:
  struct Use {
    Input at;
    std::string member;
    std::string name;
    std::string place;  // 1:9
  };

  bool all_ = false;
  std::set<std::string, std::less<>> used_;
  // Until Check.
  std::map<std::string, std::string, std::less<>> declared_;
  std::vector<Use> uses_;
};

// Checks the names of an input that has been read.
void CheckRequiredNames(const Input& input);

}  // namespace loom
