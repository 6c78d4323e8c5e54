// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "absl/strings/str_cat.h"
#include "test/suites/fuzz/references/reference_case.h"

namespace loom::testing {
namespace {

PbValue Truth(bool value) {
  PbValue result;
  result.set_bool_value(value);
  return result;
}

PbValue Null() {
  PbValue result;
  result.set_null_value(google::protobuf::NULL_VALUE);
  return result;
}

PbStruct Made(std::vector<std::pair<std::string, PbValue>> members) {
  return Object(std::move(members)).struct_value();
}

// Writes one case.
class Maker {
 public:
  explicit Maker(unsigned seed) : r_(seed) {
    the_.seed = seed;
    has_secrets_ = r_.Chance(40);
  }

  ReferenceCase Make() {
    if (r_.Chance(60)) the_.composite_ns = "team-a";
    if (r_.Chance(40)) the_.unanswered = r_.Chance(50) ? 10 : 50;
    the_.asked_before = r_.Chance(4);
    AddKinds();
    AddObjects();
    AddComposite();
    AddComposed();
    for (const char* key : {"k1", "k2", "k3"}) {
      if (r_.Chance(50)) the_.context[key] = Object({{"a", Any()}});
    }
    the_.environment = Fields("f");
    if (r_.Chance(50)) {
      the_.settings.emplace();
      const PbStruct* object = &the_.objects.front();
      if (has_secrets_ || r_.Chance(50)) {
        const PbStruct& any =
            the_.objects[size_t(r_.Below(int(the_.objects.size())))];
        if (has_secrets_ || TextAt(any, "kind") == "ConfigMap") object = &any;
      }
      for (int i = r_.Below(3); i > 0; --i) {
        the_.settings->push_back(*object);
      }
    }
    if (has_secrets_ && r_.Chance(70)) the_.token = "token";
    if (r_.Chance(20)) {
      the_.secrets = r_.OneOf({"Allow", "SameNamespace", "Deny"});
    }
    for (int i = 1 + r_.Below(5); i > 0; --i) the_.entries.push_back(Entry());
    return std::move(the_);
  }

 private:
  PbValue Any() {
    switch (r_.Below(16)) {
      case 0:
        return Text("");
      case 1:
        return Number(r_.Chance(50) ? 0 : 5);
      case 2:
        return Truth(r_.Chance(50));
      case 3:
        return Null();
      case 4:
        return List({});
      case 5:
        return List({Number(1), Text("x")});
      case 6:
        return List({Object({{"a", Number(1)}})});
      case 7:
        return Object({});
      case 8:
        return Object({{"a", Text("x")}});
      case 9:
        return Text(r_.OneOf({"YW5u", "###", "/w=="}));
      default:
        return Text(r_.OneOf({"n0", "n1", "gold", "t"}));
    }
  }

  // A few fields, of which some are missing.
  PbStruct Fields(absl::string_view letter) {
    PbStruct fields;
    for (int i = 0; i < 4; ++i) {
      if (r_.Chance(50)) continue;
      (*fields.mutable_fields())[absl::StrCat(letter, i)] = Any();
    }
    return fields;
  }

  void AddKinds() {
    the_.kinds = {
        {"v1", "ConfigMap", {"configmaps"}, true, true, "", {}},
        {"v1", "Secret", {"secrets"}, true, true, "", {}},
        {"v1", "Namespace", {"namespaces"}, false, true, "", {}},
        {"net.example.org/v1", "Network", {"networks"}, false, false, "", {}},
        {"net.example.org/v1",
         "Matrix",
         {"matrices", "matrixes"},
         true,
         false,
         "",
         {}}};
    for (CaseKind& kind : the_.kinds) {
      if (kind.known || r_.Chance(20)) continue;
      kind.installed = kind.plurals[size_t(r_.Below(int(kind.plurals.size())))];
      kind.served = r_.Chance(85) ? std::vector<std::string>{"v1", "v2"}
                                  : std::vector<std::string>{"v2"};
    }
  }

  void AddObjects() {
    for (const CaseKind& kind : the_.kinds) {
      if (!kind.installed.empty()) AddDefinition(kind);
      for (const char* name : {"n0", "n1", "n2"}) {
        for (const char* ns : {"team-a", "infra"}) {
          if (r_.Chance(30) || (!kind.namespaced && ns[0] == 'i')) continue;
          AddObject(kind, kind.namespaced ? ns : "", name);
        }
      }
    }
    if (the_.objects.empty()) AddObject(the_.kinds[0], "infra", "n0");
  }

