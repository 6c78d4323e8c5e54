// SPDX-License-Identifier: Apache-2.0
// CompositeReferences are references in the composite, written by its author, a tenant
// (docs/reading-rules.md). They are read only if the input allows it:
//
//   referencesFromComposite:
//     fieldPath: spec.externalValues
//     allowKinds: ["ec2.example.org/*"]     # required; as in `security`
//     allowPaths: ["spec.forProvider.*"]    # every path that is not protected
//
// An entry has the fields target (only `resource`), fromObject or fromRef (with strings,
// not with fields of other objects), toFieldPath and policy. It may read objects of these
// kinds, never a Secret, and for a namespaced composite only objects of its namespace. The
// input and the flags of the server may allow less. The entries follow those of the input.
//
// An entry writes only resources that a template of this input renders, and only paths
// that match one of the globs of allowPaths, in which `*` matches any characters. Without
// allowPaths, it may write every path that is not protected. Protected are the identity
// and the owner of a resource, what Crossplane, this function and AppCat use, and the
// account (kProtected), together with everything that contains them, such as `metadata`.
//
// An error in an entry is not an error of the input. The entry is left out, and the
// condition ReferencesResolved reports it:
//
//   composite spec.externalValues[0]: fromEnvironment is not allowed here
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/kinds/access_policy.h"
#include "crossplane/kinds/kinds.h"
#include "language/input/fields.h"
#include "sections/references/entry.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

class CompositeReferences {
 public:
  // Reads the field of the input; nullptr if it is absent.
  static std::unique_ptr<const CompositeReferences> Parse(Fields& input);

  struct Found {
    std::vector<Entry> entries;
    std::vector<std::string> mistakes;
  };
  // Reads the entries of the composite. An error comes from the request or the account
  // of the call.
  absl::StatusOr<Found> Read(Call& call) const;

  // The objects that the references may read.
  const AccessPolicy& access() const { return access_; }

 private:
  void ReadEntry(const Value& list, size_t index, const Call& call,
                 Found* found) const;
  void CheckTarget(const Input& input, const Entry& entry,
                   const Call& call) const;
  bool Allows(const Path& path, Pool* pool) const;

  Path path_;
  std::vector<std::string> allow_paths_;
  OwnTemplates templates_;
  AccessPolicy access_;
  std::shared_ptr<const Kinds> kinds_;
};

}  // namespace loom
