// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "base/limits.h"
#include "crossplane/kinds/encoded_fields.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/inline_text.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {
namespace {

// Members of a template that no object has. Objects do have a `name` or a `condition`.
constexpr absl::string_view kOfTemplates[] = {"connectionDetails", "forEach",
                                              "patches", "readinessChecks"};

constexpr absl::string_view kMaps[] = {"annotations", "labels"};

constexpr absl::string_view kConfigRef = "providerConfigRef";

// "labels" if the path leads into metadata.labels, and so on; "" if it does not.
absl::string_view MapOf(absl::Span<const Segment> path) {
  if (path.size() < 3 || path[0].field != "metadata") return "";
  for (absl::string_view map : kMaps) {
    if (!path[1].is_index && path[1].field == map) return map;
  }
  return "";
}

class ObjectCheck {
 public:
  ObjectCheck(const LintInput& input, const TemplateTypes& types,
              LintFindings* findings)
      : input_(input), types_(types), findings_(findings) {}

  void All() {
    for (const LintPatch& patch : AllPatchesOf(input_)) {
      // Those of resources come below, with what the resource is.
      if (!OfResource(patch)) Patch(patch, nullptr, nullptr);
    }
    for (const LintResource& resource : ResourcesOf(input_)) {
      for (const LintObject& object : ObjectsOf(resource)) Object(object);
      Data(resource);
      const KindSchema* composed = types_.SchemaOf(resource);
      for (const LintPatch& patch : resource.patches) {
        if (OfResource(patch)) Patch(patch, &resource, composed);
      }
    }
  }

 private:
  void Object(const LintObject& object) {
    const Value& base = *object.value;
    const std::string& place = object.place;
    for (absl::string_view member : kOfTemplates) {
      if (Find(base, member) == nullptr) continue;
      findings_->Add("object/misplaced", *input_.document,
                     input_.At(absl::StrCat(place, ".", member)),
                     absl::StrCat(member,
                                  " is a field of the template, but becomes a "
                                  "field of the object here"),
                     "indent it like base", YamlPart::kKey);
    }
    CheckConfig(object);
    for (absl::string_view map : kMaps) {
      const Value* values = Dig(base, {"metadata", map});
      if (values == nullptr || !values->IsObject()) continue;
      for (const Member& each : Members(*values)) {
        if (each.value.IsString()) continue;
        Add("object/metadata",
            absl::StrCat(place, ".metadata.", map, "[", View(each.name), "]"),
            absl::StrCat(KindName(each.value), NoText(map)),
            "write it in quotes");
      }
    }
  }

  // No provider has this field among those of its cloud. Where a schema has or lacks it,
  // the rules of schemas say so.
  void CheckConfig(const LintObject& object) {
    if (Dig(*object.value, {"spec", "forProvider", kConfigRef}) == nullptr ||
        types_.HasDefinition(*object.value)) {
      return;
    }
    findings_->Add(
        "object/misplaced", *input_.document,
        input_.At(absl::StrCat(object.place, ".spec.forProvider.", kConfigRef)),
        absl::StrCat(kConfigRef,
                     " is a field of spec, not of spec.forProvider, so ",
                     Kind(*object.value), " uses the default provider config"),
        "move it next to forProvider", YamlPart::kKey);
  }

  // The values of a Secret or a ConfigMap. One that is computed or patched is checked
  // where it is made.
  void Data(const LintResource& resource) {
    if (resource.base == nullptr) return;
    const bool is_template = Find(*resource.value, "base") == nullptr;
    for (const DataMistake& mistake : FindDataMistakes(*resource.base)) {
      const Value* value = resource.base;
      for (const Segment& each : mistake.path) value = Find(*value, each.field);
      if (IsPatched(resource, mistake.path)) continue;
      if (is_template && value->IsString() && IsInline(View(*value))) continue;
      Add("object/data",
          absl::StrCat(resource.BasePlace(), ".", ToString(mistake.path)),
          mistake.message, mistake.help);
    }
  }

  // A patch that writes a value of a Secret or a ConfigMap.
  void DataPatch(const LintPatch& patch, const LintResource& resource,
                 const KindSchema* composed) {
    const absl::Span<const Segment> to = patch.to.segments();
    if (resource.base == nullptr || patch.to.HasWildcard()) return;
    const DataField* field = DataFieldAt(*resource.base, to);
    // A whole map is checked when it is rendered.
    if (field == nullptr || to.back() == Segment::Field(field->field)) return;
    const std::string made = TypeAfterTransforms(patch, Read(patch, composed));
    if (!made.empty() && made != "string") {
      return Add("object/data", patch.ToPlace(),
                 NotAString(TypeWords(made), *field),
                 HelpForString(patch, made, field->encoded));
    }
    if (field->encoded && MakesOtherText(patch)) {
      Add("object/data", patch.ToPlace(), NotBase64(*field),
          AdviceForBase64(*field));
    }
  }

