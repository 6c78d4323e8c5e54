// SPDX-License-Identifier: Apache-2.0
// Response holds the parts of a RunFunctionResponse: views of the request for
// what passes through unchanged, and trees for what was produced or changed.
// Nothing is copied until Serialize writes all of it, back to front, at once.
//
//   Response response;
//   response.tag = request.tag;
//   response.PassThrough(request);    // the desired state and the context
//   response.results.push_back({Severity::kFatal, "no input", ""});
//   Bytes bytes = Serialize(response, size_hint);
//
// Copies of one object share its characters, so a response may be far larger than
// the memory that its trees take. SerializeWithin refuses one that is too large
// before it takes that memory, and SizeOf tells how large it and its parts are.
//
// The request and all trees have to live until then. Messages are written as
// crossplane/contract/message.h shows them.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/contract/request.h"
#include "crossplane/contract/requirement.h"
#include "data/value/encoded_object.h"
#include "data/value/value.h"
#include "data/wire/writer.h"

namespace loom {

// A desired resource: either the bytes of a Resource message, or an object, as a
// tree or as the bytes of a Struct.
struct DesiredResource {
  absl::string_view name;
  absl::string_view bytes;
  // Whether `bytes` has fields that the contract does not know. They are kept,
  // whatever else is written.
  bool has_more = false;
  // If one of the two is set, it and the members below are written, and not
  // `bytes`.
  const Value* object = nullptr;
  // What the tree may be a copy of, so that it is written faster; nullptr: of nothing.
  const EncodedObject* copied = nullptr;
  std::optional<absl::string_view> object_bytes = std::nullopt;
  std::vector<std::pair<absl::string_view, absl::string_view>>
      connection_details;
  Ready ready = Ready::kUnspecified;
};

// A key of the context: either the bytes of a google.protobuf.Value, or a tree,
// which is written instead of the bytes if it is set.
struct ContextEntry {
  absl::string_view key;
  absl::string_view bytes;
  const Value* value = nullptr;
};

struct Response {
  absl::string_view tag;
  // How long Crossplane may use this response before it calls again. Parts of a
  // nanosecond are not written.
  absl::Duration ttl = absl::Seconds(60);

  // If `passes_through` is true, the desired state is `desired_bytes`, the State
  // message of the request, or absent as it was there. If it is false, it is made
  // of `composite` and `resources`, and absent only if `desired_bytes` is, too.
  bool passes_through = false;
  std::optional<absl::string_view> desired_bytes;
  // Whether `desired_bytes` has fields that the contract does not know. They are
  // kept.
  bool desired_has_more = false;
  std::optional<DesiredResource> composite;
  std::vector<DesiredResource> resources;

  // The context: the Struct of the request if `context_bytes` is set, or else
  // these entries. It is absent if neither is set.
  std::optional<absl::string_view> context_bytes;
  std::optional<std::vector<ContextEntry>> context;

  std::vector<Result> results;
  std::vector<Condition> conditions;
  // What a step of an Operation puts out.
  std::optional<Value> output;

  // Resources that Crossplane is to send with the next call. An empty map is a
  // requirements message without entries, which Crossplane tells from an absent
  // one. Crossplane before 2.0 reads them from the older field
  // `extra_resources` only; if `fill_extra_resources` is true, both fields are
  // written.
  std::optional<Requirements> requirements;
  bool fill_extra_resources = false;
  // Schemas that Crossplane is to send with the next call.
  SchemaRequirements schemas;

  // Makes the desired state and the context those of the request.
  void PassThrough(const Request& request) {
    passes_through = true;
    desired_bytes = request.desired.bytes;
    desired_has_more = request.desired.has_more;
    context_bytes = request.context;
    composite.reset();
    resources.clear();
    context.reset();
  }
};

// The bytes of the RunFunctionResponse. `size_hint` is their approximate
// number: more are allowed, at the price of another allocation.
Bytes Serialize(const Response& response, size_t size_hint);

// The same bytes, or nullopt if there are more than `most`. However many there
// are, no more than that are held at a time.
std::optional<Bytes> SerializeWithin(const Response& response, size_t size_hint,
                                     size_t most);

// How many bytes are written for a whole response, for a desired resource with its
// name, and for a key of the context with its value. They are only counted.
size_t SizeOf(const Response& response);
size_t SizeOf(const DesiredResource& resource);
size_t SizeOf(const ContextEntry& entry);

}  // namespace loom
