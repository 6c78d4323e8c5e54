// SPDX-License-Identifier: Apache-2.0
// CallRecorder writes the calls of some composites to files, for `explain --request` and
// `render --request`.
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
// Values that are secret are replaced by "(redacted)": connection details, credentials, and
// data and stringData of Secrets at any depth of any object. Recording ends after
// `most_calls` calls, or before the call with which the files would have more than
// `megabytes`; files that are there are never overwritten. A file that cannot be written is
// a warning, once a minute, and does not change the call.
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
  std::string folder;     // "": nothing is recorded
  std::string composite;  // NAMESPACE/NAME, or NAME of one without a namespace
  int most_calls = 100;
  int megabytes = 0;
};

class CallRecorder {
 public:
  // InvalidArgument: a composite or a size is missing, or the folder cannot be written.
  // Null if nothing is to be recorded.
  static absl::StatusOr<std::unique_ptr<CallRecorder>> Start(
      const RecordOptions& options);

  // Records a call if it is about that composite. `request` and `response` are the bytes of
  // the messages. Safe to call from many threads.
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

// The message as protojson, without what is secret; "" if the bytes are no such message.
std::string RedactedRequest(absl::string_view request);
std::string RedactedResponse(absl::string_view response);

}  // namespace loom
