// SPDX-License-Identifier: Apache-2.0
// A Detail is one entry of the list `connectionDetails` of the native input: a name and
// the source of its value.
//
//   connectionDetails:
//   - {name: password, fromConnectionSecretKey: {resource: db, key: password}}
//   - {name: host, fromFieldPath: {resource: db, fieldPath: status.address}}
//   - name: url
//     combine:                       # a string, formatted as in Go
//       variables:
//       - fromConnectionSecretKey: {resource: db, key: user}
//       - fromFieldPath: {resource: db, fieldPath: status.address}
//       fmt: "postgres://%s@%s/main"
//   - {name: port, value: "5432"}    # a literal string
//   - {name: dsn, fromExpression: "'db=' + composite.metadata.name"}     # in CEL
//   - {allFrom: {resource: cache}}   # all details of a resource, by their own names
//
// Transforms change a value that is a field or a string:
//
//   - name: upper
//     fromFieldPath: {resource: db, fieldPath: status.phase}
//     transforms: [{type: string, string: {type: Convert, convert: ToUpper}}]
//
// Bytes and a string are written unchanged, any other value as compact JSON. A detail has no value
// if one of its parts is missing, or if its expression is pending or optional.none().
// Errors:
//
//   connectionDetails[0]: one of fromConnectionSecretKey, fromFieldPath, combine,
//   value, fromExpression, allFrom is required
//   connectionDetails[1].name: Invalid value: "a/b": expected at most 253 of the
//   characters A-Z a-z 0-9 - _ .
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/field_source.h"
#include "data/fieldpath/path.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"
#include "language/transforms/transform.h"

namespace loom {
// A DetailSource reads one value of one observed composed resource:
//
//   fromConnectionSecretKey: {resource: db, key: password}
//       a connection detail of the resource; an empty one is also a value
//   fromFieldPath: {resource: db, fieldPath: status.address, decode: Auto}
//       a field; a string unchanged, any other value as compact JSON. A value below
//       `data` of a Secret is decoded (crossplane/kinds/encoded_fields.h).
//
// A missing value has a cause, which becomes part of the condition:
//
//   db connection key password is missing
//   db field status.address is missing
//   db field data.password is not valid base64
//
// Both kinds of sources are P&T's, where they are in the template of the resource.

// The result of a source: the cause of a missing value, bytes, or a field that is not a
// string.
struct DetailValue {
  std::string cause = {};
  std::string bytes = {};
  const Value* field = nullptr;

  bool is_missing() const { return !cause.empty(); }
};

class DetailSource {
 public:
  // The fields that are sources.
  static constexpr absl::string_view kMembers[] = {"fromConnectionSecretKey",
                                                   "fromFieldPath"};

  // Reads the one source that `fields` has. Errors are reported.
  static DetailSource Parse(Fields& fields);

  // Returns the value. An error comes from the request or the account of the call.
  absl::StatusOr<DetailValue> Read(Call& call) const;

 private:
  absl::StatusOr<DetailValue> ReadKey(Call& call) const;
  absl::StatusOr<DetailValue> ReadField(Call& call) const;

  std::string resource_;
  std::string key_;
  std::optional<Path> path_;  // nullopt: the source is a key
  Decoding decoding_ = Decoding::kAuto;
};

class Detail {
 public:
  static Detail Parse(const Input& entry);

  // "" for allFrom.
  const std::string& name() const { return name_; }
  // The resource of allFrom; "" for the other forms.
  const std::string& all_from() const { return all_from_; }

  // Returns the bytes, or the cause of a missing value. Not for allFrom. An error comes
  // from the request or the account of the call.
  absl::StatusOr<DetailValue> Make(Call& call) const;

 private:
  enum class Form { kSource, kCombine, kValue, kExpression, kAllFrom };

  void ParseForm(Fields& fields);
  void ParseCombine(const Input& input);
  absl::StatusOr<DetailValue> MakeOf(std::vector<DetailValue> values,
                                     Call& call) const;
  absl::StatusOr<DetailValue> Combined(const std::vector<DetailValue>& values,
                                       Call& call) const;
  absl::StatusOr<DetailValue> Computed(Call& call) const;
  absl::StatusOr<DetailValue> Transformed(DetailValue value, Call& call) const;

  std::string name_;
  std::string all_from_;
  Form form_ = Form::kSource;
  std::vector<DetailSource> sources_;
  std::string text_;  // the format, or the fixed value
  std::optional<InputExpression> expression_;
  Transforms transforms_;
};

// Reports an error if a Secret may not have a key with that name.
void CheckSecretKey(const Input& input, absl::string_view member,
                    absl::string_view name);

}  // namespace loom
