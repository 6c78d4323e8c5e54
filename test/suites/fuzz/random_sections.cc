// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/random_sections.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace loom::testing {
namespace {

using Members = std::vector<std::pair<std::string, PbValue>>;

// Writes the entries.
class SectionWriter {
 public:
  explicit SectionWriter(RandomValues* values) : v_(*values) {}

  // Each name depends on those before it, so that few have cycles.
  PbValue Dependency() {
    std::string first = v_.Name();
    std::string second = v_.Name();
    if (second < first) std::swap(first, second);
    Members entry = {
        {"resource",
         Text(v_.Chance(30) ? absl::StrCat("[", second, "-z].*") : second)},
        {"dependsOn", List({Prerequisite(first)})},
        {"whenMissing", Text(v_.OneOf({"Block", "Ignore"}))},
        {"mode", Text(v_.OneOf({"Delay", "Reference", "Both"}))}};
    if (v_.Chance(30)) {
      entry.emplace_back(
          "when", Text(v_.OneOf({"composite.spec.a", "has(composite.spec.a)",
                                 "composite.spec.a > 1", "false",
                                 "'a' in desired.resources",
                                 "environment.size() > 1"})));
    }
    return Object(std::move(entry));
  }

  PbValue Readiness() {
    Members section = {{"unready", Text(v_.OneOf({"False", "Unspecified"}))}};
    if (v_.Chance(50)) section.emplace_back("explain", True());
    if (v_.Chance(30)) {
      section.emplace_back("expect", List({Text(v_.Name())}));
    }
    if (v_.Chance(20)) {
      section.emplace_back("resources", List({Text(v_.Name()), Text(".*a")}));
    }
    std::vector<PbValue> rules;
    for (int i = v_.Below(3); i > 0; --i) {
      Members rule = {{"resource", Text(v_.Chance(30) ? ".*" : v_.Name())}};
      rule.push_back(Rule());
      rules.push_back(Object(std::move(rule)));
    }
    if (!rules.empty()) section.emplace_back("rules", List(std::move(rules)));
    if (v_.Chance(30)) {
      section.emplace_back(
          "kinds", List({Object({{"apiVersion", Text("v1")},
                                 {"kind", Text(v_.OneOf({"ConfigMap", "Pod"}))},
                                 {"ready", Text("Exists")}})}));
    }
    return Object(std::move(section));
  }

  PbValue Detail(int number) {
    Members entry = {{"name", Text(absl::StrCat("detail-", number))}};
    switch (v_.Below(5)) {
      case 0:
        return Object({{"allFrom", Object({{"resource", Text(v_.Name())}})}});
      case 1:
        entry.emplace_back("value", Text(v_.Name()));
        break;
      case 2:
        entry.emplace_back(
            "combine",
            Object(
                {{"variables", List({Object({Source()}), Object({Source()})})},
                 {"fmt", Text(v_.OneOf({"%s-%s", "%v%d", "%x:%q"}))}}));
        break;
      default:
        entry.push_back(Source());
    }
    return Object(std::move(entry));
  }

  PbValue ObjectDetail(int number) {
    return Object(
        {{"resource", Text(v_.Name())},
         {"writeConnectionSecretToRef",
          Object({{"nameFrom", Object({{"composite", True()},
                                       {"fieldPath", Text(v_.Path())}})}})},
         {"details", List({Object({{"apiVersion", Text("v1")},
                                   {"kind", Text("Secret")},
                                   {"name", Text(v_.Name())},
                                   {"namespaceFrom",
                                    Object({{"resource", Text(v_.Name())},
                                            {"fieldPath", Text(v_.Path())}})},
                                   {"fieldPath", Text("data.a")},
                                   {"toConnectionSecretKey",
                                    Text(absl::StrCat("key-", number))}})})}});
  }

  PbValue Output() {
    return Object({{"mode", Text(v_.OneOf({"Auto", "Composite", "Secret"}))}});
  }

 private:
  static PbValue True() {
    PbValue value;
    value.set_bool_value(true);
    return value;
  }

  PbValue Prerequisite(const std::string& name) {
    if (v_.Chance(20)) {
      return Object({{"name", Text(v_.Name())},
                     {"apiVersion", Text("v1")},
                     {"kind", Text(v_.OneOf({"ConfigMap", "Secret"}))},
                     {"namespace", Text("ns")}});
    }
    Members element = {{"resource", Text(name)},
                       {"deletion", Text(v_.OneOf({"None", "Usage"}))}};
    if (v_.Chance(30)) {
      element.emplace_back("connectionDetails", List({Text(v_.Name())}));
    }
    switch (v_.Below(3)) {
      case 0:
        element.emplace_back("condition", Text(v_.OneOf({"Exists", "Synced"})));
        break;
      case 1:
        element.emplace_back("condition",
                             Object({{"fieldPath", Text(v_.Path())},
                                     {"equals", Text(v_.Name())}}));
        break;
      default:
        break;
    }
    return Object(std::move(element));
  }

  std::pair<std::string, PbValue> Rule() {
    switch (v_.Below(3)) {
      case 0:
        return {"ready", Text(v_.OneOf({"Condition", "Exists", "Ignore"}))};
      case 1:
        return {"checks", List({Object({{"type", Text("NonEmpty")},
                                        {"fieldPath", Text(v_.Path())}})})};
      default:
        return {"readyWhen",
                Text(v_.OneOf({"object.status.a == 1", "has(object.spec.b)",
                               "size(object.metadata.name) > 1",
                               "object.spec.a > 1", "composite.spec.a"}))};
    }
  }

  std::pair<std::string, PbValue> Source() {
    if (v_.Chance(50)) {
      return {"fromConnectionSecretKey", Object({{"resource", Text(v_.Name())},
                                                 {"key", Text(v_.Name())}})};
    }
    return {"fromFieldPath", Object({{"resource", Text(v_.Name())},
                                     {"fieldPath", Text(v_.Path())}})};
  }

  RandomValues& v_;
};

}  // namespace

void AddSections(RandomValues* values, Members* members) {
  SectionWriter writer(values);
  auto several = [&](const char* name, auto make) {
    if (!values->Chance(40)) return false;
    std::vector<PbValue> entries;
    for (int i = 1 + values->Below(3); i > 0; --i) entries.push_back(make(i));
    members->emplace_back(name, List(std::move(entries)));
    return true;
  };
  several("dependencies", [&](int) { return writer.Dependency(); });
  if (values->Chance(30)) {
    members->emplace_back("readiness", writer.Readiness());
  }
  several("objectConnectionDetails",
          [&](int number) { return writer.ObjectDetail(number); });
  const bool has_details = several(
      "connectionDetails", [&](int number) { return writer.Detail(number); });
  if (has_details) members->emplace_back("output", writer.Output());
}

}  // namespace loom::testing
