// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/inline_text.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/read_field.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {
namespace {

bool UsesName(const std::vector<ExpressionRead>& reads,
              absl::string_view name) {
  return absl::c_any_of(
      reads, [&](const ExpressionRead& read) { return read.name == name; });
}

class ExpressionCheck {
 public:
  ExpressionCheck(const LintPipeline& pipeline, const LintInput& input,
                  const TemplateTypes& types, LintFindings* findings)
      : pipeline_(pipeline),
        input_(input),
        types_(types),
        resources_(ResourcesOf(input)),
        findings_(findings) {}

  void Run() {
    for (const LintExpression& expression : ExpressionsOf(input_, resources_)) {
      const std::vector<ExpressionRead> reads = ReadsOf(expression.text);
      CheckConstant(expression, reads);
      CheckNoOptional(expression);
      if (!CheckItems(expression)) CheckKey(expression, reads);
      if (!CheckOwnAbsence(expression)) CheckDefault(expression);
      for (const ExpressionRead& read : reads) {
        if (!CheckDesired(expression, read)) CheckRead(expression, read);
      }
      CheckOptional(expression, reads);
    }
    for (const LintResource& resource : resources_) {
      for (const LintPatch& patch : resource.patches) {
        if (patch.type->from != Endpoint::kItem) continue;
        CheckRead({.place = patch.place + ".fromFieldPath",
                   .member = "fromFieldPath",
                   .text = "",
                   .resource = &resource},
                  {.name = "item", .path = patch.from.segments()});
      }
    }
  }

 private:
  void Report(absl::string_view rule, const LintExpression& expression,
              absl::string_view message, absl::string_view help) {
    findings_->Add(rule, *input_.document, input_.At(expression.place), message,
                   help);
  }

  void CheckConstant(const LintExpression& expression,
                     const std::vector<ExpressionRead>& reads) {
    const bool asks =
        expression.member == "condition" || expression.member == "when";
    // A text that is no expression is reported by the validator.
    if (!asks || !reads.empty() ||
        StaticTypeOf(expression.text).name != "boolean") {
      return;
    }
    Report("expression/constant", expression,
           absl::StrCat("the condition reads nothing, so it is the same for "
                        "every composite: ",
                        expression.text),
           "remove it, or read a field of the composite");
  }

  void CheckNoOptional(const LintExpression& expression) {
    for (const OptionalMissing& each : OptionalsMissingIn(expression.text)) {
      const std::string path =
          absl::StrCat(each.read.name, ".", ToString(each.read.path),
                       each.read.is_open ? "[…]" : "");
      const size_t last = path.rfind('.');
      // The path is not always as expressions write it.
      const bool is_plain = path.find_first_of("[-") == path.npos;
      const bool has_default = absl::StartsWith(each.function, "or");
      Report("expression/no-optional", expression,
             absl::StrCat(path, " is not an optional, so ", each.function,
                          " fails when the value exists"),
             is_plain
                 ? absl::StrCat("write ", path.substr(0, last), ".?",
                                path.substr(last + 1), ".", each.function,
                                has_default ? "(…)" : "()")
                 : "write .? before the last field, or [?…] instead of […]");
    }
  }

  // The type of the list of a loop, as far as the schema of the composite has it, or of its
  // items.
  std::string TypeOfList(const LintExpression& expression, bool items) const {
    if (expression.resource == nullptr) return "";
    std::optional<ExpressionRead> list = ListOf(*expression.resource);
    if (!list.has_value() || list->name != "composite") return "";
    if (items) list->path.push_back(Segment::Index(0));
    return TypeAt(types_.composite().schema, list->path);
  }

  // Reports a loop over what is neither a list nor a map.
  bool CheckItems(const LintExpression& expression) {
    if (!absl::StartsWith(expression.place, "resources[")) return false;
    const bool is_list = absl::EndsWith(expression.place, ".forEach.items");
    const bool is_key = absl::EndsWith(expression.place, ".forEach.key");
    const std::string type =
        is_list || is_key ? TypeOfList(expression, false) : "";
    if (type.empty() || type == "array" || type == "object") return false;
    if (is_key) return true;
    Report("schema/type-mismatch", expression,
           absl::StrCat(expression.text, " is ", TypeWords(type),
                        "; a loop needs a list or a map"),
           type == "integer"
               ? absl::StrCat("write lists.range(", expression.text,
                              "), whose items are 0, 1 and so on")
               : "");
    return true;
  }

