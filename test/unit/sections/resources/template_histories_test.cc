// SPDX-License-Identifier: Apache-2.0
// Random templates, overlays, a status and conditions over random histories: values that
// expressions read appear, change and go, and resources vanish. After each round it holds
// that nothing is lost:
//
//   no call fails
//   a resource that is observed stays desired, and with all members that it has; a list
//   does not get shorter
//   a resource is made only once nothing of it is pending
//   the status of the composite keeps what it has
//   the composite has each condition that the input sets
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

constexpr int kTemplates = 4;
constexpr int kRounds = 10;
// A resource of an earlier step.
constexpr char kEarlier[] = "earlier";

std::string NameOf(int i) { return absl::StrCat("n", i); }

std::string JsonOrEmpty(const std::string& found) {
  return found == "absent" ? "{}" : found;
}

// The first path at which `after` has less than `before`; "" if there is none.
std::string Lost(const Value& before, const Value& after,
                 const std::string& path) {
  if (before.IsObject()) {
    if (!after.IsObject()) return path;
    for (const Member& member : before.GetObject()) {
      const absl::string_view name = View(member.name);
      std::string at = absl::StrCat(path, ".", name);
      const Value* there = Find(after, name);
      if (there == nullptr) return at;
      std::string lost = Lost(member.value, *there, at);
      if (!lost.empty()) return lost;
    }
  }
  if (before.IsArray() && (!after.IsArray() || after.Size() < before.Size())) {
    return path;
  }
  return "";
}