  // Whether the patch makes a string with characters that base64 does not have.
  static bool MakesOtherText(const LintPatch& patch) {
    const Value* transforms = Find(*patch.value, "transforms");
    if (transforms != nullptr && transforms->IsArray() &&
        !transforms->Empty()) {
      return false;
    }
    const Value* format = Dig(*patch.value, {"combine", "string", "fmt"});
    return format != nullptr && format->IsString() &&
           absl::c_any_of(View(*format), [](char c) {
             return !absl::ascii_isalnum(c) && !absl::StrContains("+/=%", c);
           });
  }

  static bool OfResource(const LintPatch& patch) {
    return absl::StartsWith(patch.place, "resources[");
  }

  // `resource` is nullptr for a patch of a set or an overlay, and `composed`, its schema,
  // if it has none.
  void Patch(const LintPatch& patch, const LintResource* resource,
             const KindSchema* composed) {
    CheckIndex(patch);
    if (patch.type->to != Endpoint::kDesiredComposed) return;
    if (resource != nullptr) DataPatch(patch, *resource, composed);
    const absl::Span<const Segment> to = patch.to.segments();
    const absl::string_view map = MapOf(to);
    if (map.empty() || to[2].IsWildcard()) return;
    const std::string place = patch.ToPlace();
    if (to.size() > 3) {
      const std::string key = absl::StrJoin(
          to.subspan(2), ".", [](std::string* out, const Segment& segment) {
            absl::StrAppend(out, segment.is_index ? absl::StrCat(segment.index)
                                                  : segment.field);
          });
      Add("object/metadata", place,
          absl::StrCat("makes an object, ", to[2].field, ",", NoText(map)),
          absl::StrCat("write metadata.", map, "[", key, "]"));
      return;
    }
    const std::string made = TypeAfterTransforms(patch, Read(patch, composed));
    if (made.empty() || made == "string") return;
    Add("object/metadata", place, absl::StrCat(TypeWords(made), NoText(map)),
        HelpForString(patch, made, false));
  }

  // Returns what makes a string of the value of a patch or, as a template has no
  // transforms, of an expression in it.
  static std::string HelpForString(const LintPatch& patch,
                                   absl::string_view made, bool encoded) {
    if (patch.inlined.size() != 1) {
      return encoded ? "add a transform: {type: string, string: {type: "
                       "Convert, convert: ToBase64}}"
                     : "add a transform: {type: convert, convert: {toType: "
                       "string}}";
    }
    const bool is_tree = made == "object" || made == "array";
    // The value of a label has none of the characters of JSON.
    if (is_tree && MapOf(patch.to.segments()) == "labels") return "";
    const absl::string_view function = is_tree ? "json.marshal" : "string";
    const bool may_be_absent = StaticTypeOf(patch.inlined[0]).may_be_absent;
    std::string text = absl::StrCat(
        function, "(", may_be_absent ? "v" : patch.inlined[0], ")");
    if (encoded) text = absl::StrCat("bytes(", text, ")");
    return may_be_absent ? absl::StrCat("write ${", patch.inlined[0],
                                        ".optMap(v, ", text, ")}")
                         : absl::StrCat("write ${", text, "}");
  }

  void Add(absl::string_view rule, const std::string& place,
           absl::string_view message, absl::string_view help) {
    findings_->Add(rule, *input_.document, input_.At(place), message, help);
  }

  static std::string NoText(absl::string_view map) {
    return absl::StrCat(
        " instead of a string: Kubernetes refuses it, or drops all ", map,
        " of the object");
  }

  // The type of what the patch reads or computes; "" if it is not known.
  std::string Read(const LintPatch& patch, const KindSchema* composed) const {
    if (patch.type->form == PatchForm::kCombine) return "string";
    if (patch.type->form == PatchForm::kExpression) {
      return TypeOfExpression(ScalarText(Find(*patch.value, "expression")),
                              types_.composite().schema);
    }
    switch (patch.type->from) {
      case Endpoint::kObservedComposite:
      case Endpoint::kDesiredComposite:
        return TypeAt(types_.composite().schema, patch.from.segments());
      case Endpoint::kObservedComposed:
      case Endpoint::kDesiredComposed:
        return TypeAt(composed, patch.from.segments());
      default:
        return "";
    }
  }

  void CheckIndex(const LintPatch& patch) {
    for (const Segment& segment : patch.to.segments()) {
      if (!segment.is_index || segment.index <= limits::kPathIndex) continue;
      Add("path/index", patch.ToPlace(),
          absl::StrCat("the index ", segment.index, " is above the maximum of ",
                       limits::kPathIndex, ", so the step fails"),
          "");
    }
  }

  const LintInput& input_;
  const TemplateTypes& types_;
  LintFindings* findings_;
};

}  // namespace

void CheckObjects(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const TemplateTypes types(corpus, pipeline);
    for (const LintInput* input : pipeline.inputs) {
      ObjectCheck(*input, types, findings).All();
    }
  }
}

}  // namespace loom
