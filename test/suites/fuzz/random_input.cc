// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/random_input.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "function/function.h"
#include "test/suites/fuzz/random_expressions.h"
#include "test/suites/fuzz/random_references.h"
#include "test/suites/fuzz/random_sections.h"

namespace loom::testing {
namespace {

namespace v1 = ::apiextensions::fn::proto::v1;

using Members = std::vector<std::pair<std::string, PbValue>>;

// Writes an author's input, section by section.
class InputWriter {
 public:
  explicit InputWriter(RandomValues* values) : v_(*values) {}

  PbValue Any() {
    PbValue input;
    switch (v_.Below(5)) {
      case 0:
        input = Environment();
        break;
      case 1:
        input = ExtraResources();
        break;
      case 2:
        input = Native();
        break;
      default:
        input = PatchAndTransform();
    }
    if (!v_.tame() && v_.Chance(40)) v_.Break(&input);
    return input;
  }

 private:
  template <typename Make>
  PbValue Several(int most, Make make) {
    std::vector<PbValue> elements;
    for (int count = v_.Below(most + 1); count > 0; --count) {
      elements.push_back(make());
    }
    return List(std::move(elements));
  }

  PbValue Transform() {
    const std::string type =
        v_.tame() ? v_.OneOf({"string", "string", "match"})
                  : v_.OneOf({"map", "match", "math", "string", "convert"});
    PbValue block;
    if (type == "map") {
      block = Object({{"a", v_.Any(1)}, {"b", v_.Any(1)}, {"10", v_.Any(1)}});
    } else if (type == "match") {
      block = Match();
    } else if (type == "math") {
      const std::string math = v_.OneOf({"Multiply", "ClampMin", "ClampMax"});
      block = Object({{"type", Text(math)},
                      {math == "Multiply"   ? "multiply"
                       : math == "ClampMin" ? "clampMin"
                                            : "clampMax",
                       Number(v_.Below(7) - 3)}});
    } else if (type == "string") {
      block = String();
    } else {
      block =
          Object({{"toType", Text(v_.OneOf({"string", "bool", "int", "int64",
                                            "float64", "object", "array"}))}});
      if (v_.Chance(30)) {
        (*block.mutable_struct_value()->mutable_fields())["format"] =
            Text(v_.OneOf({"none", "quantity", "json"}));
      }
    }
    return Object({{"type", Text(type)}, {type, block}});
  }

  PbValue Match() {
    auto pattern = [&] {
      return v_.Chance(50)
                 ? Object({{"type", Text("literal")},
                           {"literal", Text(v_.Name())},
                           {"result", v_.Any(1)}})
                 : Object(
                       {{"type", Text("regexp")},
                        {"regexp", Text(v_.OneOf({"^[a-c]$", ".", "(a|b)",
                                                  v_.tame() ? "\\d+" : "["}))},
                        {"result", v_.Any(1)}});
    };
    return Object({{"patterns", List({pattern(), pattern()})},
                   {"fallbackTo", Text(v_.OneOf({"Value", "Input"}))}});
  }

  PbValue String() {
    const std::string type =
        v_.tame() ? v_.OneOf({"Format", "Format", "TrimSuffix", "Replace"})
                  : v_.OneOf({"Format", "Convert", "TrimPrefix", "TrimSuffix",
                              "Regexp", "Join", "Replace"});
    Members members = {{"type", Text(type)}};
    if (type == "Format") members.emplace_back("fmt", Text(Format()));
    if (type == "Convert") {
      members.emplace_back(
          "convert", Text(v_.OneOf({"ToUpper", "ToLower", "ToBase64",
                                    "FromBase64", "ToJson", "ToSha1",
                                    "ToSha256", "ToSha512", "ToAdler32"})));
    }
    if (type == "TrimPrefix" || type == "TrimSuffix") {
      members.emplace_back("trim", Text(v_.Name()));
    }
    if (type == "Regexp") {
      members.emplace_back("regexp", Object({{"match", Text("([a-z])(.)?")},
                                             {"group", Number(v_.Below(4))}}));
    }
    if (type == "Join") {
      members.emplace_back(
          "join", Object({{"separator", Text(v_.OneOf({",", "", ", "}))}}));
    }
    if (type == "Replace") {
      members.emplace_back("replace", Object({{"search", Text(v_.Name())},
                                              {"replace", Text(v_.Name())}}));
    }
    return Object(std::move(members));
  }