  void CheckKey(const LintExpression& expression,
                const std::vector<ExpressionRead>& reads) {
    const bool is_key = absl::EndsWith(expression.place, ".forEach.key");
    if (!is_key || !UsesName(reads, "index") || UsesName(reads, "item") ||
        UsesName(reads, "key")) {
      return;
    }
    Report(
        "expression/position-key", expression,
        "the key of an item is its position, so removing an item recreates "
        "all items after it",
        absl::StrCat(
            "take a key from the item, such as ",
            TypeOfList(expression, true) == "string" ? "item" : "item.name"));
  }

  // Whether a template's resources, or all those of the step, exist only as the
  // expression says.
  static bool Decides(const LintExpression& expression) {
    return expression.place == "condition" ||
           (absl::StartsWith(expression.place, "resources[") &&
            (expression.member == "condition" ||
             absl::EndsWith(expression.place, ".forEach.items")));
  }

  // Whether a read is of what controllers write, which may be gone for a moment.
  static bool IsOfState(ExpressionRead read) {
    if (read.name == "object" || read.name == "required") return true;
    if (read.name == "observed" && read.path.size() > 1 &&
        read.path[0].field == "composite" && read.path[1].field == "resource") {
      read.name = "composite";
      read.path.erase(read.path.begin(), read.path.begin() + 2);
    }
    return read.name == "observed" || ReadsStateOfComposite(read);
  }

  static std::string TextOf(const ExpressionRead& read) {
    return absl::StrCat(read.name, read.path.empty() ? "" : ".",
                        ToString(read.path), read.is_open ? "[…]" : "",
                        read.behind.empty() ? "" : ".", ToString(read.behind));
  }

  // Adds the paths of observed state that a text reads with a default, also in the
  // values that it reads.
  void AddDefaults(const LintExpression& expression, absl::string_view text,
                   bool is_condition, std::vector<std::string>* paths,
                   int depth = 0) const {
    for (const ExpressionRead& read : DefaultsIn(text, is_condition)) {
      std::string path = TextOf(read);
      if (IsOfState(read) && !absl::c_linear_search(*paths, path)) {
        paths->push_back(std::move(path));
      }
    }
    // A value that needs itself is reported elsewhere.
    if (depth == 16) return;
    for (const ExpressionRead& read : ReadsOf(text, "values")) {
      if (read.path.empty() || read.path[0].is_index) continue;
      const Value* value =
          NamedValueFor(input_, expression, read.path[0].field);
      if (value == nullptr || !value->IsString()) continue;
      const auto parts = PartsOf(View(*value));
      if (!parts.ok()) continue;
      for (const auto& part : *parts) {
        if (!part.is_expression) continue;
        AddDefaults(expression, part.text,
                    is_condition && OnlyReadOf(text).has_value(), paths,
                    depth + 1);
      }
    }
  }

  // A value that is gone for a moment deletes what depends on it.
  void CheckDefault(const LintExpression& expression) {
    if (!Decides(expression)) return;
    std::vector<std::string> paths;
    AddDefaults(expression, expression.text, expression.member == "condition",
                &paths);
    if (paths.empty()) return;
    Report("expression/deletes", expression,
           absl::StrCat("while ", absl::StrJoin(paths, " or "),
                        " is missing, the expression does not wait for it, and "
                        "existing resources are deleted"),
           "read the field without has(), in, .? and orValue(), and existing "
           "resources stay; if the default is meant, write # loom-lint: ignore "
           "expression/deletes -- REASON");
  }

  // Reports a condition that is false as soon as what it decides about exists.
  bool CheckOwnAbsence(const LintExpression& expression) {
    if (!Decides(expression) || expression.member != "condition" ||
        expression.resource == nullptr || pipeline_.has_other_steps) {
      return false;
    }
    const std::string name =
        std::string(IdOfTemplate(*expression.resource->value));
    // Another template may keep it.
    if (types_.Named(name) != expression.resource) return false;
    const bool undoes =
        absl::c_any_of(RefusedBy(expression.text), [&](const auto& read) {
          return read.name == "observed" && read.path.size() == 2 &&
                 read.path[0].field == "resources" &&
                 read.path[1].field == name;
        });
    if (!undoes) return false;
    Report("expression/deletes", expression,
           absl::StrCat("the condition is false when ", name,
                        " exists, so it is deleted and created again and "
                        "again"),
           "remove it; a resource that exists is not created twice");
    return true;
  }

