// SPDX-License-Identifier: Apache-2.0
// Access to the fields that every Kubernetes object has: apiVersion, kind and metadata.
// A field that is missing or is not a string reads as "", and so does the core group.
#pragma once

#include <optional>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "data/value/value.h"

namespace loom {

// Crossplane sets this annotation on each composed resource, to the logical name.
inline constexpr char kResourceNameAnnotation[] =
    "crossplane.io/composition-resource-name";

absl::string_view ApiVersion(const Value& object);
absl::string_view Kind(const Value& object);
absl::string_view Name(const Value& object);
absl::string_view Namespace(const Value& object);

// Returns the value of a label or an annotation; nullopt if it is not a string.
std::optional<absl::string_view> Label(const Value& object,
                                       absl::string_view key);
// Does the same in constant time for many labels.
std::optional<absl::string_view> Label(const Value& object,
                                       absl::string_view key, Pool* pool);
std::optional<absl::string_view> Annotation(const Value& object,
                                            absl::string_view key);

// Returns the group of an apiVersion; "" for the core group.
absl::string_view GroupOf(absl::string_view api_version);
// Returns the version of an apiVersion: what follows the group.
absl::string_view VersionOf(absl::string_view api_version);

// Returns whether the managed resources of a group are namespaced. Only the name of the
// group is checked: one of its DNS labels is `m`, as in s3.aws.m.upbound.io.
bool IsModernGroup(absl::string_view group);

// Sets metadata.labels[key]. Creates metadata and labels if they are missing or null.
// Returns FailedPrecondition if either of them is not an object. The pool keeps copies
// of `key` and `value`.
absl::Status SetLabel(Value& object, absl::string_view key,
                      absl::string_view value, Pool* pool);

// Checks Crossplane's rule for objects that are patched: `kind` must be a non-empty
// string, and an `apiVersion` that is a string must have at most one slash. Otherwise
// returns FailedPrecondition with Go's message, because people search for it.
absl::Status CheckIdentity(const Value& object, Pool* pool);

// Returns the value at a chain of field names, such as {"metadata", "labels"}; nullptr
// if a field is missing or a value on the way is not an object.
const Value* Dig(const Value& object,
                 std::initializer_list<absl::string_view> names);

// Returns the elements of the list at such a chain; none if it is missing or not a list.
absl::Span<const Value> ItemsAt(const Value& object,
                                std::initializer_list<absl::string_view> names);

// Returns the string at such a chain; "" if it is missing or not a string.
absl::string_view TextAt(const Value& object,
                         std::initializer_list<absl::string_view> names);

}  // namespace loom
