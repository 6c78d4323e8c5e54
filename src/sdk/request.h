// SPDX-License-Identifier: Apache-2.0
// Request is an index of a RunFunctionRequest: where in the bytes everything
// stands, and nothing decoded. All views refer to the bytes that were given.
//
//   absl::StatusOr<Request> request = Request::Parse(bytes);
//   const absl::string_view* db = request->observed.resources.Find("db");
//   Resource resource = Resource::Parse(*db);
//
// InvalidArgument if the bytes are no RunFunctionRequest: truncated, or a name
// that is not UTF-8. What lies deeper is checked when it is decoded.
//
// Wire that is legal but odd (a singular message twice, a map key twice) is
// only noticed, by odd(): protobuf merges the former and lets the last of the
// latter win, which function/normalize.h has it do.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "value/name_table.h"

namespace loom {

// The entries of a map of messages, in the order of the wire.
class SpanMap {
 public:
  struct Entry {
    absl::string_view key;
    absl::string_view value;
  };

  // False if the key is there already.
  bool Add(absl::string_view key, absl::string_view value);
  // nullptr: no such key.
  const absl::string_view* Find(absl::string_view key) const;
  // Where an entry is among entries().
  std::optional<uint32_t> IndexOf(absl::string_view key) const {
    return positions_.Find(key);
  }
  const std::vector<Entry>& entries() const { return entries_; }
  bool empty() const { return entries_.empty(); }

 private:
  std::vector<Entry> entries_;
  NameTable positions_;
};

enum class Ready { kUnspecified = 0, kTrue = 1, kFalse = 2 };

// One Resource message, taken apart.
struct Resource {
  absl::string_view object;  // the Struct
  std::vector<std::pair<absl::string_view, absl::string_view>>
      connection_details;
  Ready ready = Ready::kUnspecified;

  // InvalidArgument if truncated. Sets *odd as Request does.
  static absl::StatusOr<Resource> Parse(absl::string_view bytes, bool* odd);
};

// One State message: its composite and its composed resources.
struct StateSpans {
  // Absent is not the same as there and empty; both have no resources.
  std::optional<absl::string_view> bytes;
  std::optional<absl::string_view> composite;
  SpanMap resources;
};

enum class Capability {
  kCapabilities = 1,
  kRequiredResources = 2,
  kCredentials = 3,
  kConditions = 4,
  kRequiredSchemas = 5,
};

struct Request {
  absl::string_view tag;
  uint32_t capabilities = 0;  // a bit each
  StateSpans observed;
  StateSpans desired;
  std::optional<absl::string_view> input;    // a Struct
  std::optional<absl::string_view> context;  // a Struct
  SpanMap extra_resources;                   // name → Resources
  SpanMap required_resources;                // name → Resources
  bool odd = false;

  static absl::StatusOr<Request> Parse(absl::string_view bytes);

  bool Has(Capability capability) const {
    return capabilities >> static_cast<int>(capability) & 1;
  }
  // What was sent for a requirement, in either field; nullptr: not asked yet.
  // An answer without resources is there and empty.
  const absl::string_view* Answer(absl::string_view key) const;
  const absl::string_view* Schema(absl::string_view) const { return nullptr; }
};

// The objects of a Resources message, as Structs.
absl::StatusOr<std::vector<absl::string_view>> ObjectsOf(
    absl::string_view resources, bool* odd);

// The entries of a Struct, its values as google.protobuf.Value.
absl::StatusOr<SpanMap> EntriesOf(absl::string_view structure, bool* odd);

}  // namespace loom
