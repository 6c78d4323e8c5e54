// SPDX-License-Identifier: Apache-2.0
#include "test/suites/package/parsed_sample.h"

#include <functional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "crossplane/objects/object.h"
#include "data/value/json.h"
#include "data/value/struct_codec.h"
#include "data/wire/writer.h"
#include "function/plan/plan.h"
#include "test/testing/json.h"

namespace loom {
namespace {

using Node = Schema::Node;

// Whether a node is, or is above, the one at `place`.
bool LeadsTo(const Node& node, absl::string_view place) {
  return node.place.empty() || node.place == place ||
         absl::StartsWith(place, node.place + ".") ||
         absl::StartsWith(place, node.place + "[");
}

// Calls with every choice of a `type` for the objects at and above the place,
// until it is told to stop. Most members count with one type only.
bool WithTypes(const Node& node, Overrides* types,
               const std::function<bool()>& done, size_t index = 0) {
  const auto& nodes = TheSchema().nodes();
  for (; index < nodes.size(); ++index) {
    const Node& above = nodes[index];
    const std::string place = MemberPlace(above.place, "type");
    if (!LeadsTo(above, node.place) || place == node.place) continue;
    const Value* type = Dig(*above.schema, {"properties", "type", "enum"});
    if (type == nullptr) continue;
    for (const Value& choice : type->GetArray()) {
      (*types)[place] = ToJson(choice);
      if (WithTypes(node, types, done, index + 1)) return true;
    }
    types->erase(place);
    return false;
  }
  return done();
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
  bool found = WithTypes(node, &types, [&] {
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