  std::string Format() {
    std::string format;
    // Half of the formats have one directive, because a Format transform has
    // one argument and the native input refuses any other number of directives.
    int directives = v_.Chance(50) ? 1 : 1 + v_.Below(3);
    for (int count = directives; count > 0; --count) {
      absl::StrAppend(&format, "%", v_.OneOf({"", "+", "-", "#", "0", " "}),
                      v_.OneOf({"", "", "7", "*", "[1]"}),
                      v_.OneOf({"", "", ".2", "."}),
                      v_.OneOf({"s", "d", "v", "x", "q", "f", "e", "t", "T",
                                "c", "U", "z", "%", ""}),
                      v_.OneOf({"", "-", "ä"}));
    }
    return format;
  }

  PbValue Patch(const std::vector<const char*>& types) {
    const std::string type = types[v_.Below(int(types.size()))];
    Members members = {{"type", Text(type)}};
    if (type == "PatchSet") {
      return Object(
          {{"type", Text(type)}, {"patchSetName", Text(v_.OneOf({"a", "b"}))}});
    }
    if (type.find("Combine") == 0) {
      auto variable = [&] {
        return Object({{"fromFieldPath", Text(v_.Path())}});
      };
      members.emplace_back(
          "combine", Object({{"strategy", Text("string")},
                             {"variables", List({variable(), variable()})},
                             {"string", Object({{"fmt", Text(Format())}})}}));
      members.emplace_back("toFieldPath", Text(v_.Path()));
    } else {
      members.emplace_back("fromFieldPath", Text(v_.Path()));
      if (v_.Chance(70)) members.emplace_back("toFieldPath", Text(v_.Path()));
    }
    if (v_.Chance(40)) {
      members.emplace_back("transforms",
                           Several(3, [&] { return Transform(); }));
    }
    if (v_.Chance(40)) {
      members.emplace_back(
          "policy",
          Object(
              {{"fromFieldPath", Text(v_.OneOf({"Optional", "Required"}))},
               {"toFieldPath",
                Text(v_.OneOf({"Replace", "MergeObjects",
                               "MergeObjectsAppendArrays", "ForceMergeObjects",
                               "ForceMergeObjectsAppendArrays"}))}}));
    }
    return Object(std::move(members));
  }

  PbValue ResourcePatch(bool in_set) {
    std::vector<const char*> types = {
        "FromCompositeFieldPath", "FromCompositeFieldPath",
        "ToCompositeFieldPath",   "FromEnvironmentFieldPath",
        "ToEnvironmentFieldPath", "CombineFromComposite",
        "CombineToComposite",     "CombineFromEnvironment",
        "CombineToEnvironment"};
    if (!in_set) types.push_back("PatchSet");
    return Patch(types);
  }

  PbValue EnvironmentPatches() {
    return Several(3, [&] {
      return Patch({"FromCompositeFieldPath", "ToCompositeFieldPath",
                    "CombineFromComposite", "CombineToComposite",
                    "FromEnvironmentFieldPath", "ToEnvironmentFieldPath"});
    });
  }

  // The templates of a tame input have different names, as the native input
  // requires.
  PbValue Template(const char* tame_name) {
    Members members = {
        {"name", Text(v_.tame() ? tame_name : v_.Name())},
        {"patches", Several(5, [&] { return ResourcePatch(false); })}};
    if (v_.tame() || v_.Chance(80)) {
      members.emplace_back("base", v_.Resource(v_.Name()));
    }
    if (v_.Chance(40)) {
      members.emplace_back("readinessChecks",
                           Several(2, [&] { return Readiness(); }));
    }
    if (v_.Chance(40)) {
      members.emplace_back("connectionDetails",
                           Several(2, [&] { return ConnectionDetail(); }));
    }
    return Object(std::move(members));
  }

