// SPDX-License-Identifier: Apache-2.0
// A Recipe defines how the value of a reference is made from one source or several:
//
//   fromComposite: {fieldPath: spec.region}       the value of the source
//
//   combine:                                      a string, formatted as in Go
//     variables:
//     - fromComposite: {fieldPath: spec.region}
//     - fromComposite: {fieldPath: spec.account}
//     fmt: "arn:example:%s:%s:root"
//
//   variables:                                    a string with named parts
//   - {name: region, fromComposite: {fieldPath: spec.region}}
//   template: "bucket-{{ .region }}"
//
// A part of a string may be bytes if they are UTF-8. The string is then also bytes
// (data/value/bytes.h). So a string of values of a Secret is encoded as a whole.
//
// Transforms may then change the value. A template supports only {{ .name }}, with or
// without spaces; other braces are literal. If any source has no value, the reference
// has none. Numbers and booleans are written as in YAML; lists and objects are not
// allowed in a string. Errors:
//
//   references[0].template: Invalid value: "{{ .regoin }}": no variable has this
//   name (did you mean "region"?)
//   references[0].template: Invalid value: "{{ if .a }}": want {{ .name }}
//   references[0].combine.fmt: Invalid value: the format uses 2 arguments and is
//   given 1
//   references[0].variables: Invalid value: at most 100 variables
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "language/input/fields.h"
#include "language/transforms/transform.h"
#include "sections/shared/values_from/source.h"

namespace loom {

class Recipe {
 public:
  // Reads the sources, combine, variables, template and transforms of an entry.
  static Recipe Parse(Fields& entry, Fields& root);

  // Makes the value. The first failure in the order of the sources applies. All sources
  // are requested in any case. The value has bytes only if options.into_encoded.
  absl::StatusOr<Resolution> Make(Call& call, const ResolveOptions& options,
                                  Outcome* outcome) const;

  // Adds what the recipe reads.
  void AddReads(Reads* reads) const;

  const std::vector<std::unique_ptr<const Source>>& sources() const {
    return sources_;
  }

 private:
  enum class Form { kCopy, kCombine, kTemplate };
  // A literal string, or the value of a source.
  struct Part {
    std::string text;
    int source = -1;
  };

  void ParseCombine(const Input& input, Fields& root);
  void ParseVariables(Fields& entry, Fields& root);
  void ParseTemplate(const Input& entry, absl::string_view text,
                     const std::vector<std::string>& names);
  absl::StatusOr<Value> Joined(std::vector<Value> values, Pool* pool) const;

  Form form_ = Form::kCopy;
  std::vector<std::unique_ptr<const Source>> sources_;
  std::string format_;
  std::vector<Part> parts_;
  Transforms transforms_;
};

}  // namespace loom
