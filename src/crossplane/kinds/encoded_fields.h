// SPDX-License-Identifier: Apache-2.0
// The fields of Secrets and ConfigMaps that hold values, and how each of them encodes a
// value:
//
//   data of a Secret            base64      binaryData of a ConfigMap   base64
//   stringData of a Secret      a string    data of a ConfigMap         a string
//
// The same fields of a manifest inside an Object of provider-kubernetes also count:
// below spec.forProvider.manifest, and below status.atProvider.manifest where the
// provider reports the observed one.
//
// One rule holds at every border: a value that is read from such a field is decoded,
// and a value that is written to it is encoded. What is read or written between is
// never base64. The guide has the table (docs/values-of-secrets.md).
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "data/value/bytes.h"
#include "data/value/value.h"

namespace loom {

// A field of a kind of the core group that maps keys to values.
struct DataField {
  absl::string_view kind;
  absl::string_view field;
  bool encoded;  // the values are base64

  // data of a Secret
  std::string Shown() const;
};

// Returns the field that a path of the object leads to or into; nullptr if none. The
// object need not have the path yet.
const DataField* DataFieldAt(const Value& object,
                             absl::Span<const Segment> path);
// Returns whether it holds base64.
bool IsEncoded(const Value& object, absl::Span<const Segment> path);

// Returns the value that an encoded field (IsEncoded) holds, as bytes. Of a whole map,
// each value is decoded. A value that is not a string does not change.
// FailedPrecondition: not valid base64. The message quotes no value.
absl::StatusOr<Value> DecodedBytes(const Value& value, Pool* pool);

// Does the same for a value that has to become text. FailedPrecondition also if the bytes
// are not UTF-8 (NotText). The messages quote no value, so they are never redacted.
absl::StatusOr<Value> DecodedText(const Value& value, Pool* pool);

// Prepares a value for a path of an object. Its bytes become base64 where the field is
// encoded, and strings elsewhere.
// FailedPrecondition: bytes that are not UTF-8 would become a string.
absl::Status EncodeBytes(const Value& object, absl::Span<const Segment> path,
                         Value* value, Pool* pool);

// Makes bytes of the strings of a value, for an encoded field.
Value StringsToBytes(const Value& value, Pool* pool);
// Makes of a value what an encoded field holds: bytes become base64, and so do numbers
// and booleans in the form in which YAML writes them; strings do not change. Of an
// object for the whole field, each value changes. `path` is that of the value.
// FailedPrecondition: a list, or an object for a single key.
absl::Status ToEncoded(absl::Span<const Segment> path, Value* value,
                       Pool* pool);

// A value that the API server refuses, because the field holds something else.
struct DataMistake {
  std::vector<Segment> path;
  std::string message;
  std::string help;
};

// Finds the values of a Secret or a ConfigMap that the API server refuses, also in the
// manifest of an Object: those that are not strings, and those that are not base64
// where they have to be. A null is a value that is left out. The messages quote no
// value.
std::vector<DataMistake> FindDataMistakes(const Value& object);

// Return the messages for a value that is not a string, such as "a number", and for one
// that is not base64, and the advice for the latter.
std::string NotAString(absl::string_view type, const DataField& field);
std::string NotBase64(const DataField& field);
std::string AdviceForBase64(const DataField& field);

}  // namespace loom