// An input, the composite that it is for, and the resources that there are.
class TemplateHistory {
 public:
  explicit TemplateHistory(unsigned seed) : random_(seed) {
    std::vector<std::string> templates;
    for (int i = 0; i < kTemplates; ++i) {
      laid_[NameOf(i)].push_back(Spec(i));
      templates.push_back(absl::StrCat(
          R"({"name": ")", NameOf(i),
          R"(", "template": {"apiVersion": "example.org/v1", "kind": "N",)",
          R"( "spec": )", laid_[NameOf(i)].back(), "}}"));
    }
    call_.resources = absl::StrCat("[", absl::StrJoin(templates, ", "), "]");
    call_.desired = absl::StrCat(
        R"({")", kEarlier,
        R"(": {"resource": {"apiVersion": "example.org/v1", "kind": "E",)",
        R"( "spec": {"own": "o", "over": {"own": "o"}}}}})");
    call_.more = absl::StrCat(
        R"("overlays": [)", Overlay(), ", ", Overlay(), R"(], "status": )",
        R"({"ids": {"a": )", Text(kTemplates), R"(, "b": )", Text(kTemplates),
        R"(}, "list": "${['x', composite.spec.size]}"}, "conditions": [{)",
        R"("type": "Up", "when": "composite.spec.size == '1'",)",
        R"( "status": "True", "reason": "R", "message": )", Text(kTemplates),
        R"(}, {"type": "Up", "status": "Unknown",)",
        R"( "reason": "Waits"}, {"type": "Has", "reason": "H", "status":)",
        R"( "${observed.resources['n0'].resource.status.id == 'i1'}"}])",
        R"(, "events": [{"onChange": "Up", "type": "Normal", "reason": "C",)",
        R"( "message": )", Text(kTemplates), "}]");
  }

  std::string input() const {
    return absl::StrCat(call_.resources, " ", call_.more);
  }

  void Round() {
    for (auto& [name, id] : ids_) id = Once(3) ? "" : Some("i");
    const std::string size = Once(3) ? "" : absl::StrCat(random_() % 3);
    call_.spec =
        size.empty() ? "{}" : absl::StrCat(R"({"size": ")", size, R"("})");
    for (auto each = objects_.begin(); each != objects_.end();) {
      each = Once(12) ? objects_.erase(each) : std::next(each);
    }
    call_.observed = Observed();
    const std::string made = call_.Made();
    EXPECT_EQ(made.rfind("FATAL", 0), std::string::npos) << made;
    const Value desired = Json(JsonOrEmpty(call_.At("desired.resources")));
    CheckResources(desired);
    CheckComposite();
    for (const Member& member : desired.GetObject()) {
      const std::string name(View(member.name));
      const bool is_there = objects_.count(name) != 0;
      if (!is_there && Once(3)) continue;  // it takes a while
      objects_[name] = ToJson(*Dig(member.value, {"resource", "spec"}));
      ids_.try_emplace(name);
    }
  }

 private:
  bool Once(unsigned of) { return random_() % of == 0; }
  std::string Some(absl::string_view text) {
    return absl::StrCat(text, random_() % 3);
  }

  // A text with expressions that read resources in front of number `i`, in JSON.
  std::string Text(int i) {
    const std::string id =
        i == 0 ? "composite.spec.size"
               : absl::StrCat("observed.resources['n", random_() % unsigned(i),
                              "'].resource.status.id");
    switch (random_() % 5) {
      case 0:
        return R"("${composite.spec.size}")";
      case 1:
        return absl::StrCat(R"("${)", id, R"(}")");
      case 2:
        return absl::StrCat(R"("id-${)", id, R"(}-${composite.spec.size}")");
      case 3:
        return R"("${composite.spec.?size.orValue('none')}")";
      default:
        return R"("constant")";
    }
  }

  std::string Spec(int i) {
    std::string spec = R"({"fixed": 1)";
    for (const char* name : {"a", "b", "c"}) {
      if (!Once(2)) absl::StrAppend(&spec, ", \"", name, "\": ", Text(i));
    }
    if (Once(2)) {
      absl::StrAppend(&spec, R"(, "in": {"only": )", Text(i), "}");
    }
    if (Once(2)) {
      absl::StrAppend(&spec, R"(, "list": ["x", )", Text(i), R"(, {"v": )",
                      Text(i), "}]");
    }
    if (Once(2)) {
      absl::StrAppend(&spec,
                      R"(, "own": "${object.?status.id.orValue('none')}")");
    }
    return spec + "}";
  }

  std::string Overlay() {
    const bool earlier = Once(2);
    const bool others = !earlier || Once(2);
    const std::string spec =
        absl::StrCat(R"({"over": {"deep": )", Text(2), R"(}, "tags": ["t", )",
                     Text(1), "]}");
    for (int i = 0; others && i < kTemplates; ++i) {
      laid_[NameOf(i)].push_back(spec);
    }
    if (earlier) laid_[kEarlier].push_back(spec);
    return absl::StrCat(R"({"match": [)",
                        absl::StrJoin({earlier ? R"({"kind": "E"})" : "",
                                       others ? R"({"resource": "^n"})" : ""},
                                      earlier && others ? ", " : ""),
                        R"(], "policy": ")",
                        Once(2) ? "Override" : "IfNotPresent",
                        R"(", "merge": {"spec": )", spec, "}}");
  }

  std::string Observed() const {
    std::vector<std::string> resources;
    for (const auto& [name, spec] : objects_) {
      const std::string& id = ids_.at(name);
      resources.push_back(absl::StrCat(
          R"(")", name, R"(": {"resource": {"apiVersion": "example.org/v1",)",
          R"( "kind": ")", name == kEarlier ? "E" : "N",
          R"(", "metadata": {"name": ")", name, R"("}, "spec": )", spec,
          R"(, "status": )",
          id.empty() ? "{}" : absl::StrCat(R"({"id": ")", id, R"("})"), "}}"));
    }
    return absl::StrCat("{", absl::StrJoin(resources, ", "), "}");
  }

  void CheckResources(const Value& desired) {
    for (const auto& [name, spec] : objects_) {
      const Value* now = Dig(desired, {name, "resource", "spec"});
      ASSERT_NE(now, nullptr) << name << " is lost";
      EXPECT_EQ(Lost(Json(spec), *now, name), "")
          << "of " << spec << " there is " << ToJson(*now);
    }
    for (const Member& member : desired.GetObject()) {
      const std::string name(View(member.name));
      if (objects_.count(name) != 0) continue;
      const Value& made = *Dig(member.value, {"resource", "spec"});
      for (const std::string& spec : laid_[name]) {
        EXPECT_EQ(Lost(Json(spec), made, name), "")
            << "of " << spec << " there is " << ToJson(made);
      }
    }
  }

  void CheckComposite() {
    const std::string now =
        JsonOrEmpty(call_.At("desired.composite.resource.status"));
    EXPECT_EQ(Lost(Json(published_), Json(now), "status"), "")
        << "of " << published_ << " there is " << now;
    published_ = call_.status = now;
    const std::string conditions = call_.At("conditions");
    for (const char* type : {"Up", "Has"}) {
      EXPECT_NE(conditions.find(absl::StrCat(R"("type":")", type, R"(")")),
                std::string::npos)
          << conditions;
    }
  }

  std::mt19937 random_;
  NativeCall call_;
  // Whatever a resource has to have when it is made, by its name.
  std::map<std::string, std::vector<std::string>> laid_;
  std::map<std::string, std::string> objects_;  // their specs by name
  std::map<std::string, std::string> ids_;      // "": the status has none
  std::string published_ = "{}";
};

TEST(TemplateHistories, LoseNothing) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    TemplateHistory history(seed);
    SCOPED_TRACE(absl::StrCat("seed ", seed, ": ", history.input()));
    for (int round = 0; round < kRounds; ++round) {
      SCOPED_TRACE(absl::StrCat("round ", round));
      history.Round();
      ASSERT_FALSE(::testing::Test::HasFailure());
    }
  }
}

}  // namespace
}  // namespace loom
