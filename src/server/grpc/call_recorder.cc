// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/call_recorder.h"

#include <fcntl.h>
#include <google/protobuf/util/json_util.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "base/errors.h"
#include "base/limits.h"
#include "function/protobuf.h"
#include "server/grpc/called_composite.h"
#include "server/process/log.h"

namespace loom {
namespace {

namespace fn = ::apiextensions::fn::proto::v1;

absl::StatusOr<std::string> Json(const google::protobuf::Message& message) {
  std::string text;
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  const auto status =
      google::protobuf::util::MessageToJsonString(message, &text, options);
  if (status.ok()) return text;
  return absl::InvalidArgumentError("the call has no form in JSON");
}

// The keys for which the response wants objects that the request does not have.
std::set<std::string> StillAsked(const fn::RunFunctionRequest& request,
                                 const fn::RunFunctionResponse& response) {
// The contract marks these fields as deprecated, but functions still use them.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  std::set<std::string> asked;
  for (const auto* selectors : {&response.requirements().resources(),
                                &response.requirements().extra_resources()}) {
    for (const auto& [key, selector] : *selectors) {
      if (!request.required_resources().contains(key) &&
          !request.extra_resources().contains(key)) {
        asked.insert(key);
      }
    }
  }
#pragma GCC diagnostic pop
  return asked;
}

}  // namespace

absl::StatusOr<std::unique_ptr<CallRecorder>> CallRecorder::Start(
    const RecordOptions& options) {
  if (options.folder.empty()) return nullptr;
  if (options.composite.empty()) {
    return absl::InvalidArgumentError(
        "--record requires --record-composite NAMESPACE/NAME");
  }
  if (options.megabytes <= 0) {
    return absl::InvalidArgumentError("--record requires --record-megabytes N");
  }
  if (mkdir(options.folder.c_str(), 0700) != 0 && errno != EEXIST) {
    return absl::InvalidArgumentError(
        absl::StrCat("--record ", options.folder, ": ", std::strerror(errno)));
  }
  if (access(options.folder.c_str(), W_OK | X_OK) != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("--record ", options.folder, ": ", std::strerror(errno)));
  }
  return std::unique_ptr<CallRecorder>(new CallRecorder(options));
}

bool CallRecorder::Write(const std::string& name, const std::string& text) {
  // A file that is rewritten is never seen half written.
  const std::string path = absl::StrCat(options_.folder, "/", name);
  const std::string partial = absl::StrCat(path, ".partial");
  const int file =
      open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return false;
  absl::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t size = write(file, rest.data(), rest.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    rest.remove_prefix(size_t(size));
  }
  const bool whole = rest.empty() && close(file) == 0;
  if (!rest.empty()) close(file);
  if (whole && rename(partial.c_str(), path.c_str()) == 0) return true;
  unlink(partial.c_str());
  return false;
}

// The files of an earlier process stay.
std::string CallRecorder::NextNumber() {
  struct stat status;
  std::string number;
  do {
    number = absl::StrFormat("%05d", ++number_);
  } while (
      stat(absl::StrCat(options_.folder, "/", number, "-request.json").c_str(),
           &status) == 0);
  return number;
}

absl::StatusOr<CallRecorder::Texts> CallRecorder::RedactedTexts(
    const Kept& call) const {
  fn::RunFunctionRequest request;
  fn::RunFunctionResponse response;
  if (!Parse(call.request, &request) || !Parse(call.response, &response)) {
    return absl::InvalidArgumentError("the call is malformed");
  }
  redaction_.Redact(call.knowledge, &request, &response);
  Texts texts;
  LOOM_ASSIGN_OR_RETURN(texts.request, Json(request));
  LOOM_ASSIGN_OR_RETURN(texts.response, Json(response));
  return texts;
}

void CallRecorder::LeaveOut(absl::string_view why) {
  ++left_out_;
  static Rarely rarely(std::chrono::minutes(1));
  if (rarely()) {
    Log(LogLevel::kWarning, "a call is not recorded",
        {{"folder", options_.folder},
         {"why", why},
         {"left_out", absl::StrCat(left_out_)}});
  }
}

// Writes the files of a call. Returns false if they cannot be written.
bool CallRecorder::WriteTexts(Texts texts, Kept* call) {
  bytes_ += texts.request.size() + texts.response.size();
  bytes_ -= call->written.request.size() + call->written.response.size();
  const bool whole = Write(call->number + "-request.json", texts.request) &&
                     Write(call->number + "-response.json", texts.response);
  call->written = std::move(texts);
  if (!whole) LeaveOut(std::strerror(errno));
  return whole;
}

// Redacts the calls again that were written before these values were known.
void CallRecorder::RewriteEarlier() {
  for (Kept& each : kept_) {
    absl::StatusOr<Texts> texts = RedactedTexts(each);
    if (!texts.ok() || *texts == each.written) continue;
    WriteTexts(*std::move(texts), &each);
  }
}

void CallRecorder::NoteAnswers(const fn::RunFunctionRequest& request) {
  for (Kept& each : kept_) {
    if (each.asked.empty()) continue;
    const bool answered = std::all_of(
        each.asked.begin(), each.asked.end(), [&](const std::string& key) {
          return request.required_resources().contains(key);
        });
    if (!answered) continue;
    each.asked.clear();
    each.knowledge = each.learned;
  }
}

void CallRecorder::Record(absl::string_view request,
                          absl::string_view response) {
  const CalledComposite composite = CompositeIn(request);
  const std::string name =
      composite.ns.empty() ? std::string(composite.name)
                           : absl::StrCat(composite.ns, "/", composite.name);
  if (name != options_.composite) return;
  MutexLock lock(mutex_);
  if (calls_ >= options_.most_calls) return;
  fn::RunFunctionRequest asked;
  fn::RunFunctionResponse got;
  if (!Parse(request, &asked) || !Parse(response, &got)) {
    return LeaveOut("the call is malformed");
  }
  const size_t values = redaction_.values();
  Kept call{.request = std::string(request), .response = std::string(response)};
  call.learned = redaction_.Learn(asked, got);
  if (redaction_.is_full()) {
    return LeaveOut("the values of Secrets take too much memory");
  }
  // The Secrets that it asks for may be copied in it.
  call.asked = StillAsked(asked, got);
  call.knowledge = call.asked.empty() ? call.learned : Knowledge::kSome;
  NoteAnswers(asked);
  if (redaction_.values() != values || !call.asked.empty()) RewriteEarlier();
  absl::StatusOr<Texts> texts = RedactedTexts(call);
  if (!texts.ok()) return LeaveOut(texts.status().message());
  const uint64_t most = uint64_t(options_.megabytes) * limits::kMiB;
  if (bytes_ + texts->request.size() + texts->response.size() > most) {
    calls_ = options_.most_calls;
    Log(LogLevel::kWarning, "recorded as much as --record-megabytes allows",
        {{"folder", options_.folder}});
    return;
  }
  ++calls_;
  call.number = NextNumber();
  if (WriteTexts(*std::move(texts), &call)) kept_.push_back(std::move(call));
}

}  // namespace loom
