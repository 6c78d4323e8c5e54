// SPDX-License-Identifier: Apache-2.0
// DetailsOutput says where the details of the section `connectionDetails` go:
//
//   output:
//     mode: Auto                 # Composite, Secret
//     secret: {name: login, namespace: team-a}
//
//   mode        composite   destination
//   Auto        legacy      the connection details of the composite
//   Auto        modern      a composed Secret, because Crossplane writes none
//   Composite   any         the connection details of the composite
//   Secret      any         a composed Secret
//
// The location of the Secret is the first of these that has a name; a namespace that
// it lacks is that of the composite:
//
//   1. spec.writeConnectionSecretToRef of the composite
//   2. output.secret
//   3. that of a Secret which an earlier step or the section `resources` composed
//   4. <composite's name>-connection
//
// The order is P&T's, whose Secret has no namespace where the composite names none. Such
// a Secret cannot be applied. So of a cluster-scoped composite, which has no namespace to
// give, that of the observed Secret is taken, and without one it is an error:
//
//   invalid Function input: output.secret.namespace: required, because the composite is
//   cluster-scoped
//   the composite's spec.writeConnectionSecretToRef.namespace: required, because the
//   composite is cluster-scoped
//
// Without connectionDetails the member has no effect, nor has `secret` with the mode
// Composite; the log tells of it. Mistakes:
//
//   output.mode: Invalid value: "Secrt": want one of Auto, Composite, Secret, did you
//   mean "Secret"?
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "language/input/fields.h"

namespace loom {

enum class DetailsMode { kAuto, kComposite, kSecret };

struct DetailsOutput {
  DetailsMode mode = DetailsMode::kAuto;
  std::string name = {};
  std::string ns = {};

  // Reads the member `output` of the input.
  static DetailsOutput Parse(Fields& input, bool has_details);

  bool GoesToSecret(const Value& composite) const;
  // The location of the Secret: {name, namespace}. `composed` is a Secret that is
  // desired already, and `observed` the one that is observed; both may be nullptr.
  // InvalidArgument: it has no namespace.
  absl::StatusOr<Value> Location(const Value& composite, const Value* composed,
                                 const Value* observed, Pool* pool) const;
};

}  // namespace loom
