// SPDX-License-Identifier: Apache-2.0
// Random inputs with dependencies and connection details over random histories:
// objects appear, become ready, lose readiness, fields and details, vanish, and
// answers come late. After each round it holds that nothing is lost:
//
//   a resource that is observed, and that an earlier step desires, stays desired
//   a Usage stays while both of its resources exist
//   the references of an Object stay
//   a detail that was published stays published
//   a call that fails or waits changes nothing
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "function/protobuf.h"
#include "google/protobuf/util/json_util.h"
#include "test/unit/sections/dependencies/random_dependencies.h"

namespace loom::testing {
namespace {

namespace v1 = ::apiextensions::fn::proto::v1;
using google::protobuf::Struct;
using google::protobuf::Value;

constexpr size_t kRounds = 12;
constexpr char kSecret[] = "x-connection-secret";
constexpr char kAsked[] = "obj:example.org/v1/Cluster//shared";

Struct ParsedHistories(const std::string& json) {
  Struct object;
  auto status = google::protobuf::util::JsonStringToMessage(json, &object);
  EXPECT_TRUE(status.ok()) << status << " in " << json;
  return object;
}

const Value* At(const Struct& object, const std::vector<std::string>& path) {
  const Struct* at = &object;
  const Value* value = nullptr;
  for (const std::string& name : path) {
    auto member = at->fields().find(name);
    if (member == at->fields().end()) return nullptr;
    value = &member->second;
    at = &value->struct_value();
  }
  return value;
}

std::set<std::string> KeysOf(const Value* object) {
  std::set<std::string> keys;
  if (object == nullptr) return keys;
  for (const auto& [key, value] : object->struct_value().fields()) {
    keys.insert(key);
  }
  return keys;
}

// The names in references of an Object.
std::set<std::string> ReferencedBy(const Struct& object) {
  std::set<std::string> names;
  const Value* list = At(object, {"spec", "references"});
  if (list == nullptr) return names;
  for (const Value& reference : list->list_value().values()) {
    names.insert(
        At(reference.struct_value(), {"dependsOn", "name"})->string_value());
  }
  return names;
}

// One composite, its resources, and what happens to them.
class History {
 public:
  History(const Function& function, unsigned seed)
      : function_(function), random_(seed), modern_(random_() % 2 == 0) {
    input_ = RandomDependencies(random_);
  }

  const std::string& input() const { return input_; }

  void Round() {
    for (const char* name : kNames) Happen(name);
    shared_exists_ ^= random_() % 4 == 0;
    v1::RunFunctionRequest request = Request();
    v1::RunFunctionResponse response = Call(request);
    const bool late = random_() % 5 == 0;
    if (Asks(response) && !late) {
      CheckUnchanged(request, response);
      *request.mutable_context() = response.context();
      v1::Resources answer;
      if (shared_exists_) {
        *answer.add_items()->mutable_resource() = ParsedHistories(
            R"({"apiVersion": "example.org/v1", "kind": "Cluster",
                "metadata": {"name": "shared"}})");
      }
      // What is asked for beside it is not there.
      for (int round = 0; round < 4 && Asks(response); ++round) {
        for (const auto& [key, asked] : response.requirements().resources()) {
          (*request.mutable_required_resources())[key] =
              key == kAsked ? answer : v1::Resources();
        }
        response = Call(request);
      }
      EXPECT_FALSE(Asks(response));
    }
    if (Asks(response)) return CheckUnchanged(request, response);
    for (const v1::Result& result : response.results()) {
      EXPECT_NE(result.severity(), v1::SEVERITY_FATAL) << result.message();
    }
    CheckResources(response);
    CheckDetails(response);
    Apply(response);
  }

 private:
  bool Once(unsigned of) { return random_() % of == 0; }