  PbValue Readiness() {
    return Object({{"type", Text(v_.OneOf({"None", "NonEmpty", "MatchString",
                                           "MatchInteger", "MatchTrue",
                                           "MatchFalse", "MatchCondition"}))},
                   {"fieldPath", Text(v_.Path())},
                   {"matchString", Text(v_.Name())},
                   {"matchInteger", Number(1 + v_.Below(3))}});
  }

  PbValue ConnectionDetail() {
    return Object({{"name", Text(v_.Name())},
                   {"type", Text(v_.OneOf({"FromConnectionSecretKey",
                                           "FromFieldPath", "FromValue"}))},
                   {"fromConnectionSecretKey", Text(v_.Name())},
                   {"fromFieldPath", Text(v_.Path())},
                   {"value", Text("literal")}});
  }

  Members ResourceSections() {
    std::vector<PbValue> templates = {Template("a")};
    for (const char* name : {"b", "x.y", "list"}) {
      if (v_.Chance(50)) templates.push_back(Template(name));
    }
    Members members = {{"resources", List(std::move(templates))}};
    auto set = [&](const char* name) {
      return Object({{"name", Text(name)}, {"patches", Several(3, [&] {
                                              return ResourcePatch(true);
                                            })}});
    };
    members.emplace_back("patchSets", List({set("a"), set("b")}));
    if (v_.Chance(20)) {
      members.emplace_back("writeConnectionSecretToRef",
                           Object({{"name", Text("secret")}}));
    }
    return members;
  }

  PbValue PatchAndTransform() {
    Members members = ResourceSections();
    members.emplace_back("apiVersion", Text("pt.fn.crossplane.io/v1beta1"));
    if (v_.Chance(30)) {
      members.emplace_back("environment",
                           Object({{"patches", EnvironmentPatches()}}));
    }
    return Object(std::move(members));
  }

  // An entry of a list of sources. `members` are those that only this list has.
  PbValue Source(Members members, bool has_mode) {
    if (v_.Chance(50)) {
      members.emplace_back("ref", Object({{"name", Text(v_.Name())}}));
      return Object(std::move(members));
    }
    auto matcher = [&] {
      return v_.Chance(50) ? Object({{"type", Text("Value")},
                                     {"key", Text(v_.Name())},
                                     {"value", Text(v_.Name())}})
                           : Object({{"key", Text(v_.Name())},
                                     {"valueFromFieldPath", Text(v_.Path())},
                                     {"fromFieldPathPolicy",
                                      Text(v_.OneOf({"Optional", "Optional",
                                                     "Required"}))}});
    };
    Members selector = {{"matchLabels", Several(2, matcher)}};
    if (has_mode) {
      selector.emplace_back("mode", Text(v_.OneOf({"Single", "Multiple"})));
    }
    if (v_.Chance(40)) {
      selector.emplace_back("sortByFieldPath", Text(v_.Path()));
      selector.emplace_back("maxMatch", Number(v_.Below(3)));
    }
    members.emplace_back("type", Text("Selector"));
    members.emplace_back("selector", Object(std::move(selector)));
    return Object(std::move(members));
  }

  PbValue Config() {
    Members members;
    if (v_.Chance(40)) members.emplace_back("toFieldPath", Text(v_.Path()));
    return Source(std::move(members), true);
  }

  PbValue Extra() {
    return Source({{"into", Text(v_.Name())},
                   {"apiVersion", Text("v1")},
                   {"kind", Text("ConfigMap")}},
                  false);
  }

  PbValue Policy() {
    return Object({{"resolution", Text(v_.OneOf({"Optional", "Required"}))}});
  }

  PbValue Environment() {
    return Object(
        {{"apiVersion", Text("environmentconfigs.fn.crossplane.io/v1beta1")},
         {"kind", Text("Input")},
         {"spec", Object({{"defaultData", v_.AnyObject(2)},
                          {"policy", Policy()},
                          {"environmentConfigs",
                           Several(3, [&] { return Config(); })}})}});
  }

