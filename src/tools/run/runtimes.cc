// SPDX-License-Identifier: Apache-2.0
#include "tools/run/runtimes.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/byte_buffer.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/yaml/scalar.h"
#include "function/plan/inputs.h"

namespace loom {
namespace {

// For RouteSteps.

constexpr char kRuntime[] = "render.crossplane.io/runtime";
constexpr char kTarget[] = "render.crossplane.io/runtime-development-target";
constexpr char kDefaultTarget[] = "localhost:9443";

// The name of this function in its package.
constexpr absl::string_view kOwnName = "function-loom";

// What is known of the function of a step.
struct FunctionOfStep {
  std::map<std::string, std::string> annotations;
  std::string package;
};

absl::StatusOr<std::map<std::string, FunctionOfStep>> TakeFunctions(
    const std::vector<YamlDocument>& documents) {
  std::map<std::string, FunctionOfStep> functions;
  for (const YamlDocument& document : documents) {
    if (GroupOf(ApiVersion(document.root)) != "pkg.crossplane.io" ||
        Kind(document.root) != "Function") {
      return absl::InvalidArgumentError(absl::StrCat(
          document.Place({"kind"}),
          ": this is not a Function\n  the arguments are XR COMPOSITION "
          "[FUNCTIONS]; pass objects in the cluster with -e and -o"));
    }
    FunctionOfStep& function = functions[std::string(Name(document.root))];
    function.package = ScalarText(Dig(document.root, {"spec", "package"}));
    const Value* annotations = Dig(document.root, {"metadata", "annotations"});
    if (annotations == nullptr || !annotations->IsObject()) continue;
    for (const Member& annotation : Members(*annotations)) {
      function.annotations[std::string(View(annotation.name))] =
          ScalarText(&annotation.value);
    }
  }
  return functions;
}

Route RouteOf(const std::string& name,
              std::map<std::string, std::string> annotations,
              const RuntimeOptions& options) {
  if (auto found = options.addresses.find(name);
      found != options.addresses.end()) {
    return {Route::Kind::kRemote, found->second};
  }
  for (const auto& [key, value] : options.annotations) {
    annotations[key] = value;
  }
  if (annotations[kRuntime] != "Development") return {};
  const std::string& target = annotations[kTarget];
  return {Route::Kind::kRemote, target.empty() ? kDefaultTarget : target};
}

// example.org/platform/function-loom:v1.2.0@sha256:… has the name function-loom.
absl::string_view NameOfPackage(absl::string_view package) {
  package = package.substr(0, package.find('@'));
  size_t slash = package.rfind('/');
  if (slash != package.npos) package.remove_prefix(slash + 1);
  return package.substr(0, package.find(':'));
}

// A package that is installed as a dependency has the name of its organization before
// its own: platform-function-loom.
bool IsOwn(absl::string_view name, absl::string_view package) {
  return NameOfPackage(package) == kOwnName || name == kOwnName ||
         absl::EndsWith(name, absl::StrCat("-", kOwnName));
}

// Its steps usually have no input that would identify them.
bool IsAutoReady(absl::string_view name) {
  return absl::EndsWith(name, "function-auto-ready");
}

bool IsBuiltIn(const PipelineStep& step, const FunctionOfStep& function) {
  return IsOwn(step.function, function.package) ||
         (step.input == nullptr && IsAutoReady(step.function)) ||
         (step.input != nullptr && AcceptsGroup(ApiVersion(*step.input)));
}

absl::Status CheckSkipped(const std::vector<PipelineStep>& steps,
                          const std::vector<std::string>& skip) {
  std::vector<std::string> names;
  names.reserve(steps.size());
  for (const PipelineStep& step : steps) names.push_back(step.name);
  for (const std::string& name : skip) {
    if (std::count(names.begin(), names.end(), name) > 0) continue;
    std::string nearest = NearestName(name, names);
    return absl::InvalidArgumentError(absl::StrCat(
        "--skip ", name, ": the Composition has no such step\n  ",
        nearest.empty() ? absl::StrCat("it has ", absl::StrJoin(names, ", "))
                        : MeantHelp(nearest)));
  }
  return absl::OkStatus();
}

// FUNCTIONS lists what is installed.
absl::Status CheckListed(const std::vector<PipelineStep>& steps,
                         const std::map<std::string, FunctionOfStep>& functions,
                         const RuntimeOptions& options) {
  std::vector<std::string> names, mistakes;
  for (const auto& [name, function] : functions) names.push_back(name);
  for (const PipelineStep& step : steps) {
    if (functions.contains(step.function) ||
        absl::c_linear_search(options.skip, step.name)) {
      continue;
    }
    const std::string nearest = NearestName(step.function, names);
    mistakes.push_back(absl::StrCat(
        "step \"", step.name, "\" (", step.place, "): ", options.functions,
        " has no Function ", step.function, "\n  ",
        nearest.empty() ? absl::StrCat("it has ", absl::StrJoin(names, ", "))
                        : MeantHelp(nearest)));
  }
  if (mistakes.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrJoin(mistakes, "\n"));
}

// The flags for the addresses of functions.
std::string AddressFlags(const std::vector<const PipelineStep*>& steps) {
  std::vector<std::string> flags;
  std::set<std::string> names;
  for (const PipelineStep* step : steps) {
    if (!names.insert(step->function).second) continue;
    flags.push_back(
        absl::StrCat("--function-address ", step->function, "=HOST:PORT"));
  }
  return absl::StrJoin(flags, " ");
}

absl::Status NotBuiltIn(const std::vector<const PipelineStep*>& steps) {
  std::vector<std::string> needs, skips;
  for (const PipelineStep* step : steps) {
    needs.push_back(absl::StrCat("step \"", step->name, "\" (", step->place,
                                 ") needs ", step->function));
    skips.push_back(absl::StrCat("--skip ", step->name));
  }
  bool one = steps.size() == 1;
  if (one &&
      !NearestName(steps[0]->function, {std::string(kOwnName)}).empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        needs[0], ", which is not built in\n  ", MeantHelp(kOwnName)));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      absl::StrJoin(needs, ", "), ", which ", one ? "is" : "are",
      " not built in\n  run ", one ? "it" : "them", " with --insecure and set ",
      one ? "its address" : "their addresses", ": ", AddressFlags(steps),
      "\n  or leave the step", one ? "" : "s",
      " out: ", absl::StrJoin(skips, " ")));
}

