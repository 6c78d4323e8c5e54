// SPDX-License-Identifier: Apache-2.0
// An object query says which objects an entry of `environment.configs` or of
// `extraResources` selects: one by its name, or those that have certain labels.
//
//   - type: Reference                      # the default
//     ref: {name: base}
//   - type: Selector
//     selector:
//       mode: Multiple                     # Single (the default): exactly one
//       minMatch: 1                        # for Multiple only, as the next two
//       maxMatch: 3
//       sortByFieldPath: data.priority     # the default is metadata.name
//       matchLabels:                       # all of them have to match
//       - {type: Value, key: stage, value: prod}
//       - {key: region, valueFromFieldPath: spec.region}
//
// The value of a matcher is read from the observed composite
// (FromCompositeFieldPath, the default) or from the environment
// (FromEnvironmentFieldPath), or it is a literal (Value). A matcher with
// fromFieldPathPolicy: Optional is left out if its value is missing; otherwise
// a missing value is an error. A selector none of whose matchers has a value
// asks for nothing.
//
// The members are those of function-environment-configs. In
// function-extra-resources every selector is Multiple, and neither `mode` nor
// FromEnvironmentFieldPath exists. Label values are texts; the native input
// also takes numbers and booleans.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fieldpath/path.h"
#include "input/fields.h"
#include "resource/requirement.h"

namespace loom {

struct Matcher {
  enum class From { kComposite, kEnvironment, kValue };

  std::string key;
  From from = From::kComposite;
  std::string value;
  absl::StatusOr<Path> path = Path();
  bool optional = false;
};

// In what the lists differ that contain queries: whether a selector has `mode`,
// and whether a matcher may be a FromEnvironmentFieldPath.
struct QueryShape {
  bool has_modes;
  bool reads_environment;
};

struct ObjectQuery {
  enum class Type {
    kReference,
    kSelector,
    // A type that does not exist. The Go functions pass over such an entry.
    kUnknown,
  };

  Type type = Type::kReference;
  std::string name;  // of a Reference
  std::vector<Matcher> matchers;
  bool multiple = false;
  std::optional<int64_t> min_match;
  std::optional<int64_t> max_match;
  absl::StatusOr<Path> sort_by = Path();
  const Rules* rules = nullptr;

  // Reads the members type, ref and selector of an entry.
  static ObjectQuery Parse(Fields& entry, const QueryShape& shape);

  bool ReadsEnvironment() const;

  // Adds the name or the labels to the requirement. false: the query asks for
  // nothing. NotFound: the value of a label is missing. FailedPrecondition: it
  // is not a text.
  absl::StatusOr<bool> Ask(const Value& composite, const Value& environment,
                           Pool* pool, Requirement* requirement) const;
};

// Reads the member `policy` and returns whether it is {resolution: Optional}. A
// Reference, and in the native input a Single selector, may then find nothing.
bool ParseResolution(Fields& parent);

}  // namespace loom
