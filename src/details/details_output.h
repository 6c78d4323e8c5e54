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
// The order is P&T's, whose Secret has no namespace where the composite names none.
// Without connectionDetails the member has no effect, nor has `secret` with the mode
// Composite; the log tells of it. Mistakes:
//
//   output.mode: Invalid value: "Secrt": want one of Auto, Composite, Secret, did you
//   mean "Secret"?
#pragma once

#include <string>

#include "input/fields.h"
#include "value/value.h"

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
  // desired already, or nullptr.
  Value Location(const Value& composite, const Value* composed,
                 Pool* pool) const;
};

}  // namespace loom
