// SPDX-License-Identifier: Apache-2.0
// Random Compositions whose templates, items and entries come and go, in a cluster that
// deletes as Crossplane does: what is not desired is deleted in any order and then
// forgotten, although some of it takes a while to go; a Usage refuses the deletion of what
// is in use. In each round:
//
//   no deletion is refused
//   a resource is not withdrawn while a dependent or a Usage of it is there
//   a Usage is not withdrawn while its dependent is there, unless both sides stay
//   what stays is as it was
//
// and in the end, when nothing is wanted, all are gone. LOOM_RANDOM=1-20000 makes so many
// histories.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "function/protobuf.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/message_differencer.h"
#include "test/testing/section_call.h"

namespace loom::testing {
namespace {

namespace v1 = ::apiextensions::fn::proto::v1;
using google::protobuf::Struct;
using google::protobuf::util::MessageDifferencer;

constexpr int kTemplates = 5;
constexpr int kItems = 3;
constexpr int kChanges = 15;
constexpr int kLastRounds = 40;

// A dependent and what it depends on.
using Pair = std::pair<std::string, std::string>;

Struct ObjectFrom(const std::string& json) {
  Struct object;
  auto status = google::protobuf::util::JsonStringToMessage(json, &object);
  EXPECT_TRUE(status.ok()) << status << " in " << json;
  return object;
}

struct Living {
  Struct object;
  bool leaving = false;
  // Crossplane refers to it, so the function sees it.
  bool known = true;
};

class Withdrawals {
 public:
  Withdrawals(const Function& function, unsigned seed)
      : function_(function), random_(seed) {
    // The item of a loop depends on templates before it, and others on the loop.
    for (int i = 1; i < kTemplates; ++i) {
      for (int j = 0; j < i; ++j) {
        if (random_() % 3 == 0) pairs_.insert({Template(i), Template(j)});
      }
    }
    if (Once(2)) pairs_.insert({"item", Template(0)});
    if (Once(2)) pairs_.insert({Template(kTemplates - 1), "item"});
    entries_ = pairs_;
  }

  void Round() {
    LetUsagesGo();
    for (int i = 0; i < kTemplates; ++i) {
      if (Once(4)) Toggle(&wanted_, Template(i));
      // A template that is dropped, and not only its condition.
      if (Once(12)) Toggle(&dropped_, Template(i));
    }
    for (int i = 0; i < kItems; ++i) {
      if (Once(4)) Toggle(&items_, absl::StrCat(i));
    }
    for (const Pair& pair : pairs_) {
      if (Once(10)) Toggle(&entries_, pair);
    }
    if (Once(3)) DeleteByHand();
    Reconcile();
  }

  void End() {
    LetUsagesGo();
    wanted_.clear();
    items_.clear();
    if (Once(2)) entries_.clear();
    for (int round = 0; round < kLastRounds && !living_.empty(); ++round) {
      Reconcile();
    }
    std::set<std::string> left;
    for (const auto& [name, living] : living_) left.insert(name);
    EXPECT_TRUE(left.empty()) << absl::StrJoin(left, ", ") << " never go";
  }

 private:
  static std::string Template(int i) { return absl::StrCat("t", i); }
  bool Once(unsigned of) { return random_() % of == 0; }

  template <typename T>
  static void Toggle(std::set<T>* all, const T& one) {
    if (!all->erase(one)) all->insert(one);
  }

  static bool IsUsage(const std::string& name) {
    return absl::EndsWith(name, "-dependency");
  }

  bool InUse(const std::string& name) const {
    return std::any_of(living_.begin(), living_.end(), [&](const auto& each) {
      return IsUsage(each.first) && SideOf(each.second.object, "of") == name &&
             living_.contains(SideOf(each.second.object, "by"));
    });
  }

  void Delete(const std::string& name) {
    auto found = living_.find(name);
    if (found == living_.end()) return;
    if (Once(2)) {
      found->second.leaving = true;
      (*(*found->second.object.mutable_fields())["metadata"]
            .mutable_struct_value()
            ->mutable_fields())["deletionTimestamp"]
          .set_string_value("2026-01-01T00:00:00Z");
    } else {
      living_.erase(found);
    }
  }

  // Nobody is quicker than the Usage of an entry that was removed.
  void LetUsagesGo() {
    std::erase_if(living_, [this](const auto& each) {
      return IsUsage(each.first) && !each.second.known &&
             IsWanted(SideOf(each.second.object, "of"));
    });
  }

  void DeleteByHand() {
    if (living_.empty()) return;
    auto found = std::next(living_.begin(), long(random_() % living_.size()));
    const std::string name = found->first;
    if (!InUse(name)) Delete(name);
  }

