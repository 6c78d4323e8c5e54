// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/random_expressions.h"

#include "absl/strings/str_cat.h"

namespace loom::testing {
namespace {

class ExpressionWriter {
 public:
  explicit ExpressionWriter(RandomValues* values) : v_(*values) {}

  void Change(PbValue* made) {
    auto& members = *made->mutable_struct_value()->mutable_fields();
    loops_ = v_.Chance(30);
    if (loops_) members["forEach"] = ForEach();
    if (v_.Chance(40)) members["condition"] = Text(Condition());
    if (!v_.tame() && v_.Chance(5)) members["condition"] = Text(v_.Path());
    Append(&members["patches"], 2, [&] { return Patch(); });
    if (v_.Chance(40)) {
      Append(&members["connectionDetails"], 1, [&] { return Detail(); });
    }
  }

  std::string Condition() {
    return v_.OneOf(
        {"true", "false", "has(composite.spec)", "composite.spec.size() > 0",
         "'a' in observed.resources", "desired.resources.size() < 2",
         "environment.size() > 1", "composite.a == composite.b",
         "has(observed.resources['b'].resource.status)", "1 / 0 > 0"});
  }

 private:
  template <typename Make>
  void Append(PbValue* list, int most, Make make) {
    list->mutable_list_value();
    for (int count = v_.Below(most + 1); count > 0; --count) {
      *list->mutable_list_value()->add_values() = make();
    }
  }

  PbValue ForEach() {
    const std::string items = v_.OneOf(
        {"['x', 'y']", "lists.range(3)", "{'x': 1, 'y': 2}", "composite.spec",
         "composite.list", "[[1], [2]]", "[]", "['x', 'x']"});
    std::vector<std::pair<std::string, PbValue>> members = {
        {"items", Text(items)}};
    if (v_.Chance(40)) {
      members.emplace_back("key",
                           Text(v_.OneOf({"index", "string(index) + 'k'", "key",
                                          "string(item)", "item.name"})));
    }
    return Object(std::move(members));
  }

  std::string Value() {
    if (loops_ && v_.Chance(50)) {
      return v_.OneOf(
          {"item", "key", "index + 1", "key + '-' + string(index)"});
    }
    return v_.OneOf(
        {"composite.spec", "composite.metadata.name", "environment",
         "observed.resources.map(k, k)", "desired.resources.size()",
         "object.?status", "object.status.a", "composite.spec.a + 'x'",
         "context.size()", "{'a': [1, 2.5, 'x', null]}", "composite.list[0]",
         "observed.resources['a'].resource.metadata", "1 / 0", "b'bytes'",
         "duration('90s')", "timestamp('2024-01-01T00:00:00Z')"});
  }

  PbValue Patch() {
    if (loops_ && v_.Chance(30)) {
      return Object({{"type", Text("FromItemFieldPath")},
                     {"fromFieldPath", Text(v_.OneOf({"", "a", "[0]"}))},
                     {"toFieldPath", Text(v_.Path())}});
    }
    std::vector<std::pair<std::string, PbValue>> members = {
        {"type", Text(v_.OneOf({"FromExpression", "FromExpression",
                                "ToCompositeFromExpression",
                                "ToEnvironmentFromExpression"}))},
        {"expression", Text(Value())},
        {"toFieldPath", Text(v_.Path())}};
    if (v_.Chance(30)) members.emplace_back("transforms", List({Transform()}));
    if (v_.Chance(30)) {
      members.emplace_back(
          "policy", Object({{"fromFieldPath",
                             Text(v_.OneOf({"Optional", "Required"}))}}));
    }
    return Object(std::move(members));
  }

  PbValue Transform() {
    return Object({{"type", Text("expression")},
                   {"expression",
                    Text(v_.OneOf({"value", "[value]", "string(value)",
                                   "value + 1", "value.a", "has(value.a)"}))}});
  }

  PbValue Detail() {
    return Object({{"name", Text(v_.Name())},
                   {"type", Text("FromExpression")},
                   {"expression", Text(Value())},
                   {"transforms", List({Transform()})}});
  }

  RandomValues& v_;
  bool loops_ = false;
};

}  // namespace

void AddExpressions(RandomValues* values,
                    std::vector<std::pair<std::string, PbValue>>* members) {
  ExpressionWriter writer(values);
  for (auto& [name, value] : *members) {
    if (name != "resources" || !value.has_list_value()) continue;
    for (PbValue& made : *value.mutable_list_value()->mutable_values()) {
      if (values->Chance(60)) writer.Change(&made);
    }
  }
  if (values->Chance(15)) {
    members->emplace_back("condition", Text(writer.Condition()));
  }
}

}  // namespace loom::testing
