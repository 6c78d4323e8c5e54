// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/call_recorder.h"

#include <fcntl.h>
#include <google/protobuf/util/json_util.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "base/limits.h"
#include "function/protobuf.h"
#include "server/grpc/called_composite.h"
#include "server/process/log.h"

namespace loom {
namespace {

namespace fn = ::apiextensions::fn::proto::v1;

constexpr char kRedacted[] = "(redacted)";

void Redact(google::protobuf::Struct* object);

void Redact(google::protobuf::Value* value) {
  if (value->has_struct_value()) Redact(value->mutable_struct_value());
  if (!value->has_list_value()) return;
  for (auto& each : *value->mutable_list_value()->mutable_values()) {
    Redact(&each);
  }
}

void Redact(google::protobuf::Struct* object) {
  auto& fields = *object->mutable_fields();
  auto kind = fields.find("kind");
  const bool is_secret =
      kind != fields.end() && (kind->second.string_value() == "Secret" ||
                               kind->second.string_value() == "SecretList");
  for (auto& [name, value] : fields) {
    const bool is_data = name == "data" || name == "stringData";
    if (!is_secret || !is_data || !value.has_struct_value()) {
      Redact(&value);
      continue;
    }
    for (auto& [key, each] : *value.mutable_struct_value()->mutable_fields()) {
      each.set_string_value(name == "data" ? absl::Base64Escape(kRedacted)
                                           : kRedacted);
    }
  }
  // kubectl apply stores the whole object here, including any Secrets inside
  // it.
  auto metadata = fields.find("metadata");
  if (metadata == fields.end() || !metadata->second.has_struct_value()) return;
  auto& members = *metadata->second.mutable_struct_value()->mutable_fields();
  auto annotations = members.find("annotations");
  if (annotations == members.end() || !annotations->second.has_struct_value()) {
    return;
  }
  annotations->second.mutable_struct_value()->mutable_fields()->erase(
      "kubectl.kubernetes.io/last-applied-configuration");
}

void Redact(fn::Resource* resource) {
  Redact(resource->mutable_resource());
  for (auto& [key, value] : *resource->mutable_connection_details()) {
    value = kRedacted;
  }
}

void Redact(fn::State* state) {
  Redact(state->mutable_composite());
  for (auto& [name, resource] : *state->mutable_resources()) Redact(&resource);
}

void RedactAll(google::protobuf::Map<std::string, fn::Resources>* required) {
  for (auto& [name, resources] : *required) {
    for (fn::Resource& each : *resources.mutable_items()) Redact(&each);
  }
}

std::string Json(const google::protobuf::Message& message) {
  std::string text;
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  const auto status =
      google::protobuf::util::MessageToJsonString(message, &text, options);
  return status.ok() ? text : "";
}

}  // namespace

std::string RedactedRequest(absl::string_view request) {
  fn::RunFunctionRequest message;
  if (!Parse(request, &message)) return "";
  Redact(message.mutable_observed());
  Redact(message.mutable_desired());
  Redact(message.mutable_input());
  Redact(message.mutable_context());
  RedactAll(message.mutable_required_resources());
// The contract marks this field as deprecated, but functions still use it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  RedactAll(message.mutable_extra_resources());
#pragma GCC diagnostic pop
  for (auto& [name, credentials] : *message.mutable_credentials()) {
    for (auto& [key, value] :
         *credentials.mutable_credential_data()->mutable_data()) {
      value = kRedacted;
    }
  }
  return Json(message);
}

std::string RedactedResponse(absl::string_view response) {
  fn::RunFunctionResponse message;
  if (!Parse(response, &message)) return "";
  Redact(message.mutable_desired());
  Redact(message.mutable_context());
  if (message.has_output()) Redact(message.mutable_output());
  return Json(message);
}

absl::StatusOr<std::unique_ptr<CallRecorder>> CallRecorder::Start(
    const RecordOptions& options) {
  if (options.folder.empty()) return nullptr;
  if (options.composite.empty()) {
    return absl::InvalidArgumentError(
        "--record: no composite is given\n  give --record-composite "
        "NAMESPACE/NAME");
  }
  if (options.megabytes <= 0) {
    return absl::InvalidArgumentError(
        "--record: no size limit is given\n  give --record-megabytes N");
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
  const std::string path = absl::StrCat(options_.folder, "/", name);
  const int file =
      open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
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
  if (!whole) unlink(path.c_str());
  return whole;
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
  const std::string sent = RedactedRequest(request);
  const std::string got = RedactedResponse(response);
  const uint64_t most = uint64_t(options_.megabytes) * limits::kMiB;
  if (bytes_ + sent.size() + got.size() > most) {
    calls_ = options_.most_calls;
    Log(LogLevel::kWarning, "recorded as much as --record-megabytes allows",
        {{"folder", options_.folder}});
    return;
  }
  bytes_ += sent.size() + got.size();
  ++calls_;
  // The files of an earlier process stay.
  struct stat status;
  std::string number;
  do {
    number = absl::StrFormat("%05d", ++number_);
  } while (
      stat(absl::StrCat(options_.folder, "/", number, "-request.json").c_str(),
           &status) == 0);
  if (Write(number + "-request.json", sent) &&
      Write(number + "-response.json", got)) {
    return;
  }
  static Rarely rarely(std::chrono::minutes(1));
  if (rarely()) {
    Log(LogLevel::kWarning, "cannot record a call",
        {{"folder", options_.folder}, {"why", std::strerror(errno)}});
  }
}

}  // namespace loom