  PbValue ExtraResources() {
    return Object(
        {{"apiVersion", Text("extra-resources.fn.crossplane.io/v1beta1")},
         {"kind", Text("Input")},
         {"spec",
          Object({{"policy", Policy()},
                  {"extraResources", Several(3, [&] { return Extra(); })}})}});
  }

  PbValue Native() {
    Members members = ResourceSections();
    members.emplace_back("apiVersion", Text("loom.fn.crossplane.io/v1beta1"));
    members.emplace_back("environment",
                         Object({{"defaultData", v_.AnyObject(2)},
                                 {"patches", EnvironmentPatches()}}));
    if (v_.Chance(30)) {
      members.emplace_back("extraResources",
                           Several(2, [&] { return Extra(); }));
    }
    if (v_.Chance(40)) AddExpressions(&v_, &members);
    if (v_.Chance(50)) AddReferences(&v_, &members);
    if (v_.Chance(50)) AddSections(&v_, &members);
    if (v_.Chance(50)) members.emplace_back("providerConfig", Object({}));
    return Object(std::move(members));
  }

  RandomValues& v_;
};

void FillState(RandomValues* values, v1::State* state) {
  *state->mutable_composite()->mutable_resource() =
      values->Resource("shop").struct_value();
  for (int count = values->Below(5); count > 0; --count) {
    v1::Resource& resource = (*state->mutable_resources())[values->Name()];
    *resource.mutable_resource() =
        values->Resource(values->Name()).struct_value();
    if (values->Chance(20)) {
      auto& fields = *resource.mutable_resource()->mutable_fields();
      fields["apiVersion"] = Text("kubernetes.crossplane.io/v1alpha2");
      fields["kind"] = Text("Object");
    }
    if (values->Chance(40)) {
      (*resource.mutable_connection_details())[values->Name()] = "secret";
    }
    resource.set_ready(v1::Ready(values->Below(3)));
  }
}

// Answers what the input asks for, or some of it, so that sections come further than their
// first round.
void AnswerRequirements(RandomValues* values, v1::RunFunctionRequest* request) {
  static const Function* const function = new Function;
  auto answer = function->Run(request->SerializeAsString());
  v1::RunFunctionResponse response;
  if (!answer.ok() || !response.ParseFromString(std::string(answer->view()))) {
    return;
  }
  const auto& resources = response.requirements().resources();
  // The order of a protobuf map differs from run to run.
  const std::map<std::string, v1::ResourceSelector> wanted(resources.begin(),
                                                           resources.end());
  for (const auto& [key, selector] : wanted) {
    if (!values->Chance(95)) continue;
    auto& given = (*request->mutable_required_resources())[key];
    const bool by_name = !selector.match_name().empty();
    for (int items = by_name ? values->Chance(90) : values->Below(3); items > 0;
         --items) {
      *given.add_items()->mutable_resource() =
          values->Resource(by_name ? selector.match_name() : values->Name())
              .struct_value();
    }
  }
}

}  // namespace

v1::RunFunctionRequest RandomRequest(unsigned seed) {
  RandomValues values(seed);
  v1::RunFunctionRequest request;
  request.mutable_meta()->set_tag(absl::StrCat("seed-", seed));
  FillState(&values, request.mutable_observed());
  if (values.Chance(60)) FillState(&values, request.mutable_desired());
  *request.mutable_input() = InputWriter(&values).Any().struct_value();
  if (values.Chance(50)) {
    (*request.mutable_context()
          ->mutable_fields())["apiextensions.crossplane.io/environment"] =
        values.AnyObject(3);
  }
  AnswerReferences(&values, &request);
  // What others asked for.
  if (values.Chance(20)) {
    *(*request.mutable_required_resources())[values.Name()]
         .add_items()
         ->mutable_resource() = values.Resource(values.Name()).struct_value();
  }
  if (values.Chance(70)) AnswerRequirements(&values, &request);
  return request;
}

}  // namespace loom::testing
