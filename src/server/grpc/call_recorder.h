// SPDX-License-Identifier: Apache-2.0
// CallRecorder writes the calls for one composite to files, which `explain --request`
// and `render --request` read.
//
//   LOOM_ASSIGN_OR_RETURN(std::unique_ptr<CallRecorder> recorder,
//                         CallRecorder::Start({.folder = "/recorded",
//                                              .composite = "team-a/shop",
//                                              .most_calls = 100,
//                                              .megabytes = 200}));
//   recorder->Record(request, response);
//
//   /recorded/00001-request.json     a RunFunctionRequest as protojson
//   /recorded/00001-response.json    its RunFunctionResponse
//
// Secret values are replaced by "(redacted)": connection details, credentials, and data
// and stringData of Secrets at any depth of any object. Recording ends after
// `most_calls` calls, or before the call that would make the files larger than
// `megabytes`. Existing files are never overwritten. If a file cannot be written, the
// log has a warning at most once a minute, and the call is not affected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/mutex.h"

namespace loom {

struct RecordOptions {
  std::string folder;     // "" records nothing
  std::string composite;  // NAMESPACE/NAME, or NAME if it has no namespace
  int most_calls = 100;
  int megabytes = 0;
};

class CallRecorder {
 public:
  // Returns a recorder, or null if the options record nothing. InvalidArgument: the
  // composite or a size is missing, or the folder is not writable.
  static absl::StatusOr<std::unique_ptr<CallRecorder>> Start(
      const RecordOptions& options);

  // Records the call if it is for the composite. `request` and `response` are the bytes
  // of the messages. Thread-safe.
  void Record(absl::string_view request, absl::string_view response);

 private:
  explicit CallRecorder(const RecordOptions& options) : options_(options) {}

  bool Write(const std::string& name, const std::string& text);

  const RecordOptions options_;
  Mutex mutex_;
  int calls_ ABSL_GUARDED_BY(mutex_) = 0;
  int number_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

// Return the message as protojson with secret values redacted; "" if the bytes are not
// such a message.
std::string RedactedRequest(absl::string_view request);
std::string RedactedResponse(absl::string_view response);

}  // namespace loom