  // Reports a read of a status that no template writes.
  bool CheckDesired(const LintExpression& expression,
                    const ExpressionRead& read) {
    const std::vector<Segment>& path = read.path;
    if (read.name != "desired" || path.size() < 4 ||
        path[0].field != "resources" || path[2].field != "resource" ||
        path[3].field != "status" || pipeline_.has_other_steps) {
      return false;
    }
    const LintResource* resource = types_.Named(path[1].field);
    if (resource == nullptr || resource->base == nullptr ||
        IsPatched(*resource, absl::Span<const Segment>(path).subspan(3, 1)) ||
        Find(*resource->base, "status") != nullptr || HasOverlays()) {
      return false;
    }
    Report(
        "expression/desired-status", expression,
        absl::StrCat("desired contains only what templates write, so it never "
                     "has the status of ",
                     path[1].field),
        absl::StrCat("write observed.", ToString(path)));
    return true;
  }

  bool HasOverlays() const {
    return absl::c_any_of(pipeline_.inputs, [](const LintInput* each) {
      return Find(*each->value, "overlays") != nullptr;
    });
  }

  // Returns whether a condition of the resource or its list reads something next to the
  // field: another field of the item, or below the same field of the spec.
  bool Asks(const LintExpression& expression,
            const ExpressionRead& read) const {
    for (const std::string& guard : GuardsOf(input_, expression)) {
      std::vector<ExpressionRead> asked = ReadsOf(guard);
      const bool of_item = absl::c_any_of(
          asked,
          [](const ExpressionRead& each) { return each.name == "item"; });
      if (read.name == "item") {
        if (of_item) return true;
        continue;
      }
      asked = ReadsThroughValues(input_, expression, asked);
      for (const ExpressionRead& each : asked) {
        if (each.name == "composite" &&
            (each.path.size() < 2 || each.path[1] == read.path[1])) {
          return true;
        }
      }
    }
    return false;
  }

  // Returns whether the schemas above a field have rules about several fields, such as one
  // that requires it in some cases.
  static bool HasRules(const Value& schema) {
    constexpr absl::string_view kRules[] = {"x-kubernetes-validations", "oneOf",
                                            "anyOf", "allOf", "not"};
    return absl::c_any_of(kRules, [&](absl::string_view each) {
      return Find(schema, each) != nullptr;
    });
  }

  void CheckOptional(const LintExpression& expression,
                     const std::vector<ExpressionRead>& reads) {
    const KindSchema* composite = types_.composite().schema;
    const bool is_of_resource =
        absl::StartsWith(expression.place, "resources[") ||
        absl::StartsWith(expression.place, "status.");
    // What a condition in the expression asks is not looked at.
    if (composite == nullptr || composite->common || !is_of_resource ||
        HasConditions(expression)) {
      return;
    }
    const bool has_condition =
        expression.resource != nullptr && expression.member != "condition" &&
        Find(*expression.resource->value, "condition") != nullptr;
    for (const ExpressionRead& read : reads) {
      if (read.is_optional || read.is_open) continue;
      // A key has no sensible default.
      const bool is_item = read.name == "item" && !read.path.empty() &&
                           !absl::EndsWith(expression.place, ".forEach.key");
      if (!is_item && (read.name != "composite" || read.path.size() < 2 ||
                       read.path[0].field != "spec")) {
        continue;
      }
      const TypedField field = FieldOf(input_, types_, expression, read);
      if (field.kind != composite) continue;
      // The list of a loop is there if there are items.
      const size_t known = is_item ? field.path.size() - read.path.size() : 1;
      const size_t count =
          FirstOptional(*composite->schema, field.path, known, has_condition);
      if (count == 0 || Asks(expression, read)) continue;
      ReportOptional(expression, read, is_item ? count - known : count);
    }
  }

  void ReportOptional(const LintExpression& expression,
                      const ExpressionRead& read, size_t count) {
    const absl::Span<const Segment> path(read.path);
    const std::string above = ToString(path.first(count - 1));
    const bool is_item = read.name == "item";
    Report("expression/optional-field", expression,
           absl::StrCat(is_item ? "item." : "", ToString(path.first(count)),
                        " is optional; without it, the expression waits "
                        "forever"),
           absl::StrCat("write ", read.name, above.empty() ? "" : ".", above,
                        ".?", ToString(path.subspan(count - 1, 1)),
                        ".orValue(…), or make the field required, or set "
                        "its default"));
  }