  // What the world does to a resource between two rounds.
  void Happen(const std::string& name) {
    auto found = observed_.find(name);
    if (found == observed_.end()) return;
    if (Once(10)) {
      observed_.erase(found);
      details_.erase(name);
      return;
    }
    if (Once(2)) {
      const char* status = Once(3) ? "False" : Once(8) ? "Unknown" : "True";
      (*found->second.mutable_fields())["status"] =
          *At(ParsedHistories(absl::StrCat(
                  R"({"status": {"conditions": [{"type":
                 "Ready", "status": ")",
                  status, R"("}])", Once(2) ? R"(, "host": "h")" : "", "}}")),
              {"status"});
    }
    if (Once(2)) {
      details_[name].clear();
      for (const char* key : {"user", "password"}) {
        if (!Once(3)) details_[name][key] = absl::StrCat(name, random_() % 3);
      }
    }
  }

  v1::RunFunctionRequest Request() const {
    v1::RunFunctionRequest request;
    request.mutable_meta()->add_capabilities(v1::CAPABILITY_CAPABILITIES);
    request.mutable_meta()->add_capabilities(v1::CAPABILITY_REQUIRED_RESOURCES);
    *request.mutable_input() = ParsedHistories(input_);
    auto* observed = request.mutable_observed();
    *observed->mutable_composite()->mutable_resource() =
        ParsedHistories(absl::StrCat(
            R"({"apiVersion": "example.org/v1", "kind": "X", "metadata":
            {"name": "x"}, "spec": {)",
            modern_ ? R"("crossplane": {}, "writeConnectionSecretToRef":
            {"name": "x-connection", "namespace": "team"})"
                    : "",
            "}}"));
    for (const auto& [key, value] : published_) {
      (*observed->mutable_composite()->mutable_connection_details())[key] =
          value;
    }
    for (const auto& [name, object] : observed_) {
      auto& resource = (*observed->mutable_resources())[name];
      *resource.mutable_resource() = object;
      auto details = details_.find(name);
      if (details == details_.end()) continue;
      for (const auto& [key, value] : details->second) {
        (*resource.mutable_connection_details())[key] = value;
      }
    }
    for (const char* name : kNames) {
      *(*request.mutable_desired()->mutable_resources())[name]
           .mutable_resource() = ParsedHistories(DesiredJson(name));
    }
    return request;
  }

  v1::RunFunctionResponse Call(const v1::RunFunctionRequest& request) const {
    v1::RunFunctionResponse parsed;
    auto response = function_.Run(request.SerializeAsString());
    EXPECT_TRUE(response.ok()) << response.status();
    if (response.ok()) {
      const absl::string_view bytes = response->view();
      EXPECT_TRUE(parsed.ParseFromArray(bytes.data(), int(bytes.size())));
    }
    return parsed;
  }

  // Whether it waits for an answer: only then it notes what it asked for.
  static bool Asks(const v1::RunFunctionResponse& response) {
    return At(response.context(), {"loom.fn.crossplane.io/asked"}) != nullptr;
  }

  static void CheckUnchanged(const v1::RunFunctionRequest& request,
                             const v1::RunFunctionResponse& response) {
    EXPECT_EQ(request.desired().resources_size(),
              response.desired().resources_size());
    EXPECT_EQ(response.conditions_size(), 0);
  }

  void CheckResources(const v1::RunFunctionResponse& response) {
    const auto& desired = response.desired().resources();
    for (const auto& [name, object] : observed_) {
      if (object.fields().at("kind").string_value() == "ClusterUsage") {
        EXPECT_TRUE(desired.contains(name) || !HasPair(object)) << name;
        continue;
      }
      ASSERT_TRUE(desired.contains(name)) << name << " is lost";
      const std::set<std::string> after =
          ReferencedBy(desired.at(name).resource());
      for (const std::string& before : ReferencedBy(object)) {
        EXPECT_TRUE(after.contains(before))
            << "the reference of " << name << " to " << before << " is lost";
      }
    }
  }

  bool HasPair(const Struct& usage) const {
    auto exists = [&](const char* side) {
      const std::string name =
          At(usage, {"spec", side, "resourceRef", "name"})->string_value();
      return observed_.contains(name.substr(0, name.size() - 2));
    };
    return exists("of") && exists("by");
  }

  void CheckDetails(const v1::RunFunctionResponse& response) {
    const auto& now = response.desired().composite().connection_details();
    for (const auto& [key, value] : published_) {
      EXPECT_TRUE(now.contains(key)) << "detail " << key << " is lost";
    }
    auto secret = observed_.find(kSecret);
    if (secret == observed_.end()) return;
    const auto after = KeysOf(
        At(response.desired().resources().at(kSecret).resource(), {"data"}));
    for (const std::string& key : KeysOf(At(secret->second, {"data"}))) {
      EXPECT_TRUE(after.contains(key)) << "detail " << key << " is lost";
    }
  }

  void Apply(const v1::RunFunctionResponse& response) {
    std::map<std::string, Struct> next;
    for (const auto& [name, resource] : response.desired().resources()) {
      Struct object = resource.resource();
      auto& fields = *object.mutable_fields();
      auto& metadata = *fields["metadata"].mutable_struct_value();
      auto& object_name = (*metadata.mutable_fields())["name"];
      if (object_name.string_value().empty()) {
        object_name.set_string_value(name + "-x");
      }
      auto before = observed_.find(name);
      if (before != observed_.end() &&
          before->second.fields().contains("status")) {
        fields["status"] = before->second.fields().at("status");
      }
      // Some take a while to be created.
      if (before != observed_.end() || !Once(3)) next[name] = object;
    }
    observed_ = std::move(next);
    for (const auto& [key, value] :
         response.desired().composite().connection_details()) {
      published_[key] = value;
    }
  }

  const Function& function_;
  std::mt19937 random_;
  const bool modern_;
  std::string input_;
  bool shared_exists_ = false;
  std::map<std::string, Struct> observed_;
  std::map<std::string, std::map<std::string, std::string>> details_;
  std::map<std::string, std::string> published_;
};

TEST(Histories, LoseNothing) {
  const Function function;
  for (unsigned seed = 0; seed < 400; ++seed) {
    History history(function, seed);
    SCOPED_TRACE(absl::StrCat("seed ", seed, ": ", history.input()));
    for (size_t round = 0; round < kRounds && !::testing::Test::HasFailure();
         ++round) {
      SCOPED_TRACE(absl::StrCat("round ", round));
      history.Round();
    }
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
}

}  // namespace
}  // namespace loom::testing
