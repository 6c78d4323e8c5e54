// SPDX-License-Identifier: Apache-2.0
// What every Kubernetes object has: apiVersion, kind, metadata. A member that
// is missing or no string reads as "".
//
//   Kind(object) == "Bucket"     GroupOf("s3.aws.upbound.io/v1beta1") ==
//                                "s3.aws.upbound.io", GroupOf("v1") == ""
#pragma once

#include <optional>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "value/value.h"

namespace loom {

absl::string_view ApiVersion(const Value& object);
absl::string_view Kind(const Value& object);
absl::string_view Name(const Value& object);
absl::string_view Namespace(const Value& object);

// nullopt: not there, or no string.
std::optional<absl::string_view> Label(const Value& object,
                                       absl::string_view key);
std::optional<absl::string_view> Annotation(const Value& object,
                                            absl::string_view key);

// The group of an apiVersion; "" for the core group.
absl::string_view GroupOf(absl::string_view api_version);

// metadata.labels[key] = value, made where it is missing; FailedPrecondition if
// metadata or its labels are no objects. The text is kept by the pool.
absl::Status SetLabel(Value& object, absl::string_view key,
                      absl::string_view value, Pool* pool);

// Crossplane's rule for objects that are patched: `kind` is a string and not
// empty, `apiVersion` is absent or a string with at most one slash. The text of
// the error is Go's, which people search for:
//   Object 'Kind' is missing in '{"apiVersion":"v1"}'
absl::Status CheckIdentity(const Value& object);

// A member by a chain of names, through objects only; nullptr if it ends early.
const Value* Dig(const Value& object,
                 std::initializer_list<absl::string_view> names);

}  // namespace loom
