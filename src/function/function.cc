// SPDX-License-Identifier: Apache-2.0
#include "function/function.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "function/plan/plan_cache.h"
#include "function/run.h"

namespace loom {
namespace {

constexpr absl::string_view kNoInput =
    "invalid Function input: this step has none; add one with apiVersion "
    "loom.fn.crossplane.io/v1beta1 and kind Input, or the input of the "
    "function that it replaces (with --no-input=ready, the step runs as "
    "function-auto-ready)";

// Estimates the size of the response: about that of the desired state plus whatever
// the input adds.
size_t SizeHint(const Request& request) {
  constexpr size_t kMessages = 4096;
  return kMessages + request.desired.bytes.value_or("").size() +
         request.input.value_or("").size() +
         request.context.value_or("").size() +
         request.observed.bytes.value_or("").size() / 2;
}

// Returns the memory that the trees of a call may take, in proportion to the size of
// its request.
size_t MemoryFor(size_t request_bytes, size_t most) {
  return std::min(
      most, limits::kMemory + request_bytes * limits::kMemoryPerRequestByte);
}

// Returns whether the server's flag sets the TTL: the native input has a field for it.
bool HasTtlOfProcess(const Plan& plan) {
  return plan.rules->dialect != Dialect::kNative && !plan.settings.says_ttl;
}

// Returns the reason why no section may run; "" if the sections run.
absl::string_view WhyRefused(const Request& request,
                             const FunctionOptions& options) {
  if (!request.excess.empty()) return request.excess;
  const bool has_plan = request.input.has_value() || options.takes_no_input;
  return has_plan ? "" : kNoInput;
}

// Shortens the kind, because an author may write a string of any length.
std::string KindOf(const Plan& plan) {
  absl::string_view api_version = ApiVersion(plan.input);
  if (api_version.empty()) return "";
  return absl::StrCat(Shortened(api_version, limits::kName), " ",
                      Shortened(Kind(plan.input), limits::kName));
}

void Tell(const Request& request, const Response& response, CallFacts* facts) {
  facts->observed = request.observed.resources.entries().size();
  facts->required = request.required_resources.entries().size();
  for (const auto& entry : request.extra_resources.entries()) {
    // Crossplane may answer a requirement in both fields.
    if (!request.required_resources.Find(entry.key)) ++facts->required;
  }
  facts->desired = response.passes_through
                       ? request.desired.resources.entries().size()
                       : response.resources.size();
  for (const Result& result : response.results) {
    ++facts->results[size_t(result.severity) - 1];
    if (result.severity == Severity::kFatal) facts->fatal = result.message;
  }
  facts->asked = response.requirements.has_value() && response.passes_through &&
                 facts->results[0] == 0;
}

// Crossplane rejects a response that is larger than the limit. It is replaced by a
// FATAL result, which Crossplane shows to users. The new response needs no desired
// state, because Crossplane ignores it if a result is FATAL.
Bytes Refusal(const Response& response, size_t limit, std::string* message) {
  Response refused;
  refused.tag = response.tag;
  refused.results.push_back(
      {Severity::kFatal,
       absl::StrCat("the response is ", SizeOf(response),
                    " bytes, but Crossplane accepts at most ", limit,
                    "; split the composite, or pass fewer resources through "
                    "this step. The largest: ",
                    LargestParts(response)),
       ""});
  *message = refused.results[0].message;
  constexpr size_t kSmall = 1024;
  return Serialize(refused, kSmall);
}

// Serializes the response, or a refusal if the response is too large.
Bytes Answer(const Request& request, const Response& response,
             const FunctionOptions& options, CallFacts* facts) {
  const size_t limit = options.max_response_bytes;
  Tell(request, response, facts);
  auto bytes = SerializeWithin(response, SizeHint(request), limit);
  if (bytes.has_value()) return *std::move(bytes);
  facts->results = {1, 0, 0};
  return Refusal(response, limit, &facts->fatal);
}

}  // namespace

Function::Function(FunctionOptions options)
    : options_(std::move(options)),
      memory_(std::make_unique<ByteBudget>(options_.max_calls_bytes)),
      plans_(std::make_unique<PlanCache>(
          options_.plan_cache_bytes, options_.on_new_plan, memory_.get())) {}

Function::~Function() = default;

bool Function::MemoryIsShort() const { return memory_->Crowded(); }

absl::StatusOr<Bytes> Function::Run(absl::string_view bytes,
                                    const CallOptions& options,
                                    CallFacts* facts) const {
  CallFacts unwanted;
  if (facts == nullptr) facts = &unwanted;
  LOOM_ASSIGN_OR_RETURN(Request request, Request::Parse(bytes));
  facts->tag = std::string(Shortened(request.tag, limits::kName));
  Response response;
  response.tag = request.tag;
  if (const absl::string_view why = WhyRefused(request, options_);
      !why.empty()) {
    Fail(std::string(why), request, &response);
    return Answer(request, response, options_, facts);
  }
  // Declared before the call, because values of the call refer to the plan.
  std::shared_ptr<const Plan> plan = options.plan;
  Pool pool;
  std::function<bool()> stopped;
  if (options.stopped) {
    stopped = [&] { return options.stopped(pool.account().steps()); };
  }
  pool.account().Set(
      {.memory = MemoryFor(bytes.size(), options_.max_call_bytes),
       .steps = options_.max_call_steps,
       .stopped = stopped,
       .shared = memory_.get()});
  Call call(request, &pool, &options_.access);
  call.observer = options.observer;
  call.health_rules = options_.health_rules;
  call.limits_drop_ins = options_.limit_drop_ins;
  // Reading counts in addition to the steps of the call.
  std::function<bool()> stops_reading;
  if (options.stopped) {
    const uint64_t steps =
        request.input.value_or("").size() * limits::kReadingStepsPerByte;
    stops_reading = [&options, steps] { return options.stopped(steps); };
  }
  if (plan == nullptr) {
    LOOM_ASSIGN_OR_RETURN(
        plan, plans_->Get(request.input.value_or(""), &facts->plan_was_cached,
                          stops_reading, options.stopped_waiting));
  }
  facts->input = KindOf(*plan);
  absl::Status status = loom::Run(*plan, call, &response);
  if (HasTtlOfProcess(*plan)) response.ttl = options_.drop_in_ttl;
  LOOM_RETURN_IF_ERROR(status);
  return Answer(request, response, options_, facts);
}

}  // namespace loom