  void AddDefinition(const CaseKind& kind) {
    std::vector<PbValue> versions;
    versions.reserve(kind.served.size());
    for (const std::string& version : kind.served) {
      versions.push_back(
          Object({{"name", Text(version)}, {"served", Truth(true)}}));
    }
    versions.push_back(
        Object({{"name", Text("v0")}, {"served", Truth(false)}}));
    const std::string name = kind.installed + ".net.example.org";
    the_.objects.push_back(Made(
        {{"apiVersion", Text("apiextensions.k8s.io/v1")},
         {"kind", Text("CustomResourceDefinition")},
         {"metadata", Object({{"name", Text(name)}})},
         {"spec",
          Object({{"group", Text("net.example.org")},
                  {"scope", Text(kind.namespaced ? "Namespaced" : "Cluster")},
                  {"names", Object({{"kind", Text(kind.kind)},
                                    {"plural", Text(kind.installed)}})},
                  {"versions", List(std::move(versions))}})}}));
  }

  void AddObject(const CaseKind& kind, const std::string& ns,
                 const std::string& name) {
    PbValue metadata = Object({{"name", Text(name)}});
    auto& members = *metadata.mutable_struct_value()->mutable_fields();
    if (!ns.empty()) members["namespace"] = Text(ns);
    if (r_.Chance(60)) members["labels"] = Object({{"tier", Text("gold")}});
    the_.objects.push_back(
        Made({{"apiVersion", Text(kind.api_version)},
              {"kind", Text(kind.kind)},
              {"metadata", metadata},
              {"data", ValueOf(Fields("d"))},
              {"status", Object({{"conditions", Conditions()}})}}));
  }

  PbValue Conditions() {
    std::vector<PbValue> conditions;
    for (const char* type : {"Ready", "Synced"}) {
      if (r_.Chance(30)) continue;
      conditions.push_back(
          Object({{"type", Text(type)},
                  {"status", Text(r_.OneOf({"True", "True", "False"}))}}));
    }
    return List(std::move(conditions));
  }

  void AddComposite() {
    PbStruct status = Fields("f");
    if (r_.Chance(50)) {
      the_.before =
          CaseCondition{r_.OneOf({"True", "False", "Unknown"}),
                        r_.OneOf({"Resolved", "ReferenceNotFound"}),
                        r_.OneOf({"", "a spec.f0: object not found"})};
      (*status.mutable_fields())["conditions"] = List(
          {Object({{"type", Text("ReferencesResolved")},
                   {"status", Text(the_.before->status)},
                   {"reason", Text(the_.before->reason)},
                   {"message", Text(the_.before->message)},
                   {"lastTransitionTime", Text("2026-02-03T04:05:06Z")}})});
    }
    PbValue metadata = Object({{"name", Text("x")}});
    if (!the_.composite_ns.empty()) {
      (*metadata.mutable_struct_value()->mutable_fields())["namespace"] =
          Text(the_.composite_ns);
    }
    PbStruct spec = Fields("f");
    (*spec.mutable_fields())["name"] = Text(r_.OneOf({"n0", "n1", ""}));
    if (r_.Chance(50)) (*spec.mutable_fields())["tier"] = Text("gold");
    the_.composite = Made({{"apiVersion", Text("example.org/v1")},
                           {"kind", Text("X")},
                           {"metadata", metadata},
                           {"spec", ValueOf(spec)},
                           {"status", ValueOf(status)}});
    if (r_.Chance(30)) {
      the_.desired_status = Made({{"apiVersion", Text("example.org/v1")},
                                  {"kind", Text("X")},
                                  {"status", ValueOf(Fields("f"))}});
    }
  }

  void AddStatus(PbStruct* observed) {
    PbStruct status = Fields("d");
    if (r_.Chance(60)) (*status.mutable_fields())["conditions"] = Conditions();
    (*observed->mutable_fields())["status"] = ValueOf(status);
  }

  // Three resources of which the last may be a Secret.
  void AddComposed() {
    for (const char* name : {"a", "b", "c"}) {
      const bool secret = has_secrets_ && name[0] == 'c';
      const char* body = secret ? "data" : "spec";
      auto object = [&] {
        return Made({{"apiVersion", Text(secret ? "v1" : "example.org/v1")},
                     {"kind", Text(secret           ? "Secret"
                                   : name[0] == 'a' ? "Alpha"
                                                    : "Beta")},
                     {body, ValueOf(Fields("f"))}});
      };
      if (r_.Chance(85)) the_.desired[name] = object();
      if (r_.Chance(50)) continue;
      PbStruct observed = object();
      PbValue metadata = Object({{"name", Text(absl::StrCat("x-", name))}});
      if (r_.Chance(5)) {
        (*metadata.mutable_struct_value()
              ->mutable_fields())["deletionTimestamp"] =
            Text("2026-02-03T04:05:06Z");
      }
      (*observed.mutable_fields())["metadata"] = metadata;
      if (r_.Chance(70)) AddStatus(&observed);
      the_.observed[name] = observed;
    }
    if (the_.desired.empty()) {
      the_.desired["z"] = Made({{"apiVersion", Text("v1")}});
    }
  }

