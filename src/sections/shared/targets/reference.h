// SPDX-License-Identifier: Apache-2.0
// A Reference is one entry of the list `references`: it fills a field of its target
// with a value from somewhere else.
//
//   references:
//   - name: vpc                       # optional, once in the list
//     target: {resource: subnet}      # target.h
//     fromObject: {…}                 # sections/shared/values_from/recipe.h
//     toFieldPath: spec.forProvider.cidrBlock
//     transforms: […]                 # as in patches
//     policy:
//       resolve: IfNotPresent         # Always (decision.h)
//       resolution: Required          # Optional
//       onFailure: Delay              # Fatal
//       waitFor: Exists               # Ready: the object's condition Ready is
//                                     # True, and Synced is not False (Source
//                                     # says of which sources)
//       toFieldPath: Replace          # as in patches (sections/shared/patches/destination.h)
//
// Expressions know the object of an entry with a name, if it reads one, as
// required.<name> (sections/references/references.h).
//
// In place of target and toFieldPath, a value may go where no object shows it:
//
//     obscured:
//       makeAvailableAs: {contextKey: example.org/token}   # for later steps only
//       # or, in place of it, secret (obscured_secret.h)
//
// Mistakes, each at its place:
//   references[1].toFieldPath: Invalid value: "spec.x": a function writes only the
//   status of the composite
//   references[0]: refers to itself
//   references[3].name: Invalid value: "vpc": is there twice
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/fieldpath/path.h"
#include "language/input/fields.h"
#include "sections/shared/patches/destination.h"
#include "sections/shared/targets/decision.h"
#include "sections/shared/targets/obscured_secret.h"
#include "sections/shared/targets/target.h"
#include "sections/shared/values_from/recipe.h"

namespace loom {
struct ReferencePolicy {
  Resolve resolve = Resolve::kIfNotPresent;
  bool required = true;
  bool fatal = false;
  WaitFor wait_for = WaitFor::kExists;
  const ToPolicy* to = nullptr;

  static ReferencePolicy Parse(Fields& entry);
};

struct Reference {
  std::string name;
  std::string place;
  size_t index = 0;  // in its list
  Target target;
  Recipe recipe;
  Path to;  // empty: the whole value of a context key
  ReferencePolicy policy;
  std::optional<ObscuredSecret> secret;

  // The field of the target, as messages name it.
  const std::string& field() const {
    return secret.has_value() ? secret->ref.text() : to.text();
  }

  // Adds what it reads.
  void AddReads(Reads* reads) const;

  // The source, if it is the only one and reads one object; otherwise nullptr.
  const Source* one_object() const;

  static Reference Parse(const Input& entry, Fields& root);
};

// The entries of `references` and of its other name, `externalValues`, in their
// order. They are read once, although two sections resolve them.
std::shared_ptr<const std::vector<Reference>> ReferencesOf(Fields& input);

// RoundsOf says for each reference in how many rounds all that it asks for is known.
//
//   no object                                               0
//   an object of a kind that is known                       1
//   an object of a kind that has to be looked up            2
//   an object whose name, namespace or label stands where   1 more than that
//   an earlier reference writes it                          reference
//
// Crossplane lets a step ask for more five times (limits::kRounds) and then fails
// the reconcile, so an input with a longer chain could never work:
//
//   references[5]: needs 6 rounds of requirements, and Crossplane makes 5

std::vector<int> RoundsOf(const std::vector<Reference>& references);

}  // namespace loom