  std::string Input() const {
    std::vector<std::string> templates, entries;
    constexpr char kBase[] = R"("base": {"apiVersion": "example.org/v1",
        "kind": "Thing", "metadata": {"name": ")";
    for (int i = 0; i < kTemplates; ++i) {
      const std::string name = Template(i);
      if (dropped_.contains(name)) continue;
      templates.push_back(absl::StrCat(
          R"({"name": ")", name, R"(", "condition": "')", name,
          R"(' in composite.spec.wanted", )", kBase, name, "\"}}}"));
    }
    templates.push_back(absl::StrCat(
        R"({"name": "item", "forEach": {"items": "composite.spec.items",
            "key": "item"}, )",
        kBase, R"("}}, "patches": [{"type": "FromExpression",
            "expression": "'item-' + item", "toFieldPath": "metadata.name"}]})"));
    for (const auto& [dependent, prerequisite] : entries_) {
      entries.push_back(absl::StrCat(
          R"({"resource": ")", dependent, R"(", "dependsOn": [{"resource": ")",
          prerequisite, R"("}], "whenMissing": "Ignore", "mode": "None",
              "deletion": "Usage"})"));
    }
    return absl::StrCat(
        R"({"apiVersion": "loom.fn.crossplane.io/v1beta1", "kind": "Input",
            "kinds": [{"group": "example.org", "resource": "things", "kind":
            "Thing", "scope": "Cluster"}], "resources": [)",
        absl::StrJoin(templates, ", "), "]",
        entries.empty() ? "" : R"(, "dependencies": [)",
        absl::StrJoin(entries, ", "), entries.empty() ? "}" : "]}");
  }

  Struct* Metadata(const std::string& name) {
    return (*living_.at(name).object.mutable_fields())["metadata"]
        .mutable_struct_value();
  }

  // Crossplane labels what is in use, and takes the label away with the last Usage, unless
  // several went at once.
  void Label() {
    std::set<std::string> in_use;
    for (const auto& [name, living] : living_) {
      if (IsUsage(name)) in_use.insert(SideOf(living.object, "of"));
    }
    for (const auto& [name, living] : living_) {
      if (IsUsage(name)) continue;
      const bool used = in_use.contains(name);
      auto& fields = *Metadata(name)->mutable_fields();
      if (used) {
        (*fields["labels"]
              .mutable_struct_value()
              ->mutable_fields())["crossplane.io/in-use"]
            .set_string_value("true");
      } else if (!Once(3)) {
        fields.erase("labels");
      }
    }
  }

  // What Crossplane finds for a requirement.
  v1::Resources Find(const v1::ResourceSelector& selector) const {
    v1::Resources found;
    for (const auto& [name, living] : living_) {
      const auto& fields = living.object.fields();
      if (fields.at("kind").string_value() != selector.kind()) continue;
      if (selector.has_match_name() && selector.match_name() != name) continue;
      *found.add_items()->mutable_resource() = living.object;
    }
    if (selector.kind() == "CustomResourceDefinition" &&
        selector.match_name() == "clusterusages.protection.crossplane.io") {
      *found.add_items()->mutable_resource() = ObjectFrom(
          R"({"apiVersion": "apiextensions.k8s.io/v1", "kind":
              "CustomResourceDefinition", "metadata": {"name":
              "clusterusages.protection.crossplane.io"}, "spec": {"group":
              "protection.crossplane.io", "scope": "Cluster", "names": {"kind":
              "ClusterUsage", "plural": "clusterusages"}, "versions": [{"name":
              "v1beta1", "served": true}]}})");
    }
    return found;
  }

  v1::RunFunctionResponse Call() const {
    auto quoted = [](std::string* out, const std::string& text) {
      absl::StrAppend(out, "\"", text, "\"");
    };
    v1::RunFunctionRequest request;
    request.mutable_meta()->add_capabilities(v1::CAPABILITY_CAPABILITIES);
    request.mutable_meta()->add_capabilities(v1::CAPABILITY_REQUIRED_RESOURCES);
    *request.mutable_input() = ObjectFrom(Input());
    *request.mutable_observed()->mutable_composite()->mutable_resource() =
        ObjectFrom(absl::StrCat(
            R"({"apiVersion": "example.org/v1", "kind": "X", "metadata":
                {"name": "x"}, "spec": {"wanted": [)",
            absl::StrJoin(wanted_, ",", quoted), R"(], "items": [)",
            absl::StrJoin(items_, ",", quoted),
            R"(]}, "status": {"conditions": [
                {"type": "DependenciesReady", "status": "False", "reason": ")",
            reason_, "\"}]}}"));
    for (const auto& [name, living] : living_) {
      if (!living.known) continue;
      *(*request.mutable_observed()->mutable_resources())[name]
           .mutable_resource() = living.object;
    }
    v1::RunFunctionResponse response;
    for (int call = 0; call < 5; ++call) {
      auto answer = function_.Run(request.SerializeAsString());
      EXPECT_TRUE(answer.ok()) << answer.status();
      if (!answer.ok()) return response;
      const absl::string_view bytes = answer->view();
      EXPECT_TRUE(response.ParseFromArray(bytes.data(), int(bytes.size())));
      bool asks = false;
      for (const auto& [key, selector] : response.requirements().resources()) {
        asks |= !request.required_resources().contains(key);
        (*request.mutable_required_resources())[key] = Find(selector);
      }
      if (!asks) break;
      *request.mutable_context() = response.context();
      EXPECT_LT(call, 4) << "it asks for ever";
    }
    for (const v1::Result& result : response.results()) {
      EXPECT_NE(result.severity(), v1::SEVERITY_FATAL) << result.message();
    }
    return response;
  }

  // Whether a template makes it.
  bool IsWanted(const std::string& name) const {
    if (absl::StartsWith(name, "item-")) return items_.contains(name.substr(5));
    return wanted_.contains(name) && !dropped_.contains(name);
  }

  static std::string OfEntry(const std::string& name) {
    return absl::StartsWith(name, "item-") ? "item" : name;
  }

  void Reconcile() {
    // What was leaving may be gone by now.
    std::erase_if(living_, [this](const auto& each) {
      return each.second.leaving && Once(2);
    });
    Label();
    const v1::RunFunctionResponse response = Call();
    const auto& desired = response.desired().resources();
    std::vector<std::string> withdrawn;
    for (const auto& [name, living] : living_) {
      if (desired.contains(name) || !living.known) continue;
      withdrawn.push_back(name);
      if (!living.leaving) CheckMayGo(name, living);
    }
    reason_.clear();
    for (const v1::Condition& condition : response.conditions()) {
      if (condition.type() == "DependenciesReady") reason_ = condition.reason();
    }
    std::shuffle(withdrawn.begin(), withdrawn.end(), random_);
    for (const std::string& name : withdrawn) {
      EXPECT_FALSE(InUse(name) && !living_.at(name).leaving)
          << "the deletion of " << name << " is refused";
      living_.at(name).known = false;
      Delete(name);
    }
    for (const auto& [name, resource] : desired) {
      auto found = living_.find(name);
      if (found == living_.end()) {
        living_[name].object = resource.resource();
      } else if (!found->second.known) {
        // It is made anew under another name, which is left out here.
      } else if (IsUsage(name)) {
        CopyAnnotations(resource.resource(), &found->second.object);
      } else if (!IsWanted(name)) {
        Struct want = found->second.object;
        auto& metadata = *(*want.mutable_fields())["metadata"]
                              .mutable_struct_value()
                              ->mutable_fields();
        metadata.erase("labels");
        (*metadata["annotations"]
              .mutable_struct_value()
              ->mutable_fields())["crossplane.io/composition-resource-name"]
            .set_string_value(name);
        EXPECT_TRUE(MessageDifferencer::Equals(resource.resource(), want))
            << name << " is changed while it stays";
      }
    }
  }

  static void CopyAnnotations(const Struct& from, Struct* to) {
    auto& metadata = *(*to->mutable_fields())["metadata"]
                          .mutable_struct_value()
                          ->mutable_fields();
    const auto& source = from.fields().at("metadata").struct_value().fields();
    metadata.erase("annotations");
    if (source.contains("annotations")) {
      metadata["annotations"] = source.at("annotations");
    }
  }

  void CheckMayGo(const std::string& name, const Living& living) const {
    if (IsUsage(name)) {
      const std::string by = SideOf(living.object, "by");
      const std::string of = SideOf(living.object, "of");
      auto used = living_.find(of);
      // Somebody may have deleted it before there was a Usage.
      const bool leaves = used == living_.end() || used->second.leaving;
      EXPECT_TRUE(!living_.contains(by) || leaves ||
                  (IsWanted(by) && IsWanted(of)))
          << name << " goes before " << by;
      return;
    }
    for (const auto& [other, each] : living_) {
      EXPECT_FALSE(IsUsage(other) && SideOf(each.object, "of") == name)
          << name << " goes before " << other;
      EXPECT_FALSE(each.known &&
                   entries_.contains({OfEntry(other), OfEntry(name)}))
          << name << " goes before " << other;
    }
  }

  const Function& function_;
  std::mt19937 random_;
  std::set<Pair> pairs_, entries_;
  std::set<std::string> wanted_, dropped_, items_;
  std::map<std::string, Living> living_;
  std::string reason_;  // of the condition that was said last
};

TEST(Histories, WithdrawInOrder) {
  unsigned first = 1, last = 150;
  if (const char* range = std::getenv("LOOM_RANDOM")) {
    const std::pair<std::string, std::string> ends = absl::StrSplit(range, '-');
    ASSERT_TRUE(absl::SimpleAtoi(ends.first, &first) &&
                absl::SimpleAtoi(ends.second, &last));
  }
  const Function function;
  for (unsigned seed = first; seed <= last; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    Withdrawals history(function, seed);
    for (int round = 0; round < kChanges; ++round) {
      SCOPED_TRACE(absl::StrCat("round ", round));
      history.Round();
      ASSERT_FALSE(::testing::Test::HasFailure());
    }
    history.End();
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
}

}  // namespace
}  // namespace loom::testing
