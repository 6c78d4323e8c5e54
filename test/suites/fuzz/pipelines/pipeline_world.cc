// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/pipelines/pipeline_world.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "function/protobuf.h"
#include "google/protobuf/util/json_util.h"

namespace loom::testing {
namespace {

constexpr int kMostCalls = 6;
constexpr char kStepsKey[] = "loom.fn.crossplane.io/steps";

google::protobuf::Map<std::string, google::protobuf::Value>& MetadataOf(
    google::protobuf::Struct* object) {
  return *(*object->mutable_fields())["metadata"]
              .mutable_struct_value()
              ->mutable_fields();
}

std::string StatusName(v1::Status status) {
  return status == v1::STATUS_CONDITION_TRUE    ? "True"
         : status == v1::STATUS_CONDITION_FALSE ? "False"
                                                : "Unknown";
}

}  // namespace

google::protobuf::Struct ObjectOf(const std::string& json) {
  google::protobuf::Struct object;
  const auto status =
      google::protobuf::util::JsonStringToMessage(json, &object);
  EXPECT_TRUE(status.ok()) << status << " in " << json;
  return object;
}

google::protobuf::Struct ThingOf(const std::string& name, int size) {
  return ObjectOf(absl::StrCat(
      R"({"apiVersion": "example.org/v1", "kind": "Thing", "metadata": {"name": ")",
      name, R"(-x", "namespace": "team-a"}, "spec": {"size": )", size, "}}"));
}

bool IsOurUsage(const std::string& name) {
  return absl::EndsWith(name, "-dependency");
}

bool PipelineWorld::IsObserved(const std::string& name) const {
  const auto found = living.find(name);
  return found != living.end() && !found->second.leaving;
}

v1::RunFunctionRequest PipelineWorld::First() const {
  v1::RunFunctionRequest request;
  for (const v1::Capability capability :
       {v1::CAPABILITY_CAPABILITIES, v1::CAPABILITY_REQUIRED_RESOURCES,
        v1::CAPABILITY_CONDITIONS}) {
    request.mutable_meta()->add_capabilities(capability);
  }
  std::vector<std::string> fields, told;
  for (const auto& [key, value] : spec) {
    fields.push_back(absl::StrCat("\"", key, "\": ", value));
  }
  google::protobuf::Struct composite = ObjectOf(absl::StrCat(
      R"({"apiVersion": "example.org/v1", "kind": "X", "metadata": {"name": "x",
          "namespace": "team-a"}, "spec": {)",
      absl::StrJoin(fields, ", "), R"(}, "status": {"conditions": []}})"));
  auto& list = *(*(*composite.mutable_fields())["status"]
                      .mutable_struct_value()
                      ->mutable_fields())["conditions"]
                    .mutable_list_value();
  for (const auto& [type, condition] : conditions) {
    auto& members =
        *list.add_values()->mutable_struct_value()->mutable_fields();
    members["type"].set_string_value(type);
    members["status"].set_string_value(StatusName(condition.status()));
    members["reason"].set_string_value(condition.reason());
    members["message"].set_string_value(condition.message());
  }
  *request.mutable_observed()->mutable_composite()->mutable_resource() =
      std::move(composite);
  for (const auto& [name, each] : living) {
    if (each.leaving) continue;
    *(*request.mutable_observed()->mutable_resources())[name]
         .mutable_resource() = each.object;
  }
  return request;
}

v1::Resources PipelineWorld::Find(const v1::ResourceSelector& selector) const {
  v1::Resources found;
  for (const auto& [name, each] : living) {
    const auto& fields = each.object.fields();
    if (fields.at("kind").string_value() != selector.kind()) continue;
    const std::string& object =
        fields.at("metadata").struct_value().fields().at("name").string_value();
    if (selector.has_match_name() && selector.match_name() != object) continue;
    *found.add_items()->mutable_resource() = each.object;
  }
  if (selector.kind() == "ConfigMap" &&
      configs.contains(selector.match_name())) {
    *found.add_items()->mutable_resource() = ObjectOf(absl::StrCat(
        R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": ")",
        selector.match_name(),
        R"(", "namespace": "team-a"}, "data": {"v": "there"}})"));
  }
  if (selector.kind() == "CustomResourceDefinition" &&
      selector.match_name() == "usages.protection.crossplane.io") {
    *found.add_items()->mutable_resource() = ObjectOf(
        R"({"apiVersion": "apiextensions.k8s.io/v1", "kind":
            "CustomResourceDefinition", "metadata": {"name":
            "usages.protection.crossplane.io"}, "spec": {"group":
            "protection.crossplane.io", "scope": "Namespaced", "names": {"kind":
            "Usage", "plural": "usages"}, "versions": [{"name": "v1beta1",
            "served": true}]}})");
  }
  return found;
}

