// SPDX-License-Identifier: Apache-2.0
// A FieldSource says in whose field the name of an object stands, or its namespace,
// or the value of a label (the members nameFrom, namespaceFrom and valueFrom).
//
//   nameFrom: {composite: true, fieldPath: spec.network}
//   nameFrom: {environment: true, fieldPath: network}
//   nameFrom: {resource: subnet, fieldPath: spec.forProvider.network}
//             # a desired resource, as earlier entries have left it
//   transforms: […]         # optional
//
// What is wrong with it:
//   {composite: true, resource: subnet}
//             one of composite, environment and resource is required
//   {composite: true}
//             fieldPath: Required value: fieldPath is required
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "data/fieldpath/path.h"
#include "data/fieldpath/reads.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "language/transforms/transform.h"

namespace loom {
// The member `decode` of a source says what happens to a value that was read from a
// Secret, whose `data` holds base64:
//
//   Auto (default)  a single value below `data` of a Secret is decoded, unless it
//                   goes to `data` of a Secret itself
//   Base64          every text is decoded
//   None            nothing is
//
// A whole map is never decoded under Auto. A target is a Secret's data if it is
// `data` of a Secret, or below spec.forProvider.manifest of an Object of
// provider-kubernetes whose manifest is a Secret. What cannot be decoded
// (language/transforms/families.h) is an InvalidReference.

enum class Decoding { kAuto, kNone, kBase64 };

Decoding ParseDecoding(Fields& fields);

// Whether a path of this target is data of a Secret.
bool IsSecretData(const Value& target, const Path& path);
// Whether a path of this object is a single value of a Secret's data.
bool IsEncoded(const Value& object, const Path& path);

class FieldSource {
 public:
  static FieldSource Parse(const Input& input);

  // The text. The errors are harmless (base/redacted_message.h). NotFound: the field is
  // missing or empty. FailedPrecondition: it is not a text, or a transform failed.
  //   composite spec.network: no such field
  absl::StatusOr<std::string> Read(Call& call) const;

  // Adds what it reads.
  void AddReads(Reads* reads) const;

  // Where it reads: the environment, or a composed resource, "" if it is not one.
  bool is_environment() const { return from_ == From::kEnvironment; }
  absl::string_view resource() const {
    return from_ == From::kResource ? absl::string_view(whose_) : "";
  }
  // Empty if the author wrote none that can be parsed.
  const Path& path() const { return path_.ok() ? *path_ : no_path_; }

 private:
  enum class From { kComposite, kEnvironment, kResource };

  absl::StatusOr<const Value*> Object(Call& call) const;

  From from_ = From::kComposite;
  std::string whose_;  // "composite", "environment" or a logical name
  absl::StatusOr<Path> path_ = Path();
  Path no_path_;
  Transforms transforms_;
};

}  // namespace loom
