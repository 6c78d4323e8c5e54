// SPDX-License-Identifier: Apache-2.0
// A canary is a random value that is easy to recognise: a word, two words with quotes
// and lines, bytes that are not UTF-8, or a long value. Plant puts it into
// every place of a request where a secret can be: Secrets that are observed,
// desired or required, Secrets inside the manifest of another object,
// connection details, credentials, and an environment that a redacted step has
// marked. It is planted as text, as base64, as a number and as the name of a
// member.
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "test/suites/fuzz/random_values.h"

namespace loom::testing {

class Canary {
 public:
  enum class Form { kAny, kWord };
  explicit Canary(unsigned seed, Form form = Form::kAny);

  // Whether the canary is planted into Secrets or into objects that are not
  // secret. The latter proves that FindIn finds it in a response.
  enum class In { kSecrets, kOrdinaryObjects };
  void Plant(In in, apiextensions::fn::proto::v1::RunFunctionRequest* request);

  // The canary as a text, and its bytes as base64.
  const std::string& text() const { return text_; }
  const std::string& base64() const { return base64_; }

  // The part of the canary, or of an encoding of it, that a response contains
  // outside its desired state, its context and its requirements. nullopt: the
  // response contains none.
  std::optional<std::string> FindIn(
      const apiextensions::fn::proto::v1::RunFunctionResponse& answer) const;
  std::optional<std::string> FindIn(absl::string_view text) const;
  // The same without the number, which is also planted where no value of a Secret is.
  std::optional<std::string> FindTextIn(absl::string_view text) const;

 private:
  std::string Word();
  PbValue Leaf();
  void Fill(PbStruct* object, int depth);
  void Hide(In in, PbStruct* resource);

  RandomValues random_;
  std::string text_;
  std::string bytes_;
  std::string base64_;
  double number_;
};

}  // namespace loom::testing
