// SPDX-License-Identifier: Apache-2.0
// A FieldSource is a field that holds the name or namespace of an object, or the value
// of a label (the fields nameFrom, namespaceFrom and valueFrom).
//
//   nameFrom: {composite: true, fieldPath: spec.network}
//   nameFrom: {environment: true, fieldPath: network}
//   nameFrom: {resource: subnet, fieldPath: spec.forProvider.network}
//             # a desired resource, as earlier entries have left it
//   transforms: […]         # optional
//   orValue: common         # optional: the string if the field is missing or empty
//
// The environment is as the patches of the step leave it (Call::PatchedEnvironment).
//
// Errors:
//   {composite: true, resource: subnet}
//             one of composite, environment and resource is required
//   {composite: true}
//             fieldPath: Required value: fieldPath is required
#pragma once

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/field.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/cel/program/inline_text.h"
#include "language/input/fields.h"
#include "language/transforms/transform.h"

namespace loom {

class FieldSource {
 public:
  static FieldSource Parse(const Input& input);

  // Returns the string. The errors are harmless (base/redacted_message.h).
  // NotFound: the field is missing or empty.
  // FailedPrecondition: it is not a string, or a transform failed.
  //   composite spec.network: no such field
  absl::StatusOr<std::string> Read(Call& call) const;

  // Report where the source reads: the environment, or a composed resource; "" if it
  // reads no resource.
  bool is_environment() const {
    return place_.holder == Place::Holder::kEnvironment;
  }
  absl::string_view resource() const { return place_.name; }
  // The path; empty if the author wrote none that can be parsed.
  const Path& path() const { return path_.ok() ? *path_ : no_path_; }

 private:
  absl::StatusOr<const Value*> Object(Call& call) const;
  absl::StatusOr<std::string> ReadField(Call& call) const;

  Place place_;
  absl::StatusOr<Path> path_ = Path();
  Path no_path_;
  Transforms transforms_;
  std::optional<std::string> or_value_;
};

// A string, which may contain expressions, or a field that holds one:
//   name: common
//   name: ${environment.owner}-net
//   nameFrom: {composite: true, fieldPath: spec.name}
// Expressions also read the environment as the patches of the step leave it.
struct TextOrField {
  std::string text;  // as written
  std::optional<FieldSource> field = std::nullopt;
  std::optional<InlineText> computed = std::nullopt;
  std::string place = {};  // of the expressions in the input

  // Reads the fields `member` and `from`, of which at most one may be present.
  static TextOrField Parse(Fields& fields, absl::string_view member,
                           absl::string_view from);
  // Reads a string at `at`.
  static TextOrField Parse(const Input& at);

  bool given() const { return !text.empty() || field.has_value(); }
  // Reports whether the author wrote the string itself.
  bool is_fixed() const { return !field.has_value() && !computed.has_value(); }

  // Returns the string. NotFound: it is missing or pending. FailedPrecondition: it is not
  // a string.
  absl::StatusOr<std::string> Read(Call& call) const;
};

}  // namespace loom
