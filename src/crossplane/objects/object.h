// SPDX-License-Identifier: Apache-2.0
// Access to what every Kubernetes object has: apiVersion, kind and metadata. A
// member that is missing or not a string reads as "".
//
//   Kind({"kind": "Bucket"})               "Bucket"
//   Name({"metadata": {"name": 5}})        ""
//   GroupOf("s3.aws.upbound.io/v1beta1")   "s3.aws.upbound.io"
//   GroupOf("v1")                          "", the core group
#pragma once

#include <optional>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

absl::string_view ApiVersion(const Value& object);
absl::string_view Kind(const Value& object);
absl::string_view Name(const Value& object);
absl::string_view Namespace(const Value& object);

// The value of a label or an annotation; nullopt if it is missing or not a
// string.
std::optional<absl::string_view> Label(const Value& object,
                                       absl::string_view key);
std::optional<absl::string_view> Annotation(const Value& object,
                                            absl::string_view key);

// The group of an apiVersion; "" for the core group.
absl::string_view GroupOf(absl::string_view api_version);

// Whether the managed resources of a group are namespaced, by its name: some label
// of it is `m`, as in s3.aws.m.upbound.io.
bool IsModernGroup(absl::string_view group);

// Sets metadata.labels[key]. Metadata and labels that are missing or null are
// made. FailedPrecondition if one of them is not an object. The pool keeps
// copies of `key` and `value`.
absl::Status SetLabel(Value& object, absl::string_view key,
                      absl::string_view value, Pool* pool);

// Crossplane's rule for objects that are patched: `kind` is a string and not
// empty, and an `apiVersion` that is a string has at most one slash. Otherwise
// FailedPrecondition, with Go's message, because people search for it:
//   Object 'Kind' is missing in '{"apiVersion":"v1"}'
absl::Status CheckIdentity(const Value& object);

// The value at a chain of names of members, such as {"metadata", "labels"};
// nullptr if a member is missing, or one on the way is not an object.
const Value* Dig(const Value& object,
                 std::initializer_list<absl::string_view> names);

}  // namespace loom
