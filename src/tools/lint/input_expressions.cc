// SPDX-License-Identifier: Apache-2.0
#include "tools/lint/input_expressions.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "language/cel/program/expression.h"
#include "language/cel/program/expression_names.h"
#include "tools/yaml/scalar_text.h"

namespace loom {
namespace {

class Walk {
 public:
  std::vector<LintExpression> Take() && { return std::move(found_); }

  // The member of an object, if it is a text.
  void Add(const Value* object, const std::string& place,
           absl::string_view member, const LintResource* resource = nullptr) {
    const Value* text = object != nullptr && object->IsObject()
                            ? Find(*object, member)
                            : nullptr;
    if (text == nullptr || !text->IsString()) return;
    found_.push_back(
        {.place = absl::StrCat(place, place.empty() ? "" : ".", member),
         .member = std::string(member),
         .text = std::string(View(*text)),
         .resource = resource});
  }

  // The same of each element of a list.
  void AddEach(const Value* object, const std::string& place,
               absl::string_view list, absl::string_view member,
               const LintResource* resource = nullptr) {
    const Value* elements =
        object != nullptr && object->IsObject() ? Find(*object, list) : nullptr;
    if (elements == nullptr || !elements->IsArray()) return;
    for (rapidjson::SizeType i = 0; i < elements->Size(); ++i) {
      const std::string at =
          absl::StrCat(place, place.empty() ? "" : ".", list, "[", i, "]");
      Add(&(*elements)[i], at, member, resource);
      if (list != "transforms") {
        AddEach(&(*elements)[i], at, "transforms", "expression", resource);
      }
    }
  }

  // Those of the namespaces of entries, which may stand in their ref.
  void AddNamespaces(const Value* object, const std::string& place,
                     absl::string_view list) {
    constexpr absl::string_view kMember = "namespaceFromExpression";
    AddEach(object, place, list, kMember);
    const Value* entries =
        object != nullptr && object->IsObject() ? Find(*object, list) : nullptr;
    if (entries == nullptr || !entries->IsArray()) return;
    for (rapidjson::SizeType i = 0; i < entries->Size(); ++i) {
      const Value& entry = (*entries)[i];
      Add(entry.IsObject() ? Find(entry, "ref") : nullptr,
          absl::StrCat(place, place.empty() ? "" : ".", list, "[", i, "].ref"),
          kMember);
    }
  }

 private:
  std::vector<LintExpression> found_;
};

StaticType NamedExpression(const CelType& type) {
  if (type.sort() != CelType::Sort::kKind) return {};
  switch (type.kind()) {
    case CelKind::kBool:
      return {"boolean"};
    case CelKind::kInt:
    case CelKind::kUint:
      return {"integer"};
    case CelKind::kDouble:
      return {"number"};
    case CelKind::kString:
      return {"string"};
    case CelKind::kList:
      return {"array"};
    case CelKind::kMap:
      return {"object"};
    case CelKind::kOptional: {
      StaticType content = NamedExpression(type.first());
      content.may_be_absent = true;
      return content;
    }
    default:
      return {};
  }
}

}  // namespace

std::vector<LintExpression> ExpressionsOf(
    const LintInput& input, const std::vector<LintResource>& resources) {
  Walk walk;
  if (!input.native()) return {};
  walk.Add(input.value, "", "condition");
  const Value* environment = Find(*input.value, "environment");
  walk.AddNamespaces(environment, "environment", "configs");
  walk.AddEach(environment, "environment", "patches", "expression");
  walk.AddNamespaces(input.value, "", "extraResources");
  for (const LintResource& resource : resources) {
    walk.Add(resource.value, resource.place, "condition", &resource);
    const Value* loop = Find(*resource.value, "forEach");
    const std::string loop_place = resource.place + ".forEach";
    walk.Add(loop, loop_place, "items", &resource);
    walk.Add(loop, loop_place, "key", &resource);
    for (const LintPatch& patch : resource.patches) {
      walk.Add(patch.value, patch.place, "expression", &resource);
      walk.AddEach(patch.value, patch.place, "transforms", "expression",
                   &resource);
    }
    walk.AddEach(resource.value, resource.place, "connectionDetails",
                 "expression", &resource);
  }
  walk.AddEach(Find(*input.value, "writeConnectionSecretToRef"),
               "writeConnectionSecretToRef", "patches", "expression");
  walk.AddEach(input.value, "", "dependencies", "when");
  const Value* readiness = Find(*input.value, "readiness");
  walk.AddEach(readiness, "readiness", "rules", "readyWhen");
  walk.AddEach(readiness, "readiness", "kinds", "readyWhen");
  walk.AddEach(input.value, "", "connectionDetails", "fromExpression");
  return std::move(walk).Take();
}

StaticType StaticTypeOf(absl::string_view expression) {
  const Declarations names =
      DeclarationsOf(kNamesOfCall | kNamesOfItem | ExpressionName::kObject |
                     ExpressionName::kValue);
  CompilerOptions options;
  options.dialect = CelDialect::kNative;
  options.names = &names;
  auto compiled = Expression::Compile(expression, options);
  return compiled.ok() ? NamedExpression(compiled->type()) : StaticType();
}

std::optional<ExpressionRead> ListOf(const LintResource& resource) {
  const Value* loop = Find(*resource.value, "forEach");
  if (loop == nullptr || !loop->IsObject()) return std::nullopt;
  return OnlyReadOf(ScalarText(Find(*loop, "items")));
}

}  // namespace loom
