// SPDX-License-Identifier: Apache-2.0
// An Entry is one entry of the lists `references`, `typedReferences` and
// `externalReferences`: it fills a field of its target with a value that its recipe makes.
// Those of the last two are in sources/typed.h and sources/external.h. One of `references`
// has these fields:
//
//   name                 optional, once in the list. If the entry reads one object,
//                        expressions can use it as required.<name> (references.h)
//   target, toFieldPath  where it writes (target.h)
//   obscured             instead of both: a key of the context, or a Secret (obscured.h)
//   fromObject, …        what it reads (recipe.h)
//   policy               resolve: IfNotPresent (default) or Always
//                        (crossplane/call/field.h)
//                        resolution: Required (default) or Optional
//                        onFailure: Delay (default) or Fatal
//                        waitFor: Exists (default) or Ready (Source)
//                        toFieldPath: as in patches (crossplane/call/destination.h)
//
// Errors, each with its location:
//   references[1].toFieldPath: Invalid value: "spec.x": a function writes only the
//   status of the composite
//   references[0]: refers to itself
//   references[3].name: Invalid value: duplicate name "vpc"
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "crossplane/call/destination.h"
#include "crossplane/call/field.h"
#include "data/fieldpath/path.h"
#include "language/input/fields.h"
#include "sections/references/obscured.h"
#include "sections/references/recipe.h"
#include "sections/references/required.h"
#include "sections/references/target.h"

namespace loom {

// Typed and external references have the defaults, and no policy for writing.
struct ReferencePolicy {
  Resolve resolve = Resolve::kIfNotPresent;
  bool required = true;
  bool fatal = false;
  WaitFor wait_for = WaitFor::kExists;
  const ToPolicy* to = nullptr;

  static ReferencePolicy Parse(Fields& entry);
};

struct Entry {
  std::string name;
  std::string place;
  size_t index = 0;  // in its list
  Target target;
  std::unique_ptr<const Recipe> recipe;
  Path to;            // empty: the whole value of a context key
  std::string field;  // of the target, as messages name it
  ReferencePolicy policy;
  std::optional<ObscuredSecret> secret;

  void SetField(Path path) {
    to = std::move(path);
    field = to.text();
  }

  // Returns the source, if it is the only one and reads one object; otherwise nullptr.
  const Source* one_object() const;

  // Reads an entry of `references`.
  static Entry Parse(const Input& entry, Fields& root);
};

using Entries = std::shared_ptr<const std::vector<Entry>>;

// Returns the entries of `references` and of its alias `externalValues`, in order. They
// are read once, although two sections resolve them.
Entries ReferencesOf(Fields& input);

// RoundsOf returns for each reference the number of rounds until all objects that it
// requests are known.
//
//   no object                                               0
//   an object of a kind that is known                       1
//   an object of a kind that has to be looked up            2
//   an object whose name, namespace or label is in a field  1 more than that
//   that an earlier reference writes, or reads required.X   reference, or object
//
// Crossplane lets a step request more five times (limits::kRounds) and then fails the
// reconcile, so an input with a longer chain could never work:
//
//   references[5]: needs 6 rounds of requirements, but Crossplane makes at most 5

// `required` has the rounds of the objects that `required` reads by name.
std::vector<int> RoundsOf(const std::vector<Entry>& entries,
                          const RequiredRounds& required = {});

}  // namespace loom
