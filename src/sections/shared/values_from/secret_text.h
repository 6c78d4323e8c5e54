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
// provider-kubernetes whose manifest is a Secret. What cannot be decoded
// (language/transforms/decoded_text.h) is an InvalidReference.
#pragma once

#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/fields.h"

namespace loom {

enum class Decoding { kAuto, kNone, kBase64 };

Decoding ParseDecoding(Fields& fields);

// Whether a path of this target is data of a Secret.
bool IsSecretData(const Value& target, const Path& path);
// Whether a path of this object is a single value of a Secret's data.
bool IsEncoded(const Value& object, const Path& path);

}  // namespace loom
