// SPDX-License-Identifier: Apache-2.0
// CompositeDocument and ComposedDocuments return the outcome of a pipeline as
// documents: the composite and the composed resources as Crossplane would apply them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "google/protobuf/struct.pb.h"
#include "tools/run/pipeline.h"
#include "tools/yaml/reader.h"

namespace loom {

// The labels of composed resources.
inline constexpr char kCompositeLabel[] = "crossplane.io/composite";
inline constexpr char kClaimNameLabel[] = "crossplane.io/claim-name";
inline constexpr char kClaimNamespaceLabel[] = "crossplane.io/claim-namespace";

inline constexpr char kRenderTime[] = "2024-01-01T00:00:00Z";

// CompositeDocument returns the composite of an outcome as `crossplane render` 2.2
// prints it: its desired state, with its own name, the Ready condition and the
// conditions that functions set.
//
//   LOOM_ASSIGN_OR_RETURN(Value document,
//                         CompositeDocument(xr, outcome, false, &pool));
//
// The rules are Crossplane's. Ready is what the pipeline sets. If it sets nothing,
// Ready is True if all composed resources are ready; otherwise it is False, and its
// message is
//
//   Unready resources: a, b, c, and 2 more
//
// Functions cannot set the conditions Ready, Synced and Healthy. The time of
// every new condition is kRenderTime.
//
// If `full` is true, the document includes spec and metadata of the given composite.
// FailedPrecondition: `full` is true and the composite has no spec or no metadata.
absl::StatusOr<Value> CompositeDocument(const YamlDocument& composite,
                                        const PipelineOutcome& outcome,
                                        bool full, Pool* pool);

// Whether a composite is ready, with the message above if it is not.
struct ReadyVerdict {
  bool is_ready = false;
  std::string message = {};
};
ReadyVerdict ReadyOf(const fn::State& desired);

// Returns names as Crossplane lists them: `a, b, c, and 2 more`.
std::string ListedNames(std::vector<std::string> names);

// ComposedDocuments returns the composed resources of an outcome as `crossplane render`
// 2.2 prints them: their desired state, and what Crossplane adds before it applies
// them, which is the name of the observed resource (or generateName for a new one), the
// namespace of the composite, the labels and the annotation of Crossplane, and the
// composite as the controller.
//
//   LOOM_ASSIGN_OR_RETURN(std::vector<Value> documents,
//                         ComposedDocuments(inputs, outcome, &pool));
//
// The documents are sorted by resource name. FailedPrecondition: a resource has another
// controller, or is unreadable.
absl::StatusOr<std::vector<Value>> ComposedDocuments(
    const PipelineInputs& inputs, const PipelineOutcome& outcome, Pool* pool);

// The following functions write the metadata of an object by the rules of Kubernetes'
// Go library (unstructured objects): an empty string removes the field, and nothing
// changes if metadata is not an object.
//
//   SetMetadata(object, "namespace", "team-a", &pool);
//   AddToMetadata(object, "labels", {{"app", "web"}}, &pool);

// Sets metadata[name]. The pool keeps the string.
void SetMetadata(Value& object, absl::string_view name, absl::string_view text,
                 Pool* pool);

// Adds entries to metadata[map], which is labels or annotations. If it has a value that
// is not a string, all existing entries are removed.
void AddToMetadata(Value& object, absl::string_view map,
                   const std::map<std::string, std::string>& entries,
                   Pool* pool);

// Adds `owner` to metadata.ownerReferences as the controller, and replaces a reference
// with the same uid. If the object has another controller, changes nothing and returns
// that controller as a string: `Deployment web (UID 1234)`. Otherwise returns "".
std::string SetController(Value& object, const Value& owner, Pool* pool);

// ToStruct and ToTree convert between trees (data/value/value.h) and the generated
// messages of the command line. They use the wire format, so that the rules for
// converting a tree to a Struct are only in data/value/struct_codec.h.
//
//   google::protobuf::Struct message = ToStruct(object);
//   LOOM_ASSIGN_OR_RETURN(Value tree, ToTree(message, &pool));

google::protobuf::Struct ToStruct(const Value& object);

// The pool keeps the strings. InvalidArgument: the message is nested too deeply.
absl::StatusOr<Value> ToTree(const google::protobuf::Struct& message,
                             Pool* pool);

}  // namespace loom
