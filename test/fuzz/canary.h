// SPDX-License-Identifier: Apache-2.0
// A canary is a value that can be recognised wherever it turns up. Plant puts one
// into every place of a request where a secret can stand: Secrets that are
// observed, desired or required, also inside the manifest of another object,
// connection details, and an environment that a discreet step has marked. It
// stands there as text, as base64, as a number and as the name of a member.
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "test/fuzz/random_values.h"

namespace loom::testing {

class Canary {
 public:
  explicit Canary(unsigned seed);

  // What the objects are that hold it. The second kind shows that the search
  // would find it.
  enum class In { kSecrets, kOrdinaryObjects };
  void Plant(In in, apiextensions::fn::proto::v1::RunFunctionRequest* request);

  // A part of it, or of an encoding of it, in what an answer tells: all but
  // desired state and context. nullopt: it is nowhere.
  std::optional<std::string> FindIn(
      const apiextensions::fn::proto::v1::RunFunctionResponse& answer) const;
  std::optional<std::string> FindIn(absl::string_view text) const;

 private:
  PbValue Leaf();
  void Fill(PbStruct* object, int depth);
  void Hide(In in, PbStruct* resource);

  RandomValues random_;
  std::string text_;
  std::string base64_;
  double number_;
};

}  // namespace loom::testing
