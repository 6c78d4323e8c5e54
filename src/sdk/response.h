// SPDX-License-Identifier: Apache-2.0
// Response is what is going to be a RunFunctionResponse: views of the request
// for all that passes through unchanged, trees for what was made or changed.
// Nothing is copied until Serialize writes it, back to front, in one go.
//
//   Response response;
//   response.tag = request.tag;
//   response.PassThrough(request);                 // desired and context
//   response.results.push_back(Fatal("…"));
//   Bytes bytes = Serialize(response, size_hint);
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "resource/condition.h"
#include "resource/requirement.h"
#include "resource/result.h"
#include "sdk/request.h"
#include "value/value.h"
#include "wire/writer.h"

namespace loom {

// A desired resource: the bytes of a Resource message, or an object.
struct DesiredResource {
  absl::string_view name;
  absl::string_view bytes;
  // If set, it and the members below count, and `bytes` does not.
  const Value* object = nullptr;
  std::vector<std::pair<absl::string_view, absl::string_view>>
      connection_details;
  Ready ready = Ready::kUnspecified;
};

// A key of the context: the bytes of a Value message, or a tree.
struct ContextEntry {
  absl::string_view key;
  absl::string_view bytes;
  const Value* value = nullptr;
};

struct Response {
  absl::string_view tag;
  absl::Duration ttl = absl::Seconds(60);

  // The desired state as it came, if it came at all, or else its parts.
  bool passes_through = false;
  std::optional<absl::string_view> desired_bytes;
  std::optional<DesiredResource> composite;
  std::vector<DesiredResource> resources;

  // The context as it came, or else its parts; no context if both are absent.
  std::optional<absl::string_view> context_bytes;
  std::optional<std::vector<ContextEntry>> context;

  std::vector<Result> results;
  std::vector<Condition> conditions;

  // Absent: no requirements message. Crossplane before 2.0 knows only the
  // older field, `extra_resources`; filling both serves every version.
  std::optional<Requirements> requirements;
  bool fill_extra_resources = false;
  SchemaRequirements schemas;

  // Desired state and context as they came in.
  void PassThrough(const Request& request) {
    passes_through = true;
    desired_bytes = request.desired.bytes;
    context_bytes = request.context;
    composite.reset();
    resources.clear();
    context.reset();
  }
};

Bytes Serialize(const Response& response, size_t size_hint);

}  // namespace loom
