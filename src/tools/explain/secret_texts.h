// SPDX-License-Identifier: Apache-2.0
// SecretTexts knows the texts that may not be shown: those of core Secrets, of
// credentials, and of connection details.
//
//   SecretTexts secrets(inputs);
//   bool known = secrets.IsIn("postgres://root:hunter2@db");     // true
//
// A value is searched for each text, as it is and in base64. A text of less than
// four characters, which may stand in any value by chance, has to be the value.
#pragma once

#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/explain/explanation.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

class SecretTexts {
 public:
  explicit SecretTexts(const PipelineInputs& inputs);

  bool empty() const { return texts_.empty(); }
  bool IsIn(absl::string_view text) const;
  // The value as an explanation has it: without its text if there is a secret
  // anywhere in it.
  ShownValue Shown(const Value& value) const;

 private:
  void AddSecret(const Value& object);
  void Add(absl::string_view text);

  std::set<std::string> texts_;
};

// Whether an object is a core Secret.
bool IsSecret(const Value& object);

}  // namespace loom
