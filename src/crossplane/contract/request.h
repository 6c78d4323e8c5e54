// SPDX-License-Identifier: Apache-2.0
// Request is an index of a RunFunctionRequest. It contains the position of each part
// in the bytes, and decodes none of them. All views refer to the bytes passed to
// Parse, which must outlive the Request.
//
//   LOOM_ASSIGN_OR_RETURN(Request request, Request::Parse(bytes));
//   const absl::string_view* db = request.observed.resources.Find("db");
//
// A map has at most limits::kEntries entries. If a request has more, indexing stops at
// the limit and `excess` describes it; none of the maps should then be used.
//
// Parse returns InvalidArgument if the bytes are not a RunFunctionRequest: they are
// truncated, or a name in them is not UTF-8. The contents of the parts are checked when
// they are decoded.
//
// Everything that is read is rejected if protobuf's library rejects it. A fuzz target
// and a property test compare the two. These are the differences:
//
//   * Parts that no section reads are not checked: objects, connection details,
//     required resources, credentials and schemas, and the entries of the context. The
//     cost of a call thus depends on its changes and not on the size of the request.
//     This is safe, because a copy is not interpreted, and Crossplane parses the whole
//     response.
//   * Objects may be nested 1,000 levels deep (limits::kDepth), which is about 3,000
//     messages. By default, the C++ library accepts 100 messages; the Go library, which
//     Crossplane uses, accepts 10,000.
//   * Groups and tags of more than 32 bits, which the library skips, are rejected
//     (data/wire/reader.h).
//   * A message field that is not repeated, or a key of a map, must not be given twice.
//     The library merges the messages and keeps the last value of the key. No protobuf
//     writer produces such bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/name_table.h"

namespace loom {

// The entries of a map whose values are messages or bytes, in the order of the bytes.
class SpanMap {
 public:
  struct Entry {
    absl::string_view key;
    absl::string_view value;
  };

  // Returns false and changes nothing if the key exists. A new key beyond
  // limits::kEntries is not added; the map is then incomplete.
  bool Add(absl::string_view key, absl::string_view value);
  // Returns nullptr if the map does not have the key.
  const absl::string_view* Find(absl::string_view key) const;
  // Returns the position of the key in entries(); nullopt if there is no such key.
  std::optional<uint32_t> IndexOf(absl::string_view key) const {
    return positions_.Find(key);
  }
  const std::vector<Entry>& entries() const { return entries_; }
  bool empty() const { return entries_.empty(); }
  // Returns whether there was room for all keys.
  bool complete() const { return complete_; }

 private:
  std::vector<Entry> entries_;
  NameTable positions_;
  bool complete_ = true;
};

enum class Ready { kUnspecified = 0, kTrue = 1, kFalse = 2 };

struct Resource {
  absl::string_view object;  // a Struct
  std::vector<std::pair<absl::string_view, absl::string_view>>
      connection_details;
  Ready ready = Ready::kUnspecified;
  // Whether the message has a readiness that the contract does not define. `ready` is
  // then kUnspecified.
  bool unknown_ready = false;
  // Whether there are fields that the contract does not define.
  bool has_more = false;

  // InvalidArgument: the bytes are truncated, a field or a connection detail is given
  // twice, the name of one is not UTF-8, or there are too many.
  static absl::StatusOr<Resource> Parse(absl::string_view bytes);
};

struct StateSpans {
  // The whole message. A missing State differs from an empty one, because a response
  // that repeats the State must be the same.
  std::optional<absl::string_view> bytes;
  std::optional<absl::string_view> composite;  // a Resource
  SpanMap resources;                           // name → Resource
  // Whether there are fields that the contract does not define.
  bool has_more = false;
};

// The capabilities that Crossplane may announce, with the numbers of the contract.
enum class Capability {
  kCapabilities = 1,
  kRequiredResources = 2,
  kCredentials = 3,
  kConditions = 4,
  kRequiredSchemas = 5,
};

struct Request {
  absl::string_view tag;
  uint32_t capabilities = 0;  // the bit 1 << number for each Capability
  StateSpans observed;
  StateSpans desired;
  std::optional<absl::string_view> input;    // a Struct
  std::optional<absl::string_view> context;  // a Struct
  SpanMap extra_resources;                   // name → Resources
  SpanMap credentials;                       // name → Credentials
  SpanMap required_resources;                // name → Resources
  SpanMap required_schemas;                  // name → Schema
  // A sentence about the limit that the maps above exceed; empty if there is none.
  std::string excess;

  static absl::StatusOr<Request> Parse(absl::string_view bytes);

  bool Has(Capability capability) const {
    return capabilities >> static_cast<int>(capability) & 1;
  }
  // Returns the Resources that were sent for the requirement with that key, in the
  // field required_resources or else extra_resources. Returns nullptr if Crossplane has
  // not answered yet. If it has found no objects, the Resources are empty.
  const absl::string_view* Answer(absl::string_view key) const;
  // Returns the Schema that was sent for the schema requirement with that key; nullptr
  // if Crossplane has not answered yet. Use OpenApiOf to see whether it found a schema.
  const absl::string_view* Schema(absl::string_view key) const {
    return required_schemas.Find(key);
  }
};

// The following functions read a part of a Request. Each returns InvalidArgument if the
// part is truncated, a field or a key in it is given twice, a name in it is not UTF-8,
// or it has more entries than a limit allows.
absl::StatusOr<std::vector<absl::string_view>> ObjectsOf(
    absl::string_view resources);

// Returns the data of a Credentials message: name → bytes, as in the Secret; empty if
// it has no source. The bytes are secret: no result, condition or log may contain them.
absl::StatusOr<SpanMap> CredentialDataOf(absl::string_view credentials);

// Returns the OpenAPI v3 schema of a Schema message, as a Struct; nullopt if Crossplane
// found none.
absl::StatusOr<std::optional<absl::string_view>> OpenApiOf(
    absl::string_view schema);

// Return the bytes of the fields of a State or Resource that the contract does not
// define. A newer Crossplane or step may use them.
std::string MoreOfState(absl::string_view state);
std::string MoreOfResource(absl::string_view resource);

// Returns the entries of a Struct. The values are google.protobuf.Value messages. The
// map may be incomplete.
absl::StatusOr<SpanMap> EntriesOf(absl::string_view structure);

}  // namespace loom
