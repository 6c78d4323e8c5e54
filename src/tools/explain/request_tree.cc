// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/request_tree.h"

#include <map>
#include <string>
#include <utility>

#include "absl/strings/escaping.h"
#include "base/status_macros.h"
#include "data/value/object.h"
#include "tools/pipeline/struct_message.h"

namespace loom {
namespace {

// The message as protojson has it, as far as it is explained.
class TreeMaker {
 public:
  TreeMaker(const fn::RunFunctionRequest& request, Pool* pool)
      : request_(request), pool_(pool) {}

  absl::StatusOr<Value> Make() {
    Value root = Object();
    LOOM_RETURN_IF_ERROR(AddState("observed", request_.observed(), &root));
    LOOM_RETURN_IF_ERROR(AddState("desired", request_.desired(), &root));
    LOOM_RETURN_IF_ERROR(AddStruct("input", request_.input(), &root));
    LOOM_RETURN_IF_ERROR(AddStruct("context", request_.context(), &root));
    LOOM_RETURN_IF_ERROR(
        AddRequired("requiredResources", request_.required_resources(), &root));
    LOOM_RETURN_IF_ERROR(
        AddRequired("extraResources", request_.extra_resources(), &root));
    return root;
  }

 private:
  absl::Status AddStruct(absl::string_view name,
                         const google::protobuf::Struct& message, Value* to) {
    if (message.fields().empty()) return absl::OkStatus();
    LOOM_ASSIGN_OR_RETURN(Value tree, ToTree(message, pool_));
    Set(*to, name, std::move(tree), pool_);
    return absl::OkStatus();
  }

  absl::StatusOr<Value> ResourceTree(const fn::Resource& resource) {
    Value tree = Object();
    LOOM_RETURN_IF_ERROR(AddStruct("resource", resource.resource(), &tree));
    if (resource.ready() != fn::READY_UNSPECIFIED) {
      Set(tree, "ready", Text(fn::Ready_Name(resource.ready()), pool_), pool_);
    }
    Value details = Object();
    for (const auto& [key, bytes] : std::map<std::string, std::string>(
             resource.connection_details().begin(),
             resource.connection_details().end())) {
      Set(details, pool_->Keep(key), Text(absl::Base64Escape(bytes), pool_),
          pool_);
    }
    if (!details.ObjectEmpty()) {
      Set(tree, "connectionDetails", std::move(details), pool_);
    }
    return tree;
  }

  absl::Status AddState(absl::string_view name, const fn::State& state,
                        Value* root) {
    Value tree = Object();
    LOOM_ASSIGN_OR_RETURN(Value composite, ResourceTree(state.composite()));
    Set(tree, "composite", std::move(composite), pool_);
    Value resources = Object();
    for (const auto& [key, resource] : std::map<std::string, fn::Resource>(
             state.resources().begin(), state.resources().end())) {
      LOOM_ASSIGN_OR_RETURN(Value each, ResourceTree(resource));
      Set(resources, pool_->Keep(key), std::move(each), pool_);
    }
    Set(tree, "resources", std::move(resources), pool_);
    Set(*root, name, std::move(tree), pool_);
    return absl::OkStatus();
  }

  absl::Status AddRequired(
      absl::string_view name,
      const google::protobuf::Map<std::string, fn::Resources>& required,
      Value* root) {
    Value all = Object();
    for (const auto& [key, resources] : std::map<std::string, fn::Resources>(
             required.begin(), required.end())) {
      Value items = Array();
      for (const fn::Resource& item : resources.items()) {
        LOOM_ASSIGN_OR_RETURN(Value each, ResourceTree(item));
        items.PushBack(std::move(each), pool_->allocator());
      }
      Value list = Object();
      Set(list, "items", std::move(items), pool_);
      Set(all, pool_->Keep(key), std::move(list), pool_);
    }
    if (!all.ObjectEmpty()) Set(*root, name, std::move(all), pool_);
    return absl::OkStatus();
  }

  const fn::RunFunctionRequest& request_;
  Pool* pool_;
};

}  // namespace

absl::StatusOr<Value> RequestTree(const fn::RunFunctionRequest& request,
                                  Pool* pool) {
  return TreeMaker(request, pool).Make();
}

}  // namespace loom
