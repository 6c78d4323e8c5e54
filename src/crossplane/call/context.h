// SPDX-License-Identifier: Apache-2.0
// Context holds the pipeline's context of one call. The environment is the
// value of one of its keys. A key that no section changes goes into the
// response as the bytes in which it came.
//
//   absl::StatusOr<const Value*> environment = context.Environment();
//   absl::StatusOr<Value*> open = context.ChangeEnvironment();
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/object_decoder.h"
#include "crossplane/contract/request.h"
#include "crossplane/contract/response.h"

namespace loom {

// A context key with the value true. A call that has read a Secret sets it if it
// writes to the context afterwards, and a later step of this function that finds
// it is redacted (base/redacted_message.h) from its start. Connection details that were
// read need no such mark, because they never reach the context.
inline constexpr absl::string_view kRedactedKey =
    "loom.fn.crossplane.io/redacted";

class Context {
 public:
  Context(const Request& request, ObjectDecoder* decoder)
      : request_(request), decoder_(decoder) {}

  // The value of a key; nullptr if the context does not have the key.
  absl::StatusOr<const Value*> Get(absl::string_view key);
  // The keys that it has, sorted.
  absl::StatusOr<std::vector<absl::string_view>> Keys();
  // Adds or replaces a key, and removes one. The characters of `key` have to
  // outlive the call.
  absl::Status Set(absl::string_view key, Value value);
  // The value of a key, for the caller to change; nullptr if the context does not have
  // the key.
  absl::StatusOr<Value*> Change(absl::string_view key);
  absl::Status Erase(absl::string_view key);

  // The environment; {} if the context has none, or one that is not an object.
  absl::StatusOr<const Value*> Environment();
  // The environment, for the caller to change.
  absl::StatusOr<Value*> ChangeEnvironment();
  // Call it after a write if the written value may come from a Secret that was read after
  // Change or ChangeEnvironment: the next step then redacts its messages.
  void NoteSecret();

  // Drops all changes.
  void Reset();

  // Sets the context of a response. This context has to outlive the response,
  // which refers to its values.
  absl::Status Finish(Response* response);

 private:
  // A key that was read or changed. Without a value it was erased.
  struct Entry {
    std::optional<Value> value;
    bool changed = false;
    // The bytes of a value of which only the fields of a mask are decoded.
    std::optional<absl::string_view> rest = std::nullopt;
  };

  absl::Status Load();
  // The entry of a key; nullptr if the context does not have the key and no section
  // set it. `mask` is what is decoded of a value that was not read before.
  absl::StatusOr<Entry*> Find(absl::string_view key, const FieldMask& mask);
  absl::StatusOr<Entry*> FindEnvironment();
  absl::Status DecodeRest(absl::string_view key, Entry* entry);
  void NoteChange(Entry* entry);

  const Request& request_;
  ObjectDecoder* decoder_;
  bool loaded_ = false;
  bool changed_ = false;
  bool may_hold_secret_ = false;
  SpanMap spans_;
  std::map<absl::string_view, Entry> entries_;
  Entry* environment_ = nullptr;  // of entries_; nullptr: not found yet
};

}  // namespace loom
