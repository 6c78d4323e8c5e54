// SPDX-License-Identifier: Apache-2.0
// Kinds is what is known of kinds without asking the cluster: the list `kinds` of
// the input, and behind it the table of builtin_kinds.h.
//
//   kinds:
//   - group: ec2.example.org     # the core group: leave it out
//     resource: vpcs
//     kind: VPC
//     scope: Cluster             # or Namespaced
//     versions: [v1beta1]        # without it, all versions
//
// An entry makes the look-up of a definition needless, and it is the only way for
// objects of an aggregated API server, which have no definition. An entry wins over
// the table. Two entries of one group must not have the same resource or kind:
//
//   kinds[1].kind: Invalid value: "VPC": is there twice
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "input/fields.h"
#include "kinds/kind.h"

namespace loom {

class Kinds {
 public:
  // Reads the member `kinds` of the input. It is read once for all sections, so
  // that its mistakes are reported once.
  static std::shared_ptr<const Kinds> Of(Fields& input);
  // Makes these the kinds of an input that has no member `kinds` of its own.
  static void Give(const Input& input, std::shared_ptr<const Kinds> kinds);

  // nullopt: nothing is known of it. If the name has both a resource and a kind,
  // both have to fit. Of a kind of Kubernetes it tells the versions, of which the
  // name may have another.
  std::optional<KnownKind> Find(const NamedKind& name) const;

 private:
  void Parse(Fields& input);

  std::vector<KnownKind> listed_;
};

}  // namespace loom
