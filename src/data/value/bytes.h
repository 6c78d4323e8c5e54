// SPDX-License-Identifier: Apache-2.0
// Bytes are a value that may not be UTF-8, such as the password of a Secret, on its way
// from where it was read to where it is written. A string of a request or a response
// has to be UTF-8, so a tree holds bytes in a form of its own, which no object of a
// request can have. Code that writes a tree into an object, a context or a message
// replaces its bytes first, with BytesToText or, for a field of an object, where bytes
// may also become base64, with EncodeBytes (crossplane/kinds/encoded_fields.h).
// Functions return bytes only if they are asked for them (BytesAs).
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// How a function returns bytes: as strings, or unchanged for the caller to replace.
enum class BytesAs { kText, kBytes };

// Makes bytes. They share the characters, which must outlive the tree.
Value BytesValue(absl::string_view bytes, Pool* pool);
inline bool IsBytes(const Value& value);
absl::string_view ViewBytes(const Value& value);
inline bool HasBytes(const Value& value);

// Replaces all bytes in a tree by strings.
// FailedPrecondition: they are not UTF-8. The message (kNotText) quotes no value.
absl::Status BytesToText(Value* value, Pool* pool);
inline constexpr absl::string_view kNotText =
    "NotText: the value is not UTF-8 text, so only data of a Secret, "
    "binaryData of a ConfigMap and connection details can hold it";
absl::Status NotText();

// Bytes are an object with one field. Its name is recognized by its address, so an
// object of a request with a field of that name is not mistaken for bytes. Copies of a
// tree share the name.
inline constexpr char kBytesName[] = "bytes";

inline bool IsBytes(const Value& value) {
  return value.IsObject() && value.MemberCount() == 1 &&
         value.MemberBegin()->name.GetString() == kBytesName;
}

bool ContainerHasBytes(const Value& container);

// Each value of an expression or a transform is asked, and most are scalars.
inline bool HasBytes(const Value& value) {
  return (value.IsObject() || value.IsArray()) && ContainerHasBytes(value);
}

}  // namespace loom