  // Returns how many segments lead to the first field behind those that are `known` which
  // an author of a composite may leave out; 0 if all of them are there, if the schema does
  // not say or, with `is_conditional`, if it has rules.
  static size_t FirstOptional(const Value& root,
                              const std::vector<Segment>& path, size_t known,
                              bool is_conditional) {
    const Value* schema = &root;
    for (size_t i = 0; i < path.size() && schema != nullptr; ++i) {
      if (is_conditional && HasRules(*schema)) return 0;
      const Value* field = path[i].is_index
                               ? Dig(*schema, {"items"})
                               : Dig(*schema, {"properties", path[i].field});
      const bool is_key = field == nullptr && !path[i].is_index;
      if (is_key && i < known) field = Find(*schema, "additionalProperties");
      if (field == nullptr || !field->IsObject()) return 0;
      const bool is_required = absl::c_any_of(
          ItemsAt(*schema, {"required"}), [&](const Value& name) {
            return name.IsString() && View(name) == path[i].field;
          });
      if (i >= known && !path[i].is_index && !is_required &&
          Find(*field, "default") == nullptr) {
        return i + 1;
      }
      schema = field;
    }
    return 0;
  }

  // For what other languages call the size of a list, as in zones.length.
  static std::string HelpForSize(const LintExpression& expression,
                                 const ExpressionRead& read,
                                 const TypedField& field,
                                 const SchemaPlace& place) {
    const absl::Span<const Segment> path(field.path);
    const std::string& last = path.back().field;
    const bool is_size =
        last == "length" || last == "len" || last == "size" || last == "count";
    if (!is_size || expression.member == "fromFieldPath" ||
        absl::EndsWith(place.nearest, "." + last)) {
      return "";
    }
    const std::string type = TypeAt(field.kind, path.first(path.size() - 1));
    if (type != "array" && type != "object" && type != "string") return "";
    const absl::Span<const Segment> above(read.path);
    return absl::StrCat("write ", read.name, above.size() > 1 ? "." : "",
                        ToString(above.first(above.size() - 1)),
                        ".size() for the number of ",
                        type == "string" ? "characters" : "elements");
  }

  std::string HelpForRead(const LintExpression& expression,
                          const ExpressionRead& read, const TypedField& field,
                          const SchemaPlace& place) const {
    if (const std::string size = HelpForSize(expression, read, field, place);
        !size.empty()) {
      return size;
    }
    if (!place.nearest.empty()) return MeantHelp(place.nearest);
    // The path of a patch begins in the item.
    if (expression.member == "fromFieldPath" && read.path.size() > 1 &&
        read.path[0].field == "item") {
      TypedField inside = field;
      const size_t prefix = field.path.size() - read.path.size();
      inside.path.erase(inside.path.begin() + prefix);
      const absl::Span<const Segment> path(read.path);
      return FollowPath(*inside.kind, inside.path).answer ==
                     SchemaPlace::Answer::kKnown
                 ? absl::StrCat("the path begins in the item: write ",
                                ToString(path.subspan(1)))
                 : "";
    }
    return read.name == "object" ? OfOther(read) : "";
  }

  void CheckRead(const LintExpression& expression, const ExpressionRead& read) {
    // A set is for several kinds, of which some may lack a field.
    if (absl::StartsWith(expression.place, "patchSets[") &&
        read.name != "composite") {
      return;
    }
    const TypedField field = FieldOf(input_, types_, expression, read);
    if (field.kind == nullptr || field.path.empty()) return;
    const SchemaPlace place = FollowPath(*field.kind, field.path);
    const bool missing = place.answer == SchemaPlace::Answer::kMissing;
    if (!missing && !place.IsSlip()) return;
    Report("schema/unknown-source", expression,
           absl::StrCat(field.kind->kind, " has no field ", place.missing),
           HelpForRead(expression, read, field, place));
    findings_->all().back().mild = !missing || field.kind->common;
  }

  // Suggests the only resource that has a field that `object` lacks.
  std::string OfOther(const ExpressionRead& read) const {
    const std::vector<std::string> names = types_.NamesWith(read.path);
    if (names.size() != 1 || read.is_open) return "";
    const std::vector<Segment> resource = {Segment::Field("resources"),
                                           Segment::Field(names[0]),
                                           Segment::Field("resource")};
    return absl::StrCat("object is the resource itself; write observed.",
                        ToString(resource), ".", ToString(read.path));
  }

  const LintPipeline& pipeline_;
  const LintInput& input_;
  const TemplateTypes& types_;
  const std::vector<LintResource>& resources_;
  LintFindings* findings_;
};

}  // namespace

void CheckExpressions(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const TemplateTypes types(corpus, pipeline);
    for (const LintInput* input : pipeline.inputs) {
      ExpressionCheck(pipeline, *input, types, findings).Run();
    }
  }
}

}  // namespace loom
