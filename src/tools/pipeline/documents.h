// SPDX-License-Identifier: Apache-2.0
// What a pipeline has made, as documents: the composite and the composed resources as
// Crossplane would apply them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "google/protobuf/struct.pb.h"
#include "tools/pipeline/pipeline.h"
#include "tools/yaml/reader.h"

namespace loom {

inline constexpr char kRenderTime[] = "2024-01-01T00:00:00Z";

// CompositeDocument makes of an outcome the composite as `crossplane render`
// 2.2 prints it: what the pipeline desires of it, with its own name, the
// condition Ready and the conditions that functions set.
//
//   LOOM_ASSIGN_OR_RETURN(Value document,
//                         CompositeDocument(xr, outcome, false, &pool));
//
// These are the rules of Crossplane. Ready is what the pipeline says. If it
// says nothing, Ready is True if all composed resources are ready; otherwise it
// is False, and its message is
//
//   Unready resources: a, b, c, and 2 more
//
// Functions cannot set the conditions Ready, Synced and Healthy. The time of
// every new condition is kRenderTime.
//
// If `full` is true, spec and metadata of the given composite are part of the
// document. FailedPrecondition: `full` is true and the composite has no spec or
// no metadata.
absl::StatusOr<Value> CompositeDocument(const YamlDocument& composite,
                                        const PipelineOutcome& outcome,
                                        bool full, Pool* pool);

// ComposedDocuments makes of an outcome the composed resources as `crossplane
// render` 2.2 prints them: what the pipeline desires, and what Crossplane adds
// before it applies them. These are the name of the observed resource (or
// generateName if there is none), the namespace of the composite, the labels
// and the annotation of Crossplane, and the composite as the controller.
//
//   LOOM_ASSIGN_OR_RETURN(std::vector<Value> documents,
//                         ComposedDocuments(inputs, outcome, &pool));
//
// In the order of the resource names. FailedPrecondition: a resource has
// another controller, or cannot be read.
absl::StatusOr<std::vector<Value>> ComposedDocuments(
    const PipelineInputs& inputs, const PipelineOutcome& outcome, Pool* pool);

// Functions that write the metadata of an object by the rules of the Go library
// of Kubernetes (unstructured objects): an empty text removes the member, and
// nothing is changed where metadata is no object.
//
//   SetMetadata(object, "namespace", "team-a", &pool);
//   AddToMetadata(object, "labels", {{"app", "web"}}, &pool);

// Sets metadata[name]. The pool keeps the text.
void SetMetadata(Value& object, absl::string_view name, absl::string_view text,
                 Pool* pool);

// Adds entries to metadata[map], which is labels or annotations. If a value in
// it is no text, all that was there is removed.
void AddToMetadata(Value& object, absl::string_view map,
                   const std::map<std::string, std::string>& entries,
                   Pool* pool);

// Adds `owner` to metadata.ownerReferences as the controller; a reference with
// the same uid is replaced. If the object has another controller, nothing is
// changed and that controller is returned as text: `Deployment web (UID 1234)`.
// Otherwise the text is empty.
std::string SetController(Value& object, const Value& owner, Pool* pool);

// Conversions between trees (data/value/value.h) and the generated messages that the
// command line works with. They pass through the wire format, so that only
// data/value/struct_codec.h has to know the rules by which a tree becomes a Struct.
//
//   google::protobuf::Struct message = ToStruct(object);
//   LOOM_ASSIGN_OR_RETURN(Value tree, ToTree(message, &pool));

google::protobuf::Struct ToStruct(const Value& object);

// The pool keeps the text. InvalidArgument: the message is nested too deeply.
absl::StatusOr<Value> ToTree(const google::protobuf::Struct& message,
                             Pool* pool);

}  // namespace loom
