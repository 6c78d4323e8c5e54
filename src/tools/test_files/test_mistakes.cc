// SPDX-License-Identifier: Apache-2.0
#include "tools/test_files/test_mistakes.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/go/format.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/expression_reads.h"
#include "tools/inputs/render_inputs.h"
#include "tools/run/documents.h"
#include "tools/schemas/composite_schema.h"
#include "tools/schemas/crd.h"
#include "tools/test_files/document_mistakes.h"
#include "tools/workspace/template_names.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

// Two fields of a step that exclude each other for one name.
struct Exclusion {
  absl::string_view field;
  absl::string_view other;
  absl::string_view words;
};

constexpr Exclusion kExclusions[] = {
    {"composed", "absent", "is also expected to be absent"},
    {"composed", "deleted", "is also expected to be deleted"},
    {"renamed", "absent", "is also expected to be absent"},
    {"renamed", "deleted",
     "is also expected to be deleted, and not created again"},
    {"hold", "release", "is also released"}};

Diagnostic MistakeAt(const LocatedValue& value, std::string message,
                     std::string help = "") {
  return {.position = value.at,
          .path = PathText(value.path),
          .message = std::move(message),
          .help = std::move(help)};
}

class ContradictionFinder {
 public:
  explicit ContradictionFinder(const TestFile& test) : test_(test) {}

  Diagnostics Run() {
    for (const TestStep& step : test_.steps) {
      FindExclusions(step);
      FindNulls(step);
      FindIdleReleases(step);
      FindConditions(step.expect);
    }
    return std::move(found_);
  }

 private:
  static const NamedResource* Named(const TestStep& step,
                                    absl::string_view field,
                                    const std::string& name) {
    for (const NamedResource& each : step.named) {
      if (each.field == field && each.name == name) return &each;
    }
    return nullptr;
  }

  void FindExclusions(const TestStep& step) {
    for (const NamedResource& each : step.named) {
      for (const Exclusion& row : kExclusions) {
        if (each.field != row.field) continue;
        const NamedResource* other = Named(step, row.other, each.name);
        if (other == nullptr) continue;
        found_.push_back(
            MistakeAt(each.value,
                      absl::StrCat(Quoted(each.name), " ", row.words, ", at ",
                                   PlaceText(other->value.at)),
                      "remove one of the two"));
      }
    }
  }

  void FindNulls(const TestStep& step) {
    for (const NamedResource& each : step.named) {
      if (each.field != "composed" || !each.value.value->IsNull()) continue;
      found_.push_back(MistakeAt(
          each.value, "Invalid value: expected an object, got null",
          absl::StrCat("write {} if the resource must exist, or absent: [",
                       each.name, "]")));
    }
  }

  void FindIdleReleases(const TestStep& step) {
    for (const NamedResource& each : step.named) {
      if (each.field == "hold") held_.insert(each.name);
    }
    for (const NamedResource& each : step.named) {
      if (each.field != "release" || held_.contains(each.name)) continue;
      found_.push_back(MistakeAt(
          each.value,
          absl::StrCat("no step before this one holds ", Quoted(each.name)),
          absl::StrCat("write hold: [", each.name, "] in an earlier step")));
    }
  }

  void FindConditions(const TestExpectations& expect) {
    std::map<std::string, YamlPosition> types;
    for (const LocatedValue& each : expect.conditions) {
      if (!each.value->IsObject()) continue;
      const std::string type = ScalarText(Find(*each.value, "type"));
      auto [first, is_new] = types.emplace(type, each.at);
      if (!is_new && !type.empty()) {
        found_.push_back(
            MistakeAt(each, absl::StrCat("Duplicate value: ", Quoted(type),
                                         ", which is also the type of the "
                                         "condition at ",
                                         PlaceText(first->second))));
      }
      if (type == "Ready") FindReadiness(each, expect);
    }
  }

