// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/random_references.h"

#include "absl/strings/str_cat.h"

namespace loom::testing {
namespace {

namespace v1 = ::apiextensions::fn::proto::v1;

using Members = std::vector<std::pair<std::string, PbValue>>;

constexpr char kGroup[] = "net.example.org";

// Writes the entries.
class ReferenceWriter {
 public:
  explicit ReferenceWriter(RandomValues* values) : v_(*values) {}

  PbValue Reference() {
    Members entry = Source();
    if (v_.Chance(20)) {
      entry = {{"variables", List({Object(Named("a")), Object(Named("b"))})},
               {"template", Text("{{ .a }}-{{ .b }}")}};
    }
    entry.emplace_back("target", Target());
    entry.emplace_back("toFieldPath", Text(v_.Path()));
    entry.emplace_back(
        "policy",
        Object({{"resolve", Text(v_.OneOf({"Always", "IfNotPresent"}))},
                {"resolution", Text(v_.OneOf({"Required", "Optional"}))}}));
    return Object(std::move(entry));
  }

  PbValue Typed() {
    return Object({{"target", Object({{"resource", Text(v_.Name())}})},
                   {"field", Text(v_.Path())},
                   {"refField", Text(v_.Path())},
                   {"refSource", Text(v_.OneOf({"Composite", "Desired"}))},
                   {"list", Bool(v_.Chance(50))},
                   {"required", Bool(v_.Chance(30))},
                   {"conditions", Object({{"synced", List({})}})},
                   {"references", Object({{"group", Text(kGroup)},
                                          {"version", Text("v1")},
                                          {"resource", Text("Thing")},
                                          {"path", Text(v_.Path())}})}});
  }

  PbValue External() {
    return Object(
        {{"target",
          Object({{"resource", Text(v_.Name())}, {"field", Text(v_.Path())}})},
         {"kind", Object({{"apiVersion", Text(absl::StrCat(kGroup, "/v1"))},
                          {"kind", Text("Thing")}})},
         {"formats", List({Object({{"template", Text("{a}")}})})},
         {"fallbackPaths", List({Text("status.a")})},
         {"uniqueItems", Bool(v_.Chance(50))}});
  }

  PbValue Identity(int number) {
    return Object(
        {{"resource", Text(v_.Name())},
         {"formats", List({Object({{"template", Text("{a}")}})})},
         {"from", Object({{"a", Object({{"fieldPath", Text(v_.Path())}})}})},
         {"externalRefPaths", List({Text("status.a"), Text("status.b")})},
         {"publishTo", Text(absl::StrCat("status.ref", number))},
         {"onMismatch", Text(v_.OneOf({"Fatal", "Warn"}))}});
  }

  static PbValue Bool(bool truth) {
    PbValue value;
    value.set_bool_value(truth);
    return value;
  }

 private:
  Members Source() {
    const std::string kind = v_.OneOf({"ConfigMap", "Secret"});
    switch (v_.Below(4)) {
      case 0:
        return {{"fromComposite", Object({{"fieldPath", Text(v_.Path())}})}};
      case 1:
        return {{"fromEnvironment", Object({{"fieldPath", Text(v_.Path())}})}};
      case 2:
        return {{"fromResource", Object({{"name", Text(v_.Name())},
                                         {"fieldPath", Text(v_.Path())}})}};
      default:
        break;
    }
    Members object = {{"version", Text("v1")},
                      {"kind", Text(kind)},
                      {"namespace", Text("ns")},
                      {"fieldPath", Text(v_.Path())}};
    if (v_.Chance(70)) {
      object.emplace_back("name", Text(v_.Name()));
    } else {
      object.emplace_back("nameFrom", Object({{"composite", Bool(true)},
                                              {"fieldPath", Text(v_.Path())}}));
    }
    return {{"fromObject", Object(std::move(object))}};
  }

  Members Named(const char* name) {
    Members variable = Source();
    variable.emplace_back("name", Text(name));
    return variable;
  }

  PbValue Target() {
    switch (v_.Below(4)) {
      case 0:
        return Object({{"environment", Bool(true)}});
      case 1:
        return Object({{"context", Text(v_.Name())}});
      default:
        return Object({{"resource", Text(v_.Name())}});
    }
  }

  RandomValues& v_;
};

}  // namespace

void AddReferences(RandomValues* values, Members* members) {
  ReferenceWriter writer(values);
  auto several = [&](const char* name, auto make) {
    if (!values->Chance(40)) return;
    std::vector<PbValue> entries;
    for (int i = 1 + values->Below(3); i > 0; --i) entries.push_back(make(i));
    members->emplace_back(name, List(std::move(entries)));
  };
  several("references", [&](int) { return writer.Reference(); });
  several("typedReferences", [&](int) { return writer.Typed(); });
  several("externalReferences", [&](int) { return writer.External(); });
  several("identities", [&](int number) { return writer.Identity(number); });
  members->emplace_back("kinds", List({Object({{"group", Text(kGroup)},
                                               {"resource", Text("things")},
                                               {"kind", Text("Thing")},
                                               {"scope", Text("Cluster")}})}));
}

void AnswerReferences(RandomValues* values, v1::RunFunctionRequest* request) {
  for (int count = values->Below(5); count > 0; --count) {
    const std::string name = values->Name();
    const std::string key =
        absl::StrCat(values->OneOf({"obj:v1/ConfigMap/ns/", "obj:v1/Secret/ns/",
                                    "obj:net.example.org/v1/Thing//"}),
                     name);
    auto& answer = (*request->mutable_required_resources())[key];
    if (values->Chance(80)) {
      *answer.add_items()->mutable_resource() =
          values->Resource(name).struct_value();
    }
  }
}

}  // namespace loom::testing
