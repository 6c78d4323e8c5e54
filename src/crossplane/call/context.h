// SPDX-License-Identifier: Apache-2.0
// Context holds the pipeline's context of one call. The environment is the value of one
// of its keys. A key that no section changes keeps the bytes of the request.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/object_decoder.h"
#include "crossplane/contract/request.h"
#include "crossplane/contract/response.h"

namespace loom {

// A context key with the value true. A call that has read a Secret sets the key if it
// writes to the context afterwards. A later step of this function that finds the key is
// redacted (base/redacted_message.h) from its start. Connection details need no such
// key, because they never reach the context.
inline constexpr absl::string_view kRedactedKey =
    "loom.fn.crossplane.io/redacted";

class Context {
 public:
  Context(const Request& request, ObjectDecoder* decoder)
      : request_(request), decoder_(decoder) {}

  // Returns the value of a key; nullptr if the context does not have the key.
  absl::StatusOr<const Value*> Get(absl::string_view key);
  // Returns all keys, sorted.
  absl::StatusOr<std::vector<absl::string_view>> Keys();
  // Set adds or replaces a key, and Erase removes one. The characters of `key` must
  // outlive the call.
  absl::Status Set(absl::string_view key, Value value);
  // Sets a key whose value has nothing that may come from a Secret, so that the next
  // step is not redacted because of it.
  absl::Status SetWithoutSecret(absl::string_view key, Value value);
  // Returns the value of a key for the caller to change; nullptr if there is none.
  absl::StatusOr<Value*> Change(absl::string_view key);
  absl::Status Erase(absl::string_view key);

  // Returns the environment; {} if the context has none, or if it is not an object.
  absl::StatusOr<const Value*> Environment();
  absl::StatusOr<Value*> ChangeEnvironment();
  // Counts the changes of the environment.
  uint64_t environment_version() const { return environment_version_; }
  // Makes the next step redact its messages. Call this after a write if the written
  // value may come from a Secret that was read after Change or ChangeEnvironment.
  void NoteSecret();

  // Drops all changes.
  void Reset();

  // Sets the context of a response, which refers to values of this object.
  absl::Status Finish(Response* response);

 private:
  // A key that was read or changed. If it has no value, it was erased.
  struct Entry {
    std::optional<Value> value;
    bool changed = false;
  };

  absl::Status Load();
  // Returns the entry of a key; nullptr if the context does not have the key and no
  // section set it.
  absl::StatusOr<Entry*> Find(absl::string_view key);
  absl::StatusOr<Entry*> FindEnvironment();
  void NoteChange(Entry* entry);

  const Request& request_;
  ObjectDecoder* decoder_;
  bool loaded_ = false;
  bool changed_ = false;
  bool may_hold_secret_ = false;
  SpanMap spans_;
  std::map<absl::string_view, Entry> entries_;
  Entry* environment_ = nullptr;  // of entries_; nullptr: not found yet
  uint64_t environment_version_ = 1;
};

}  // namespace loom