  void FindReadiness(const LocatedValue& condition,
                     const TestExpectations& expect) {
    const Value* status = Find(*condition.value, "status");
    if (!expect.ready.has_value() || status == nullptr) return;
    const std::string text = ScalarText(status);
    const bool is_true = text == "True" || text == "true";
    if (is_true == IsTrue(expect.ready->value)) return;
    found_.push_back(
        MistakeAt(condition,
                  absl::StrCat("the status is ", text, ", but ready is ",
                               ScalarText(expect.ready->value), ", at ",
                               PlaceText(expect.ready->at)),
                  "remove one of the two"));
  }

  const TestFile& test_;
  std::set<std::string> held_;
  Diagnostics found_;
};

// The names in all Compositions of a test. Objects of the cluster may be composed
// resources that exist from the beginning.
TemplateNames NamesIn(const TestFile& test) {
  TemplateNames names;
  auto add = [&names](const std::optional<YamlDocument>& composition) {
    if (composition.has_value()) {
      names.AddPipeline(Dig(composition->root, {"spec", "pipeline"}));
    }
  };
  auto add_objects = [&names](const std::vector<YamlDocument>& objects) {
    for (const YamlDocument& each : objects) {
      if (const auto name = Annotation(each.root, kResourceNameAnnotation)) {
        names.AddOther(std::string(*name));
      }
    }
  };
  add(test.sources.composition);
  add_objects(test.sources.required);
  for (const TestStep& step : test.steps) {
    add(step.composition);
    add_objects(step.objects);
  }
  return names;
}

}  // namespace

Diagnostics Contradictions(const TestFile& test) {
  return ContradictionFinder(test).Run();
}

Diagnostics UnknownNames(const TestFile& test) {
  Diagnostics found;
  const TemplateNames names = NamesIn(test);
  if (!names.is_complete() || !test.sources.composition.has_value()) {
    return found;
  }
  auto check = [&](const std::string& name, const LocatedValue& at) {
    if (names.IsLoop(name)) {
      found.push_back(MistakeAt(
          at, absl::StrCat("no composed resource is called ", name,
                           ": the template has forEach, so its resources are "
                           "called ",
                           name, "-KEY")));
    } else if (!names.Has(name)) {
      found.push_back(
          MistakeAt(at, absl::StrCat("no template creates the resource ", name),
                    names.AdviceFor(name)));
    }
  };
  for (const TestStep& step : test.steps) {
    for (const NamedResource& each : step.named) check(each.name, each.value);
    for (const TestAssertion& each : step.expect.assertions) {
      for (const ExpressionRead& read :
           ReadsOf(each.expression.text(), "composed")) {
        if (read.path.empty() || read.path[0].is_index) continue;
        check(read.path[0].field, {nullptr, each.at, each.path});
      }
    }
  }
  return found;
}

Diagnostics UnknownFields(const TestFile& test, Pool* pool) {
  Diagnostics found;
  const Value& composite = test.sources.composite.root;
  const auto& definition = test.sources.definition;
  if (!definition.has_value() || !composite.IsObject()) return found;
  const auto form = FormOf(definition->root, Kind(composite));
  if (!form.has_value() || *form == CompositeForm::kClaim) return found;
  Value made;
  const absl::StatusOr<const Value*> schema =
      SchemaOfComposite(*definition, composite, &made, pool);
  if (!schema.ok() || *schema == nullptr) return found;
  auto check = [&](const std::optional<LocatedValue>& part) {
    if (!part.has_value()) return;
    for (const Violation& each : ViolationsOf(**schema, *part->value, pool)) {
      const bool is_unknown = each.kind == ViolationKind::kUnknownField;
      // A part of an object may leave out what is required.
      if (!is_unknown && each.kind != ViolationKind::kType) continue;
      NodePath path = Below(part->path, each.path);
      const std::string shown = PathText(path);
      if (is_unknown) path.push_back(each.unknown_member);
      found.push_back(
          {.position =
               PositionAt(*test.document, path,
                          is_unknown ? YamlPart::kKey : YamlPart::kValue),
           .path = shown,
           .message = each.said(),
           .help = absl::StrCat("the definition of ", Kind(composite), " is ",
                                definition->Place({}))});
    }
  };
  for (const TestStep& step : test.steps) {
    check(step.edit);
    check(step.expect.composite);
  }
  return found;
}

}  // namespace loom
