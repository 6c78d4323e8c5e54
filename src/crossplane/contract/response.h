// SPDX-License-Identifier: Apache-2.0
// Response holds the parts of a RunFunctionResponse. Unchanged parts are views of the
// request; new and changed parts are trees. Serialize copies all of them at once, back
// to front. The request and all trees must live until then.
//
//   Response response;
//   response.PassThrough(request);    // the desired state and the context
//   Bytes bytes = Serialize(response, size_hint);
//
// Copies of an object share its characters, so a response may be far larger than the
// memory that its trees take. SerializeWithin refuses a response that is too large
// before it takes that memory. Messages are written in the form of
// crossplane/contract/message.h.
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
  // Whether `bytes` has fields that the contract does not define. They are always kept.
  bool has_more = false;
  // If `object` or `object_bytes` is set, it and the members below are written instead
  // of `bytes`.
  const Value* object = nullptr;
  // An object that `object` may be a copy of, so that it is written faster; or nullptr.
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
  // message of the request, or absent if the request has none. Otherwise, it consists
  // of `composite` and `resources`, and is absent only if `desired_bytes` is absent,
  // too.
  bool passes_through = false;
  std::optional<absl::string_view> desired_bytes;
  // Whether `desired_bytes` has fields that the contract does not define. They are
  // kept.
  bool desired_has_more = false;
  std::optional<DesiredResource> composite;
  std::vector<DesiredResource> resources;

  // The context: the Struct of the request if `context_bytes` is set, or else the
  // entries of `context`. It is absent if neither is set.
  std::optional<absl::string_view> context_bytes;
  std::optional<std::vector<ContextEntry>> context;

  std::vector<Result> results;
  std::vector<Condition> conditions;
  std::optional<Value> output;

  // Resources that Crossplane should send with the next call. An empty map is written
  // as a requirements message without entries, which Crossplane distinguishes from an
  // absent message. Crossplane before 2.0 reads only the older field `extra_resources`.
  // If `fill_extra_resources` is true, both fields are written.
  std::optional<Requirements> requirements;
  bool fill_extra_resources = false;
  SchemaRequirements schemas;

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

// `size_hint` is the approximate number of bytes; more bytes cost another allocation.
Bytes Serialize(const Response& response, size_t size_hint);

// Returns the same bytes, or nullopt if there are more than `most`. Never holds more
// than `most` bytes in memory.
std::optional<Bytes> SerializeWithin(const Response& response, size_t size_hint,
                                     size_t most);

// Return the size of a whole response, of a desired resource with its name, and of a
// context key with its value. The bytes are only counted.
size_t SizeOf(const Response& response);
size_t SizeOf(const DesiredResource& resource);
size_t SizeOf(const ContextEntry& entry);

}  // namespace loom