// For RemoteFunction.

constexpr const char* kMethods[] = {
    "/apiextensions.fn.proto.v1.FunctionRunnerService/RunFunction",
    "/apiextensions.fn.proto.v1beta1.FunctionRunnerService/RunFunction",
};

std::string ToText(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string text;
  if (!buffer.Dump(&slices).ok()) return text;
  for (const grpc::Slice& slice : slices) {
    text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return text;
}

grpc::Status CallRemote(const std::shared_ptr<grpc::ChannelInterface>& channel,
                        const char* method, absl::string_view request,
                        absl::Time deadline, grpc::ByteBuffer* response) {
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(deadline));
  grpc::CompletionQueue queue;
  grpc::Slice slice(request.data(), request.size());
  auto call = stub.PrepareUnaryCall(&context, method,
                                    grpc::ByteBuffer(&slice, 1), &queue);
  call->StartCall();
  grpc::Status status;
  call->Finish(response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  return status;
}

// The name that gRPC gives to a code.
absl::string_view CodeName(grpc::StatusCode code) {
  constexpr absl::string_view kNames[] = {"OK",
                                          "CANCELLED",
                                          "UNKNOWN",
                                          "INVALID_ARGUMENT",
                                          "DEADLINE_EXCEEDED",
                                          "NOT_FOUND",
                                          "ALREADY_EXISTS",
                                          "PERMISSION_DENIED",
                                          "RESOURCE_EXHAUSTED",
                                          "FAILED_PRECONDITION",
                                          "ABORTED",
                                          "OUT_OF_RANGE",
                                          "UNIMPLEMENTED",
                                          "INTERNAL",
                                          "UNAVAILABLE",
                                          "DATA_LOSS",
                                          "UNAUTHENTICATED"};
  size_t index = static_cast<size_t>(code);
  return index < std::size(kNames) ? kNames[index] : "UNKNOWN";
}

}  // namespace

absl::Status AddAddresses(const std::vector<std::string>& values,
                          RuntimeOptions* options) {
  for (const std::string& value : values) {
    const std::pair<std::string, std::string> pair =
        absl::StrSplit(value, absl::MaxSplits('=', 1));
    if (pair.first.empty() || pair.second.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--function-address ", value, ": expected NAME=HOST:PORT"));
    }
    options->addresses.insert(pair);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Route>> RouteSteps(
    const std::vector<PipelineStep>& steps, const RuntimeOptions& options,
    const std::vector<YamlDocument>& documents) {
  LOOM_RETURN_IF_ERROR(CheckSkipped(steps, options.skip));
  LOOM_ASSIGN_OR_RETURN(auto functions, TakeFunctions(documents));
  if (!options.functions.empty()) {
    LOOM_RETURN_IF_ERROR(CheckListed(steps, functions, options));
  }
  std::set<std::string> skip(options.skip.begin(), options.skip.end());
  std::vector<Route> routes;
  std::vector<const PipelineStep*> nowhere;
  for (const PipelineStep& step : steps) {
    const FunctionOfStep& function = functions[step.function];
    Route route = RouteOf(step.function, function.annotations, options);
    if (skip.count(step.name) > 0) {
      route = {Route::Kind::kSkipped, ""};
    } else if (route.kind == Route::Kind::kInProcess &&
               !IsBuiltIn(step, function)) {
      if (options.skips_foreign) route.kind = Route::Kind::kSkipped;
      if (!options.skips_foreign) nowhere.push_back(&step);
    }
    routes.push_back(std::move(route));
  }
  if (!nowhere.empty()) return NotBuiltIn(nowhere);
  return routes;
}

RemoteFunction::RemoteFunction(const std::string& target) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  // A function that is being developed runs on this machine or near it, and a
  // proxy of the environment could not reach it.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  channel_ = grpc::CreateCustomChannel(
      target, grpc::InsecureChannelCredentials(), arguments);
}

absl::StatusOr<std::string> RemoteFunction::Run(absl::string_view request,
                                                absl::Time deadline) const {
  grpc::ByteBuffer response;
  grpc::Status status;
  for (const char* method : kMethods) {
    status = CallRemote(channel_, method, request, deadline, &response);
    if (status.error_code() != grpc::StatusCode::UNIMPLEMENTED) break;
  }
  if (status.ok()) return ToText(response);
  if (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
    return absl::NotFoundError(status.error_message());
  }
  return absl::InvalidArgumentError(absl::StrCat(CodeName(status.error_code()),
                                                 ": ", status.error_message()));
}

}  // namespace loom
