// SPDX-License-Identifier: Apache-2.0
// The pipeline's context of a call, and the environment that stands in it under
// kEnvironmentKey. Keys that nobody touches stay the bytes in which they came.
#pragma once

#include <map>
#include <optional>

#include "absl/status/statusor.h"
#include "call/object_decoder.h"
#include "sdk/request.h"
#include "sdk/response.h"

namespace loom {

class Context {
 public:
  Context(const Request& request, ObjectDecoder* decoder)
      : request_(request), decoder_(decoder) {}

  // The value of a key; nullptr: none.
  absl::StatusOr<Value*> Get(absl::string_view key);
  // The characters of `key` have to outlive the call.
  absl::Status Set(absl::string_view key, Value value);
  absl::Status Erase(absl::string_view key);

  // The environment, to read: {} if the context has none that is an object.
  absl::StatusOr<Value*> Environment();
  // The environment is written back only after this.
  void ChangeEnvironment() { environment_changed_ = true; }

  // Puts the context into a response, in place of what is there.
  void Finish(Response* response);

 private:
  absl::Status Load();

  const Request& request_;
  ObjectDecoder* decoder_;
  bool loaded_ = false;
  SpanMap entries_;
  std::map<absl::string_view, std::optional<Value>> changed_;  // none: erased
  std::map<absl::string_view, Value> decoded_;
  std::optional<Value> environment_;
  bool environment_changed_ = false;
};

}  // namespace loom
