// SPDX-License-Identifier: Apache-2.0
// Functions that decode google.protobuf.Struct and Value from the wire into the tree, and
// encode the tree again, without a protobuf message.
//
// Decoded strings refer to `bytes`, which must outlive the value. A Value without a
// kind is null, as in Go. The error is InvalidArgument if the wire is truncated, a
// string is not UTF-8, or values are nested deeper than kMaxDepth. So is a key that is
// given twice, or a Value with two kinds. Protobuf has rules for these cases, but no
// writer of Structs produces such bytes.
//
// A Struct that is a Secret, or that contains one at any depth (such as the manifest of
// provider-kubernetes' Object), makes the pool redacted (value.h).
//
// ReadStruct, ReadList and ReadValue decode one level. The objects and lists in it are deferred
// (data/value/deferred.h): their bytes may be malformed, and they may be Secrets.
//
// Encoding works from back to front (data/wire/writer.h). Fields have the order of the
// tree, and both kinds of numbers are written as doubles.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/deferred.h"
#include "data/value/value.h"
#include "data/wire/writer.h"

namespace loom {

// Decode the content of a Struct, which is always an object, that of a ListValue, or
// that of a Value. `depth` is the depth of the content in its object.
absl::StatusOr<Value> DecodeStruct(absl::string_view bytes, Pool* pool,
                                   int depth = 0);
absl::StatusOr<Value> DecodeList(absl::string_view bytes, Pool* pool,
                                 int depth);
absl::StatusOr<Value> DecodeValue(absl::string_view bytes, Pool* pool);

// Decode one level of the same.
absl::StatusOr<Value> ReadStruct(absl::string_view bytes,
                                 const ObjectOrigin& origin, int depth = 0);
absl::StatusOr<Value> ReadList(absl::string_view bytes,
                               const ObjectOrigin& origin, int depth);
absl::StatusOr<Value> ReadValue(absl::string_view bytes,
                                const ObjectOrigin& origin);

// Write the content of a Struct or of a Value in front of the content of `out`.
void EncodeStruct(const Value& object, WireWriter* out);
void EncodeValue(const Value& value, WireWriter* out);

}  // namespace loom
