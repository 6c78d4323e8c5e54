// SPDX-License-Identifier: Apache-2.0
// Context is the pipeline's context of one call, of which the environment is one
// key. Reading changes nothing; keys that no section changes go on as the bytes
// in which they came.
//
//   absl::StatusOr<const Value*> environment = context.Environment();
//   absl::StatusOr<Value*> open = context.ChangeEnvironment();
#pragma once

#include <map>
#include <optional>

#include "absl/status/statusor.h"
#include "call/object_decoder.h"
#include "resource/environment_key.h"
#include "sdk/request.h"
#include "sdk/response.h"

namespace loom {

// Stands in the context, with the value true, beside what a call wrote that had
// read a Secret, connection details or credentials: a later step of this
// function that finds it is discreet from its start (base/discretion.h).
inline constexpr absl::string_view kDiscreetKey =
    "loom.fn.crossplane.io/discreet";

class Context {
 public:
  Context(const Request& request, ObjectDecoder* decoder)
      : request_(request), decoder_(decoder) {}

  // The value of a key; nullptr: none.
  absl::StatusOr<const Value*> Get(absl::string_view key);
  // The characters of `key` have to outlive the call.
  absl::Status Set(absl::string_view key, Value value);
  absl::Status Erase(absl::string_view key);

  // The environment: {} if the context has none that is an object.
  absl::StatusOr<const Value*> Environment();
  // The same, opened for a change.
  absl::StatusOr<Value*> ChangeEnvironment();

  // Forgets all changes.
  void Reset();

  // Puts the context into a response, in place of what is there. The values
  // have to outlive the response.
  absl::Status Finish(Response* response);

 private:
  // What became of a key: a value, read or changed, or erased.
  struct Entry {
    std::optional<Value> value;
    bool changed = false;
  };

  absl::Status Load();
  absl::StatusOr<Entry*> Find(absl::string_view key);

  const Request& request_;
  ObjectDecoder* decoder_;
  bool loaded_ = false;
  bool changed_ = false;
  SpanMap spans_;
  std::map<absl::string_view, Entry> entries_;
};

}  // namespace loom
