// SPDX-License-Identifier: Apache-2.0
// Request is an index of a RunFunctionRequest: it tells where in the bytes each
// part stands, and decodes none of them. All views refer to the bytes that were
// given, which therefore have to live as long as the Request.
//
//   LOOM_ASSIGN_OR_RETURN(Request request, Request::Parse(bytes));
//   const absl::string_view* db = request.observed.resources.Find("db");
//   if (db == nullptr) return absl::NotFoundError("db is not observed");
//   LOOM_ASSIGN_OR_RETURN(Resource resource, Resource::Parse(*db));
//
// A map has at most limits::kEntries entries. A request with more is indexed up to
// there, and `excess` says so; none of its maps should be looked at then.
//
// The error is InvalidArgument if the bytes are no RunFunctionRequest: they are
// truncated, or a name in them is not UTF-8. What is inside the parts is
// checked when they are decoded.
//
// Whatever is read is refused if protobuf's library refuses it; a fuzz target and
// a property test compare the two. These are the differences:
//
//   * Parts that no section reads are not checked: objects, connection details,
//     required resources, credentials and schemas, and the entries of the
//     context. Desired resources and the context are passed on as the bytes in
//     which they came, so that a call costs what it changes, not what it carries.
//     It is safe, because a copy has nothing to misread, and Crossplane parses
//     the whole response: if such bytes are broken, the call of the sender who
//     broke them fails there and not here.
//   * Objects may be nested 1,000 levels deep (limits::kDepth), which is about
//     3,000 messages. The library for C++ takes 100 messages unless it is set
//     otherwise, and that for Go, which Crossplane is written in, 10,000.
//   * Groups are refused, and tags of more than 32 bits (data/wire/reader.h), which
//     the library skips.
//
//   * A message field that is not repeated, or a key of a map, must not be given
//     twice. The library merges the messages and keeps the last value of the key,
//     but no writer of protobuf makes such bytes, and a request that says two things
//     at once is better refused than guessed at:
//
//       INVALID_ARGUMENT: not a RunFunctionRequest: observed is given twice
//       INVALID_ARGUMENT: not a RunFunctionRequest: the key "db" is given twice
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/field_mask.h"

namespace loom {

// The entries of a map whose values are messages or bytes, in the order in
// which they were written.
class SpanMap {
 public:
  struct Entry {
    absl::string_view key;
    absl::string_view value;
  };

  // Returns false, and changes nothing, if the key is there already. A new key
  // beyond limits::kEntries is not added either; the map is incomplete then.
  bool Add(absl::string_view key, absl::string_view value);
  // Returns nullptr if there is no such key.
  const absl::string_view* Find(absl::string_view key) const;
  // The position of the key in entries(); nullopt if there is no such key.
  std::optional<uint32_t> IndexOf(absl::string_view key) const {
    return positions_.Find(key);
  }
  const std::vector<Entry>& entries() const { return entries_; }
  bool empty() const { return entries_.empty(); }
  // Whether there was room for all keys.
  bool complete() const { return complete_; }

 private:
  std::vector<Entry> entries_;
  NameTable positions_;
  bool complete_ = true;
};

enum class Ready { kUnspecified = 0, kTrue = 1, kFalse = 2 };

// The parts of a Resource message.
struct Resource {
  absl::string_view object;  // a Struct
  std::vector<std::pair<absl::string_view, absl::string_view>>
      connection_details;
  Ready ready = Ready::kUnspecified;
  // Whether `ready` has a value that the contract does not know; it is
  // kUnspecified then.
  bool unknown_ready = false;
  // Whether there are fields that the contract does not know.
  bool has_more = false;

  // InvalidArgument: the bytes are truncated, a field or a connection detail is
  // given twice, the name of a connection detail is not UTF-8, or there are too
  // many connection details.
  static absl::StatusOr<Resource> Parse(absl::string_view bytes);
};

// The parts of a State message.
struct StateSpans {
  // The whole message. A request without a State differs from one whose State
  // is empty, because a response that passes the State on has to be the same.
  std::optional<absl::string_view> bytes;
  std::optional<absl::string_view> composite;  // a Resource
  SpanMap resources;                           // name → Resource
  // Whether there are fields that the contract does not know.
  bool has_more = false;
};

// What Crossplane says that it can do; the numbers are those of the contract.
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
  // Which limit the maps above exceed, in a sentence; empty: none.
  std::string excess;

  static absl::StatusOr<Request> Parse(absl::string_view bytes);

  bool Has(Capability capability) const {
    return capabilities >> static_cast<int>(capability) & 1;
  }
  // The Resources that were sent for the requirement of that key, in the field
  // required_resources or else extra_resources. nullptr: Crossplane has not
  // been asked yet. Where it was asked and found nothing, the Resources are
  // empty.
  const absl::string_view* Answer(absl::string_view key) const;
  // The Schema that was sent for the schema requirement of that key. nullptr:
  // Crossplane has not been asked yet. OpenApiOf tells whether it found one.
  const absl::string_view* Schema(absl::string_view key) const {
    return required_schemas.Find(key);
  }
};

// The following read a part of a Request. Each returns InvalidArgument if the
// part is truncated, a field or a key in it is given twice, a name in it is not
// UTF-8, or it has more entries than a limit allows.

// The objects of a Resources message, as Structs.
absl::StatusOr<std::vector<absl::string_view>> ObjectsOf(
    absl::string_view resources);

// The data of a Credentials message: name → bytes, as they are in the Secret.
// It is empty if the message has no source. The bytes are secret: no result, no
// condition and no log may contain them.
absl::StatusOr<SpanMap> CredentialDataOf(absl::string_view credentials);

// The OpenAPI v3 schema of a Schema message, as a Struct; nullopt if Crossplane
// found none.
absl::StatusOr<std::optional<absl::string_view>> OpenApiOf(
    absl::string_view schema);

// The fields of a State or of a Resource that the contract does not know, as they
// came. A newer Crossplane or step may know them.
std::string MoreOfState(absl::string_view state);
std::string MoreOfResource(absl::string_view resource);

// The entries of a Struct; the values are google.protobuf.Value. They may be
// incomplete.
absl::StatusOr<SpanMap> EntriesOf(absl::string_view structure);

}  // namespace loom
