// SPDX-License-Identifier: Apache-2.0
// CallRecorder writes the calls for one composite to files, which `explain --request`
// and `render --request` read: 00001-request.json, a RunFunctionRequest as protojson,
// and 00001-response.json.
//
// A recording is the call that was made, without the values of Secrets
// (call_redaction.h). If a later call shows that a string is a value, the files that
// have it are written again: a step that runs first may get a copy of a value that only
// a later one reads. What another process has read is not known here, so record with
// one replica. A call that has no form in JSON is left out; the log counts such calls.
//
// Recording ends after `most_calls` calls, or before the call that would make the files
// larger than `megabytes`. Files of an earlier process are never overwritten. If a file
// cannot be written, the log has a warning at most once a minute, and the call is not
// affected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/mutex.h"
#include "server/grpc/call_redaction.h"

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
  using Request = apiextensions::fn::proto::v1::RunFunctionRequest;

  struct Texts {
    std::string request;
    std::string response;
    bool operator==(const Texts&) const = default;
  };
  // A call that was recorded, with its values.
  struct Kept {
    std::string request;
    std::string response;
    Knowledge learned = Knowledge::kSome;
    Knowledge knowledge = Knowledge::kSome;
    // The requirements that it has not got yet. Until then, less is known.
    std::set<std::string> asked = {};
    std::string number = {};
    Texts written = {};
  };

  explicit CallRecorder(const RecordOptions& options) : options_(options) {}

  bool Write(const std::string& name, const std::string& text);
  std::string NextNumber() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::StatusOr<Texts> RedactedTexts(const Kept& call) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool WriteTexts(Texts texts, Kept* call)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void RewriteEarlier() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void NoteAnswers(const Request& request)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void LeaveOut(absl::string_view why) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const RecordOptions options_;
  Mutex mutex_;
  int calls_ ABSL_GUARDED_BY(mutex_) = 0;
  int number_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  size_t left_out_ ABSL_GUARDED_BY(mutex_) = 0;
  CallRedaction redaction_ ABSL_GUARDED_BY(mutex_);
  std::vector<Kept> kept_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace loom
