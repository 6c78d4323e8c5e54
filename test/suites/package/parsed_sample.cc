// SPDX-License-Identifier: Apache-2.0
#include "test/suites/package/parsed_sample.h"

#include <functional>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "crossplane/objects/object.h"
#include "data/value/json.h"
#include "data/value/struct_codec.h"
#include "data/wire/writer.h"
#include "function/plan/plan.h"
#include "test/testing/json.h"

namespace loom {
namespace {

using Node = Schema::Node;

// A `type` that the schema lets an author choose, and the object that has it.
struct TypeChoice {
  std::string object;
  std::string place;
  const Value* choices;
};

// Those at and above the place of a node, from the outside in; the node is none itself.
std::vector<TypeChoice> ChoicesAround(const Node& node) {
  static const std::vector<TypeChoice>& all = *[] {
    auto* choices = new std::vector<TypeChoice>;
    for (const Node& each : TheSchema().nodes()) {
      const Value* types = Dig(*each.schema, {"properties", "type", "enum"});
      if (types == nullptr) continue;
      choices->push_back({each.place, MemberPlace(each.place, "type"), types});
    }
    return choices;
  }();
  std::vector<TypeChoice> around;
  for (const TypeChoice& each : all) {
    absl::string_view rest = node.place;
    if (each.place == node.place || !absl::ConsumePrefix(&rest, each.object)) {
      continue;
    }
    if (each.object.empty() || rest.empty() || rest[0] == '.' ||
        rest[0] == '[') {
      around.push_back(each);
    }
  }
  return around;
}

// Calls with every choice of these types until it is asked to stop. Most members count
// with one type only.
bool WithTypes(absl::Span<const TypeChoice> around, Overrides* types,
               const std::function<bool()>& done) {
  if (around.empty()) return done();
  for (const Value& choice : around.front().choices->GetArray()) {
    (*types)[around.front().place] = ToJson(choice);
    if (WithTypes(around.subspan(1), types, done)) return true;
  }
  types->erase(around.front().place);
  return false;
}

}  // namespace

const Schema& TheSchema() {
  static const Schema& schema = *new Schema;
  return schema;
}

std::string ProblemsOf(const Overrides& overrides) {
  Pool pool;
  const std::string json = TheSchema().Sample(overrides);
  absl::StatusOr<Value> input = ParseJson(json, &pool);
  if (!input.ok()) return absl::StrCat(input.status().ToString(), ": ", json);
  WireWriter wire;
  EncodeStruct(*input, &wire);
  auto plan = Plan::Parse(std::move(wire).Finish().view());
  if (!plan.ok()) return plan.status().ToString();
  bool native = (*plan)->rules->dialect == Dialect::kNative;
  if (!native) return "not taken for a native input";
  // The patches of a set are named by the set, whose name here is a.
  return absl::StrReplaceAll((*plan)->problems,
                             {{"patchSets[a].", "patchSets[0]."}});
}

absl::string_view Parent(absl::string_view member) {
  return member.substr(0, member.rfind('.'));
}

std::optional<Overrides> TypesRefusing(const Schema::Node& node,
                                       const std::string& json) {
  Overrides types;
  bool found = WithTypes(ChoicesAround(node), &types, [&] {
    Overrides same = types, changed = types;
    same[node.place] = TheSchema().SampleOf(node, types);
    changed[node.place] = json;
    return !ProblemsOf(changed).empty() && ProblemsOf(same).empty();
  });
  if (found) return types;
  return std::nullopt;
}

bool IsRepeated(const Schema::Node& node) {
  return absl::StartsWith(node.place, "externalValues") ||
         absl::StrContains(node.place, "fromRef.") ||
         absl::StrContains(node.place, "variables[0].from");
}

}  // namespace loom
