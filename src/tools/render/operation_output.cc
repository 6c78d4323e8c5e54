// SPDX-License-Identifier: Apache-2.0
#include "tools/render/operation_output.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "tools/run/documents.h"
#include "tools/workspace/composition.h"
#include "tools/workspace/input_mistakes.h"

namespace loom {
namespace {

auto OrderOf(const Value& object) {
  return std::tuple(ApiVersion(object), Kind(object), Namespace(object),
                    Name(object));
}

absl::StatusOr<std::vector<Value>> ResourcesOf(const PipelineOutcome& outcome,
                                               Pool* pool) {
  std::vector<Value> objects;
  const std::map<std::string, fn::Resource> resources(
      outcome.desired.resources().begin(), outcome.desired.resources().end());
  for (const auto& [name, resource] : resources) {
    absl::StatusOr<Value> object = ToTree(resource.resource(), pool);
    if (!object.ok()) return object.status();
    if (Name(*object).empty()) {
      return absl::FailedPreconditionError(
          absl::StrCat("resource \"", name,
                       "\" has no metadata.name\n  an Operation applies "
                       "objects by name and does not generate names"));
    }
    objects.push_back(*std::move(object));
  }
  std::stable_sort(
      objects.begin(), objects.end(),
      [](const Value& a, const Value& b) { return OrderOf(a) < OrderOf(b); });
  return objects;
}

Value References(const std::vector<Value>& objects, Pool* pool) {
  Value list = Array();
  for (const Value& object : objects) {
    Value reference = Object();
    Set(reference, "apiVersion", Text(ApiVersion(object), pool), pool);
    Set(reference, "kind", Text(Kind(object), pool), pool);
    Set(reference, "name", Text(Name(object), pool), pool);
    if (!Namespace(object).empty()) {
      Set(reference, "namespace", Text(Namespace(object), pool), pool);
    }
    list.PushBack(std::move(reference), pool->allocator());
  }
  return list;
}

// What Crossplane adds to the steps of a WatchOperation: they require what it watches.
void AddWatched(const Composition& composition, Value& spec, Pool* pool) {
  Value* pipeline = Find(spec, "pipeline");
  if (pipeline == nullptr || !pipeline->IsArray()) return;
  for (const PipelineStep& step : composition.steps) {
    for (const auto& [name, selector] : step.required_resources) {
      Value& item = ItemAt(*pipeline, step.index);
      if (name != kWatchedResource || !item.IsObject()) continue;
      Value& requirements = FindOrAdd(item, "requirements", pool);
      if (!requirements.IsObject()) requirements.SetObject();
      Value& list = FindOrAdd(requirements, "requiredResources", pool);
      if (!list.IsArray()) list.SetArray();
      Value entry = Object();
      Set(entry, "apiVersion", Text(selector.api_version(), pool), pool);
      Set(entry, "kind", Text(selector.kind(), pool), pool);
      Set(entry, "name", Text(selector.match_name(), pool), pool);
      if (selector.has_namespace_()) {
        Set(entry, "namespace", Text(selector.namespace_(), pool), pool);
      }
      Set(entry, "requirementName", Text(name, pool), pool);
      list.PushBack(std::move(entry), pool->allocator());
    }
  }
}

Value Conditions(Pool* pool) {
  constexpr std::pair<const char*, const char*> kConditions[] = {
      {"Succeeded", "PipelineSuccess"},
      {"ValidPipeline", "ValidPipeline"},
      {"Synced", "ReconcileSuccess"}};
  Value list = Array();
  for (const auto& [type, reason] : kConditions) {
    Value condition = Object();
    Set(condition, "lastTransitionTime", Borrow(kRenderTime), pool);
    Set(condition, "reason", Borrow(reason), pool);
    Set(condition, "status", Borrow("True"), pool);
    Set(condition, "type", Borrow(type), pool);
    list.PushBack(std::move(condition), pool->allocator());
  }
  return list;
}

absl::StatusOr<Value> Outputs(const PipelineOutcome& outcome, Pool* pool) {
  Value list = Array();
  for (const auto& [step, output] : outcome.outputs) {
    Value entry = Object();
    absl::StatusOr<Value> tree = ToTree(output, pool);
    if (!tree.ok()) return tree.status();
    Set(entry, "output", *std::move(tree), pool);
    Set(entry, "step", Text(step, pool), pool);
    list.PushBack(std::move(entry), pool->allocator());
  }
  return list;
}

}  // namespace

absl::StatusOr<std::vector<Value>> OperationOutput(
    const PipelineInputs& inputs, const PipelineOutcome& outcome, Pool* pool) {
  absl::StatusOr<std::vector<Value>> objects = ResourcesOf(outcome, pool);
  if (!objects.ok()) return objects.status();
  const Value& given = inputs.composition.document.root;
  Value operation = Object();
  Set(operation, "apiVersion", Text(ApiVersion(given), pool), pool);
  Set(operation, "kind", Borrow("Operation"), pool);
  Value metadata = Object();
  Set(metadata, "name", Text(Name(given), pool), pool);
  Set(operation, "metadata", std::move(metadata), pool);
  if (const Value* spec = SpecOfOperation(given)) {
    Set(operation, "spec", Copy(*spec, pool), pool);
    AddWatched(inputs.composition, *Find(operation, "spec"), pool);
  }
  Value status = Object();
  if (!objects->empty()) {
    Set(status, "appliedResourceRefs", References(*objects, pool), pool);
  }
  Set(status, "conditions", Conditions(pool), pool);
  if (!outcome.outputs.empty()) {
    absl::StatusOr<Value> outputs = Outputs(outcome, pool);
    if (!outputs.ok()) return outputs.status();
    Set(status, "pipeline", *std::move(outputs), pool);
  }
  Set(operation, "status", std::move(status), pool);
  std::vector<Value> documents;
  documents.push_back(std::move(operation));
  std::move(objects->begin(), objects->end(), std::back_inserter(documents));
  return documents;
}

}  // namespace loom