v1::RunFunctionResponse PipelineWorld::Answer(
    v1::RunFunctionRequest request) const {
  v1::RunFunctionResponse response;
  for (int call = 0; call < kMostCalls; ++call) {
    const auto answer = function_.Run(request.SerializeAsString());
    EXPECT_TRUE(answer.ok()) << answer.status();
    if (!answer.ok()) return response;
    const absl::string_view bytes = answer->view();
    EXPECT_TRUE(response.ParseFromArray(bytes.data(), int(bytes.size())));
    bool asks = false;
    for (const auto& [key, selector] : response.requirements().resources()) {
      asks |= !request.required_resources().contains(key);
      (*request.mutable_required_resources())[key] = Find(selector);
    }
    if (!asks) return response;
    *request.mutable_context() = response.context();
  }
  ADD_FAILURE() << "a step asks for ever";
  return response;
}

v1::RunFunctionResponse PipelineWorld::Foreign(
    const PipelineStep& step, const v1::RunFunctionRequest& request) {
  v1::RunFunctionResponse response;
  *response.mutable_desired() = request.desired();
  *response.mutable_context() = request.context();
  auto& resources = *response.mutable_desired()->mutable_resources();
  for (const auto& [name, size] : step.adds) {
    resources[name].Clear();
    *resources[name].mutable_resource() = ThingOf(name, size);
    resources[name].set_ready(v1::READY_TRUE);
  }
  for (const std::string& name : step.changes) {
    if (!resources.contains(name)) continue;
    (*MetadataOf(resources[name].mutable_resource())["labels"]
          .mutable_struct_value()
          ->mutable_fields())["example.org/team"]
        .set_string_value("blue");
  }
  for (const std::string& name : step.removes) resources.erase(name);
  return response;
}

PipelineResult PipelineWorld::Call(const std::vector<PipelineStep>& steps) {
  PipelineResult result;
  v1::RunFunctionRequest request = First();
  for (const PipelineStep& step : steps) {
    StepResult& one = result.steps.emplace_back();
    if (step.input.empty()) {
      one.response = Foreign(step, request);
    } else {
      *request.mutable_input() = ObjectOf(step.input);
      one.response = Answer(request);
      if (step.native) {
        v1::RunFunctionRequest alone = request;
        auto& context = *alone.mutable_context()->mutable_fields();
        if (context.contains(kStepsKey)) {
          context[kStepsKey].mutable_struct_value()->mutable_fields()->erase(
              "conditions");
        }
        const v1::RunFunctionResponse answer = Answer(std::move(alone));
        for (const v1::Condition& condition : answer.conditions()) {
          one.alone[condition.type()] = condition;
        }
      }
    }
    for (const v1::Condition& condition : one.response.conditions()) {
      result.conditions[condition.type()] = condition;
    }
    for (const v1::Result& each : one.response.results()) {
      result.results.push_back(each);
      result.fatal |= each.severity() == v1::SEVERITY_FATAL;
    }
    if (result.fatal) break;
    *request.mutable_desired() = one.response.desired();
    *request.mutable_context() = one.response.context();
  }
  return result;
}

void PipelineWorld::Apply(const PipelineResult& result) {
  std::erase_if(living, [this](const auto& each) {
    return each.second.leaving && random_() % 2 == 0;
  });
  const auto& desired = result.desired().resources();
  for (auto each = living.begin(); each != living.end();) {
    auto& [name, one] = *each;
    if (one.leaving || desired.contains(name)) {
      ++each;
    } else if (random_() % 3 == 0 && !IsOurUsage(name)) {
      one.leaving = true;
      MetadataOf(&one.object)["deletionTimestamp"].set_string_value(
          "2026-01-01T00:00:00Z");
      ++each;
    } else {
      each = living.erase(each);
    }
  }
  for (const auto& [name, resource] : desired) {
    Living& one = living[name];
    // Crossplane makes it anew under another name, which is left out here.
    if (one.leaving) continue;
    one.object = resource.resource();
    auto& metadata = MetadataOf(&one.object);
    metadata["namespace"].set_string_value("team-a");
    (*metadata["annotations"]
          .mutable_struct_value()
          ->mutable_fields())["crossplane.io/composition-resource-name"]
        .set_string_value(name);
    if (random_() % 2 == 0) {
      (*one.object.mutable_fields())["status"] =
          ObjectOf(
              R"({"s": {"conditions": [{"type": "Ready", "status": "True"}],
                       "host": "h"}})")
              .fields()
              .at("s");
    }
  }
  for (const auto& [type, condition] : result.conditions) {
    conditions[type] = condition;
  }
}

}  // namespace loom::testing