  CaseField Field() {
    const std::string i = r_.OneOf({"0", "1", "2", "3"});
    switch (r_.Below(4)) {
      case 0:
        return {"environment", "f" + i};
      case 1:
        return {r_.OneOf({"a", "b"}), "spec.f" + i};
      case 2:
        return {"composite", "spec.name"};
      default:
        return {"composite", "spec.f" + i};
    }
  }

  CaseSource FromObject() {
    CaseSource source{.from = CaseFrom::kObject};
    source.kind = size_t(r_.Below(5));
    if (!has_secrets_ && source.kind == 1) source.kind = 0;
    const CaseKind& kind = the_.kinds[source.kind];
    if (r_.Chance(40)) {
      source.plural = kind.plurals[size_t(r_.Below(int(kind.plurals.size())))];
    }
    source.path = r_.Chance(8)
                      ? std::string(r_.OneOf({"data", "gone.x"}))
                      : "data.d" + std::string(r_.OneOf({"0", "1", "2", "3"}));
    if (r_.Chance(10)) source.path += ".a";
    if (r_.Chance(20)) source.decode = r_.OneOf({"None", "Base64"});
    if (kind.namespaced && r_.Chance(the_.composite_ns.empty() ? 95 : 40)) {
      source.ns = r_.OneOf({"team-a", "team-a", "infra"});
    }
    if (r_.Chance(65)) {
      source.name = r_.OneOf({"n0", "n1", "n2", "n9"});
      // What stands in a field is not shown once a Secret was read.
      if (!has_secrets_ && r_.Chance(30)) source.name_from = Field();
      return source;
    }
    CaseLabel label{.key = "tier", .value = "gold"};
    if (!has_secrets_ && r_.Chance(30)) {
      label.from = CaseField{"composite", "spec.tier"};
      label.optional = r_.Chance(50);
    }
    source.labels = {label};
    source.mode = r_.OneOf({"Single", "First", "Multiple"});
    if (source.mode == "Multiple" && r_.Chance(50)) source.min = r_.Below(4);
    if (source.mode == "Multiple" && r_.Chance(50))
      source.max = 1 + r_.Below(3);
    return source;
  }

  CaseSource Source() {
    const std::string i = r_.OneOf({"0", "1", "2", "3"});
    switch (r_.Below(12)) {
      case 0:
      case 1:
        return {.from = CaseFrom::kResource,
                .name = r_.OneOf({"a", "b", "c"}),
                .path = "status.d" + i};
      case 2:
        return {.from = CaseFrom::kComposite,
                .path = r_.OneOf({"spec.f", "status.f"}) + i};
      case 3:
        return {.from = CaseFrom::kEnvironment, .path = "f" + i};
      case 4:
        return {.from = CaseFrom::kContext,
                .name = r_.OneOf({"k1", "k2", "k3"}),
                .path = "a"};
      case 5:
        return {.from = CaseFrom::kRequirement,
                .name = "settings",
                .path = "data.d" + i};
      case 6:
        if (!has_secrets_) break;
        return {.from = CaseFrom::kCredentials,
                .path = r_.OneOf({"token", "gone"})};
      default:
        break;
    }
    return FromObject();
  }

  CaseEntry Entry() {
    CaseEntry entry;
    const std::string i = r_.OneOf({"0", "1", "2", "3"});
    entry.name = r_.OneOf({"a", "b", "c"});
    entry.path = has_secrets_ && entry.name == "c" ? "data.f" : "spec.f";
    entry.path += i;
    const int dice = r_.Below(10);
    if (dice == 0) {
      entry.target = CaseTarget::kComposite;
      entry.path = "status.f" + i;
    } else if (dice == 1) {
      entry.target = CaseTarget::kEnvironment;
      entry.path = "f" + i;
    } else if (dice == 2) {
      entry.target = CaseTarget::kContext;
      entry.name = r_.OneOf({"k1", "k2"});
      entry.path = entry.name == "k1" ? "" : "a";
    } else if (dice == 3 && !has_secrets_) {
      entry.target = CaseTarget::kSelector;
      entry.name = r_.OneOf({"*a", "Beta"});
    }
    entry.sources = {Source()};
    if (r_.Chance(20)) {
      entry.form = r_.Chance(50) ? CaseEntry::Form::kCombine
                                 : CaseEntry::Form::kTemplate;
      entry.sources.push_back(Source());
    }
    entry.always = r_.Chance(50);
    entry.required = r_.Chance(70);
    entry.fatal = r_.Chance(8);
    entry.ready = r_.Chance(15);
    return entry;
  }

  RandomValues r_;
  ReferenceCase the_;
  bool has_secrets_ = false;
};

}  // namespace

ReferenceCase RandomReferenceCase(unsigned seed) { return Maker(seed).Make(); }

}  // namespace loom::testing
