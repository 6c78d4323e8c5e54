// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "data/fieldpath/access.h"
#include "data/fieldpath/path.h"
#include "data/value/object.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"
#include "tools/schemas/kind_schemas.h"
#include "tools/yaml/scalar.h"

namespace loom {
namespace {

bool UsesName(const std::vector<ExpressionRead>& reads,
              absl::string_view name) {
  return absl::c_any_of(
      reads, [&](const ExpressionRead& read) { return read.name == name; });
}

class ExpressionCheck {
 public:
  ExpressionCheck(const LintInput& input, const TemplateTypes& types,
                  LintFindings* findings)
      : input_(input),
        types_(types),
        resources_(ResourcesOf(input)),
        findings_(findings) {}

  void Run() {
    for (const LintExpression& expression : ExpressionsOf(input_, resources_)) {
      const std::vector<ExpressionRead> reads = ReadsOf(expression.text);
      CheckConstant(expression, reads);
      CheckKey(expression, reads);
      for (const ExpressionRead& read : reads) {
        CheckRead(expression, read);
        CheckDefault(expression, read);
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

  void CheckKey(const LintExpression& expression,
                const std::vector<ExpressionRead>& reads) {
    const bool is_key = absl::EndsWith(expression.place, ".forEach.key");
    if (!is_key || !UsesName(reads, "index") || UsesName(reads, "item") ||
        UsesName(reads, "key")) {
      return;
    }
    Report("expression/position-key", expression,
           "the key of an item is its position, so removing an item recreates "
           "all items after it",
           "take a key from the item, such as item.name");
  }

  static bool Decides(const LintExpression& expression) {
    return absl::StartsWith(expression.place, "resources[") &&
           (expression.member == "condition" ||
            absl::EndsWith(expression.place, ".forEach.items"));
  }

  // A value that is gone for a moment deletes what depends on it.
  void CheckDefault(const LintExpression& expression,
                    const ExpressionRead& read) {
    const bool of_resource = read.name == "observed" && !read.path.empty() &&
                             read.path[0].field == "resources";
    if (!Decides(expression) || !read.is_optional ||
        (!of_resource && read.name != "object")) {
      return;
    }
    Report("expression/deletes", expression,
           "if the field that it reads is missing for a moment, existing "
           "resources are deleted",
           "read the field without .?, has() and orValue(); the expression "
           "then waits for it, and what exists stays");
  }

  // Returns whether the expression, or the condition of its resource, asks first. What it
  // asks is not looked at: a field may be set whenever another one has some value.
  bool Asks(const LintExpression& expression) const {
    if (HasConditions(expression)) return true;
    if (expression.member == "condition" || expression.resource == nullptr) {
      return false;
    }
    const Value* condition = Find(*expression.resource->value, "condition");
    return condition != nullptr &&
           absl::c_any_of(
               ReadsOf(ScalarText(condition)), [](const ExpressionRead& read) {
                 return read.name == "composite" || read.name == "observed";
               });
  }

  void CheckOptional(const LintExpression& expression,
                     const std::vector<ExpressionRead>& reads) {
    const KindSchema* composite = types_.composite().schema;
    const bool is_of_resource =
        absl::StartsWith(expression.place, "resources[") ||
        absl::StartsWith(expression.place, "status.");
    if (composite == nullptr || composite->common || !is_of_resource ||
        Asks(expression)) {
      return;
    }
    for (const ExpressionRead& read : reads) {
      if (read.name != "composite" || read.is_optional || read.is_open ||
          read.path.size() < 2 || read.path[0].field != "spec") {
        continue;
      }
      const size_t count = FirstOptional(*composite->schema, read.path);
      if (count == 0) continue;
      const absl::Span<const Segment> path(read.path);
      Report("expression/optional-field", expression,
             absl::StrCat(ToString(path.first(count)),
                          " is optional; without it, the expression waits "
                          "forever"),
             absl::StrCat("write composite.", ToString(path.first(count - 1)),
                          ".?", ToString(path.subspan(count - 1, 1)),
                          ".orValue(…), or make the field required, or give it "
                          "a default"));
    }
  }

  // Returns how many segments lead to the first field that an author of a composite may
  // leave out; 0 if all of them are there, or if the schema does not say.
  static size_t FirstOptional(const Value& root,
                              const std::vector<Segment>& path) {
    const Value* schema = Dig(root, {"properties", "spec"});
    for (size_t i = 1; i < path.size() && schema != nullptr; ++i) {
      const Value* field = Dig(*schema, {"properties", path[i].field});
      if (path[i].is_index || field == nullptr || !field->IsObject()) return 0;
      const bool is_required = absl::c_any_of(
          ItemsAt(*schema, {"required"}), [&](const Value& name) {
            return name.IsString() && View(name) == path[i].field;
          });
      if (!is_required && Find(*field, "default") == nullptr) return i + 1;
      schema = field;
    }
    return 0;
  }

  // The field of a kind that is read; no kind if its schema is not known.
  struct Field {
    const KindSchema* kind = nullptr;
    std::vector<Segment> path;
  };

  Field FieldOf(const LintExpression& expression, const ExpressionRead& read) {
    const KindSchema* composite = types_.composite().schema;
    if (read.name == "composite") return {composite, read.path};
    if (read.name == "observed" || read.name == "desired") {
      return FieldOfState(read);
    }
    if (expression.resource == nullptr) {
      return {read.name == "object" ? OfReadiness(expression) : nullptr,
              read.path};
    }
    if (read.name == "object") {
      return {types_.SchemaOf(*expression.resource), read.path};
    }
    if (read.name != "item" || composite == nullptr) return {};
    std::optional<ExpressionRead> list = ListOf(*expression.resource);
    if (!list.has_value() || list->name != "composite") return {};
    const std::string type = TypeAt(composite, list->path);
    if (type != "array" && type != "object") return {};
    list->path.push_back(type == "array" ? Segment::Index(0)
                                         : Segment::Field("key"));
    list->path.insert(list->path.end(), read.path.begin(), read.path.end());
    return {composite, std::move(list->path)};
  }

  // The kind of the resource that a rule of readiness names.
  const KindSchema* OfReadiness(const LintExpression& expression) const {
    absl::string_view place = expression.place;
    if (!absl::StartsWith(place, "readiness.rules[") ||
        !absl::ConsumeSuffix(&place, ".readyWhen")) {
      return nullptr;
    }
    auto path = Path::Parse(absl::StrCat(place, ".resource"));
    Pool pool;
    auto name = path.ok() ? Get(*input_.value, *path, &pool)
                          : absl::StatusOr<const Value*>(path.status());
    return name.ok() ? types_.SchemaOfNamed(ScalarText(*name)) : nullptr;
  }

  // resources.NAME.resource and composite.resource have the objects.
  Field FieldOfState(const ExpressionRead& read) const {
    const std::vector<Segment>& path = read.path;
    auto is = [&](size_t at, absl::string_view name) {
      return at < path.size() && path[at].field == name;
    };
    if (is(0, "composite") && is(1, "resource")) {
      return {types_.composite().schema, {path.begin() + 2, path.end()}};
    }
    if (is(0, "resources") && is(2, "resource") && !path[1].is_index) {
      return {types_.SchemaOfNamed(path[1].field),
              {path.begin() + 3, path.end()}};
    }
    return {};
  }

  void CheckRead(const LintExpression& expression, const ExpressionRead& read) {
    // A set is for several kinds, of which some may lack a field.
    if (absl::StartsWith(expression.place, "patchSets[") &&
        read.name != "composite") {
      return;
    }
    const Field field = FieldOf(expression, read);
    if (field.kind == nullptr || field.path.empty()) return;
    const SchemaPlace place = FollowPath(*field.kind, field.path);
    const bool missing = place.answer == SchemaPlace::Answer::kMissing;
    if (!missing && !place.IsSlip()) return;
    Report("schema/unknown-source", expression,
           absl::StrCat(field.kind->kind, " has no field ", place.missing),
           MeantHelp(place.nearest));
    findings_->all().back().mild = !missing || field.kind->common;
  }

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
      ExpressionCheck(*input, types, findings).Run();
    }
  }
}

}  // namespace loom
