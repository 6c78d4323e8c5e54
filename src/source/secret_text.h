// SPDX-License-Identifier: Apache-2.0
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
// provider-kubernetes whose manifest is a Secret. Decoded bytes have to be UTF-8,
// because an object cannot hold others:
//
//   YW5u   ann
//   ###    InvalidReference: not valid base64
//   /w==   InvalidReference: NotText: the decoded value is not UTF-8 text
#pragma once

#include "absl/status/statusor.h"
#include "fieldpath/path.h"
#include "input/fields.h"
#include "value/value.h"

namespace loom {

enum class Decoding { kAuto, kNone, kBase64 };

Decoding ParseDecoding(Fields& fields);

// Whether a path of this target is data of a Secret.
bool IsSecretData(const Value& target, const Path& path);
// Whether a path of this object is a single value of a Secret's data.
bool IsEncoded(const Value& object, const Path& path);

// The decoded text. FailedPrecondition: it cannot be decoded. The error does not
// quote it.
absl::StatusOr<Value> DecodedText(const Value& text, Pool* pool);

}  // namespace loom
