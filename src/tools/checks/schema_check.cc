// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/expression_reads.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"
#include "tools/schemas/crd.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {
namespace {

using Answer = SchemaPlace::Answer;

// A number may be whole, so it may go where an integer is wanted.
bool Fits(absl::string_view type, absl::string_view wanted) {
  bool numbers = (type == "integer" || type == "number") &&
                 (wanted == "integer" || wanted == "number");
  return type.empty() || wanted.empty() || type == wanted || numbers;
}

bool IsScalar(absl::string_view type) {
  return type != "object" && type != "array";
}

// What `convert` calls a type.
absl::string_view ConvertName(absl::string_view type) {
  return type == "integer"   ? "int64"
         : type == "number"  ? "float64"
         : type == "boolean" ? "bool"
                             : "string";
}

// The function of expressions that converts to a type.
absl::string_view FunctionName(absl::string_view type) {
  return type == "integer"   ? "int"
         : type == "number"  ? "double"
         : type == "boolean" ? "bool"
                             : "string";
}

bool HasTransforms(const LintPatch& patch) {
  const Value* list = Find(*patch.value, "transforms");
  return list != nullptr && list->IsArray() && !list->Empty();
}

// The patches of one resource, or those of the environment.
class PatchCheck {
 public:
  PatchCheck(const LintInput& input, const KindSchema* composite,
             LintFindings* findings)
      : input_(input), composite_(composite), findings_(findings) {}

  // `composed` is the schema of the resource, or nullptr.
  void Run(const LintPatch& patch, const KindSchema* composed) {
    composed_ = composed;
    const std::string turned = HelpForTurned(patch);
    bool sound =
        CheckSources(SourcesOf(patch), KindAt(patch.type->from), turned);
    const KindSchema* kind = KindAt(patch.type->to);
    if (kind == nullptr || IsOfTemplate(patch, *kind)) return;
    // One finding says it.
    if (!turned.empty() && !sound) return;
    const std::string help =
        turned.empty() ? HelpForNested(patch, *kind) : turned;
    if (CheckDestination(ToPlace(patch), patch.to, patch.type->to, *kind,
                         help) &&
        sound) {
      CheckType(patch, *kind);
    }
  }

  // A set is for several kinds, of which some may lack a field. What all lack is missing.
  void RunInSet(const LintPatch& patch,
                const std::vector<const KindSchema*>& users) {
    auto all_lack = [&](Endpoint endpoint, const Path& path) {
      const bool composed = endpoint == Endpoint::kObservedComposed ||
                            endpoint == Endpoint::kDesiredComposed;
      return composed && absl::c_all_of(users, [&](const KindSchema* kind) {
               return kind != nullptr &&
                      IsLacking(FollowPath(*kind, path.segments()));
             });
    };
    bool lacking = all_lack(patch.type->to, patch.to);
    for (const LintSource& source : SourcesOf(patch)) {
      lacking = lacking || all_lack(patch.type->from, source.path);
    }
    Run(patch, lacking && !users.empty() ? users[0] : nullptr);
  }

  // What connection details read. Readiness checks have a rule of their own.
  void CheckDetails(const LintResource& resource, const KindSchema& kind) {
    for (const LintSource& source : SourcesOfChecks(resource)) {
      if (absl::StrContains(source.place, ".connectionDetails[")) {
        CheckSource(source, kind);
      }
    }
  }

  // A field that a section writes.
  void CheckWritten(const LintSource& to, Endpoint endpoint,
                    const KindSchema& kind) {
    CheckDestination(input_.At(to.place), to.path, endpoint, kind);
  }

  // A field of the composite that has one typed reference or a list of them.
  void CheckReferences(const LintSource& field, bool list) {
    const std::string type = TypeAt(composite_, field.path.segments());
    if (type != (list ? "object" : "array")) return;
    findings_->Add(
        "schema/type-mismatch", *input_.document, input_.At(field.place),
        absl::StrCat(field.path.text(), " of ", composite_->kind, " is ",
                     TypeWords(type), ", and this entry reads ",
                     list ? "a list of references" : "a single reference"),
        list ? "remove list: true" : "add list: true");
  }

  // `help` is the way out if a field is missing; "" for the usual one.
  bool CheckSources(const std::vector<LintSource>& sources,
                    const KindSchema* kind, absl::string_view help = "") {
    bool sound = true;
    for (const LintSource& source : sources) {
      sound = (kind == nullptr || CheckSource(source, *kind, help)) && sound;
    }
    return sound;
  }

 private:
  // A field that a template lacks in the schema is reported there.
  static bool IsOfTemplate(const LintPatch& patch, const KindSchema& kind) {
    return !patch.inlined.empty() &&
           absl::StartsWith(patch.place, "resources[") &&
           IsLacking(FollowPath(kind, patch.to.segments()));
  }

  // Whether the kind is sure to have the field. Of a managed resource, the sections are
  // known without a schema.
  static bool Has(const KindSchema& kind, const Path& path) {
    const absl::Span<const Segment> segments(path.segments());
    return FollowPath(kind, kind.common ? segments.first(std::min<size_t>(
                                              2, segments.size()))
                                        : segments)
               .answer == Answer::kKnown;
  }

  static bool IsStatusPath(const Path& path) {
    return path.segments()[0].field == "status";
  }

  // A patch between the composite and a resource whose paths are each a field of the other
  // one: the paths are swapped, or the type is that of the other direction.
  std::string HelpForTurned(const LintPatch& patch) const {
    const KindSchema* source = KindAt(patch.type->from);
    const KindSchema* target = KindAt(patch.type->to);
    if (patch.type->form != PatchForm::kCopy || source == nullptr ||
        target == nullptr || source == target || patch.from.HasWildcard() ||
        patch.to.HasWildcard() || patch.from.segments().empty() ||
        patch.to.segments().empty() || !Has(*source, patch.to) ||
        !Has(*target, patch.from) || Has(*source, patch.from) ||
        Has(*target, patch.to)) {
      return "";
    }
    const bool to_composite = target == composite_;
    const bool is_swapped = IsStatusPath(patch.from) == to_composite;
    const bool is_other_type = IsStatusPath(patch.to) != to_composite;
    if (is_swapped == is_other_type) return "";
    return absl::StrCat(
        patch.from.text(), " is a field of ", target->kind, ", and ",
        patch.to.text(), " one of ", source->kind, ": ",
        is_swapped ? "swap fromFieldPath and toFieldPath"
                   : absl::StrCat("write type: ",
                                  to_composite ? "FromCompositeFieldPath"
                                               : "ToCompositeFieldPath"));
  }

  // The `status` section that repeats the name status.
  static std::string HelpForNested(const LintPatch& patch,
                                   const KindSchema& composite) {
    const absl::Span<const Segment> to(patch.to.segments());
    const bool nested = absl::StartsWith(patch.place, "status.") &&
                        to.size() > 2 && to[0].field == "status" &&
                        to[1].field == "status";
    if (!nested || IsLacking(FollowPath(composite, to.subspan(1)))) return "";
    return absl::StrCat("the section status is already the status: write ",
                        ToString(to.subspan(2)), " directly below it");
  }

  const KindSchema* KindAt(Endpoint endpoint) const {
    switch (endpoint) {
      case Endpoint::kObservedComposite:
      case Endpoint::kDesiredComposite:
        return composite_;
      case Endpoint::kObservedComposed:
      case Endpoint::kDesiredComposed:
        return composed_;
      case Endpoint::kEnvironment:
      case Endpoint::kSecretLocation:
      case Endpoint::kItem:
      case Endpoint::kNothing:
        break;
    }
    return nullptr;
  }

  std::string ToPlace(const LintPatch& patch) const {
    return input_.At(patch.ToPlace());
  }

  // Without a first segment the whole path is more helpful.
  static std::string Named(const SchemaPlace& place, const Path& path) {
    return path.segments()[0].field == place.missing ? path.text()
                                                     : place.missing;
  }

  void AddMissing(absl::string_view rule, const std::string& path,
                  const SchemaPlace& place, absl::string_view message,
                  absl::string_view help) {
    findings_->Add(rule, *input_.document, path, message, help);
    if (!place.nearest.empty()) {
      findings_->Replace(*input_.document, place.missing, place.nearest);
    }
  }

  static bool IsLacking(const SchemaPlace& place) {
    return place.answer == Answer::kMissing || place.IsSlip();
  }

  bool CheckSource(const LintSource& source, const KindSchema& kind,
                   absl::string_view help = "") {
    if (source.path.HasWildcard()) return false;
    SchemaPlace place = FollowPath(kind, source.path.segments());
    if (!IsLacking(place)) return true;
    if (!help.empty()) place.nearest.clear();
    AddMissing("schema/unknown-source", input_.At(source.place), place,
               Lacking(kind, place, source.path),
               help.empty() ? MeantHelp(place.nearest) : help);
    findings_->all().back().mild = !IsCertain(kind, place);
    return false;
  }

  static bool IsCertain(const KindSchema& kind, const SchemaPlace& place) {
    return !kind.common && place.answer == Answer::kMissing;
  }

  static std::string Lacking(const KindSchema& kind, const SchemaPlace& place,
                             const Path& path) {
    return absl::StrCat(kind.kind, " has no field ", Named(place, path));
  }

  // `at` is the location in the input that names the field.
  bool CheckDestination(const std::string& at, const Path& to,
                        Endpoint endpoint, const KindSchema& kind,
                        absl::string_view help = "") {
    SchemaPlace place = FollowPath(kind, to.segments());
    if (!IsLacking(place)) return true;
    if (!help.empty()) place.nearest.clear();
    const std::string meant = MeantHelp(place.nearest);
    if (endpoint == Endpoint::kDesiredComposed) {
      AddMissing(
          "schema/unknown-destination", at, place,
          absl::StrCat(Lacking(kind, place, to), "; the API server refuses it"),
          help.empty() ? meant : help);
      findings_->all().back().mild = !IsCertain(kind, place);
    } else if (to.segments()[0].field == "status" && !place.IsSlip()) {
      AddMissing("schema/status-undeclared", at, place,
                 absl::StrCat(kind.kind, " declares no ", Named(place, to),
                              "; the API server refuses the whole status"),
                 !help.empty()   ? std::string(help)
                 : meant.empty() ? Declaration(kind)
                                 : meant);
      findings_->all().back().subject = Named(place, to);
    }
    return false;
  }

  static std::string Declaration(const KindSchema& kind) {
    if (kind.definition == nullptr) return "";
    return absl::StrCat(
        "declare it in ",
        PlaceText(kind.definition->At(
            {"spec", "versions", absl::StrCat(kind.version), "schema"},
            YamlPart::kKey)),
        ", under properties.status");
  }

  // The type of what a patch reads or computes.
  std::string TypeRead(const LintPatch& patch) const {
    if (patch.type->form == PatchForm::kCombine) return "string";
    if (patch.type->form == PatchForm::kExpression) {
      return TypeOfExpression(ScalarText(Find(*patch.value, "expression")),
                              composite_);
    }
    const KindSchema* kind = KindAt(patch.type->from);
    return kind == nullptr ? "" : TypeAt(kind, patch.from.segments());
  }

  static std::string HelpToConvert(const LintPatch& patch,
                                   absl::string_view made,
                                   absl::string_view wanted) {
    if (!patch.inlined.empty()) {
      const std::string whole = ScalarText(Find(*patch.value, "expression"));
      const bool converts = wanted == "string" || made == "string" ||
                            (made != "boolean" && wanted != "boolean");
      // Next to other characters, nothing but a string can be made.
      return converts && whole == patch.inlined[0]
                 ? absl::StrCat("write ${", FunctionName(wanted), "(", whole,
                                ")}")
                 : "";
    }
    const std::string convert = absl::StrCat(
        "{type: convert, convert: {toType: ", ConvertName(wanted), "}}");
    return HasTransforms(patch)
               ? absl::StrCat("add ", convert, " to the transforms")
               : absl::StrCat("add transforms: [", convert, "]");
  }

  void CheckType(const LintPatch& patch, const KindSchema& kind) {
    // A merge may append to an existing list. The rule object/metadata reports labels
    // and annotations.
    const auto& to = patch.to.segments();
    if (patch.merges || (to.size() > 2 && to[0].field == "metadata")) return;
    CheckTexts(patch, kind);
    const std::string wanted = TypeAt(&kind, patch.to.segments());
    const std::string made = TypeAfterTransforms(patch, TypeRead(patch));
    if (Fits(made, wanted)) return;
    const PatchForm form = patch.type->form;
    std::string subject = HasTransforms(patch) ? "what the transforms make"
                          : form == PatchForm::kCombine ? "what combine makes"
                          : form == PatchForm::kExpression
                              ? "what the expression makes"
                              : patch.from.text();
    const std::string help = IsScalar(made) && IsScalar(wanted)
                                 ? HelpToConvert(patch, made, wanted)
                                 : "";
    findings_->Add(
        "schema/type-mismatch", *input_.document, ToPlace(patch),
        absl::StrCat(subject, " is ", TypeWords(made), ", ", kind.kind,
                     " expects ", TypeWords(wanted), " at ", patch.to.text()),
        help);
  }

  // A string that a patch may write, and its location in the input.
  struct MadeText {
    std::string place;
    std::string text;
  };

  // The values of a map or match transform at the end, or those of an expression.
  static std::vector<MadeText> TextsMade(const LintPatch& patch) {
    std::vector<MadeText> made;
    const Value* list = Find(*patch.value, "transforms");
    if (!HasTransforms(patch)) {
      if (patch.type->form != PatchForm::kExpression) return made;
      for (std::string& text :
           TextsOf(ScalarText(Find(*patch.value, "expression")))) {
        made.push_back({patch.ExpressionPlace(), std::move(text)});
      }
      return made;
    }
    const std::string last =
        absl::StrCat(".transforms[", list->Size() - 1, "]");
    const Value& transform = ItemAt(*list, list->Size() - 1);
    const std::string type = ScalarText(Dig(transform, {"type"}));
    auto add = [&](const std::string& place, const Value* value) {
      if (value == nullptr || !value->IsString()) return;
      made.push_back(
          {absl::StrCat(patch.place, last, place), std::string(View(*value))});
    };
    const Value* pairs = Dig(transform, {"map"});
    if (type == "map" && pairs != nullptr && pairs->IsObject()) {
      for (const Member& pair : Members(*pairs)) {
        add(absl::StrCat(".map[", View(pair.name), "]"), &pair.value);
      }
    }
    const Value* patterns = Dig(transform, {"match", "patterns"});
    if (type == "match" && patterns != nullptr && patterns->IsArray()) {
      for (rapidjson::SizeType i = 0; i < patterns->Size(); ++i) {
        add(absl::StrCat(".match.patterns[", i, "].result"),
            Dig(ItemAt(*patterns, i), {"result"}));
      }
      add(".match.fallbackValue", Dig(transform, {"match", "fallbackValue"}));
    }
    return made;
  }

  // Checks the strings themselves against the schema: enum, pattern, limits.
  void CheckTexts(const LintPatch& patch, const KindSchema& kind) {
    const SchemaPlace place = FollowPath(kind, patch.to.segments());
    if (place.answer != Answer::kKnown || TypeIn(*place.schema) != "string") {
      return;
    }
    Pool pool;
    for (const MadeText& each : TextsMade(patch)) {
      for (const Violation& violation :
           CheckValue(*place.schema, Text(each.text, &pool), &pool)) {
        findings_->Add("schema/type-mismatch", *input_.document,
                       input_.At(each.place),
                       absl::StrCat(violation.message, " at ", patch.to.text(),
                                    " of ", kind.kind),
                       MeantHelp(violation.meant));
      }
    }
  }

  const LintInput& input_;
  const KindSchema* composite_;
  const KindSchema* composed_ = nullptr;
  LintFindings* findings_;
};

// The fields of composed resources and of the composite that sections read and write.
class SectionFields {
 public:
  SectionFields(const LintInput& input, const TemplateTypes& types,
                PatchCheck* check)
      : input_(input), types_(types), check_(check) {}

  void Run() {
    if (!input_.native()) return;
    for (absl::string_view section :
         {"connectionDetails", "externalReferences", "externalValues",
          "identities", "objectConnectionDetails", "references",
          "typedReferences"}) {
      const Value* value = Find(*input_.value, section);
      if (value != nullptr) Walk(std::string(section), section, *value);
    }
  }

 private:
  void Walk(const std::string& place, absl::string_view key,
            const Value& value) {
    if (value.IsArray()) {
      for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
        Walk(absl::StrCat(place, "[", i, "]"), key, ItemAt(value, i));
      }
    }
    if (!value.IsObject()) return;
    if (key == "fromComposite") {
      Read(place, value, types_.composite().schema);
    } else if (key == "fromResource") {
      Read(place, value, Named(value, "name"));
    } else if (key == "fromFieldPath") {
      Read(place, value, Named(value, "resource"));
    } else if (absl::EndsWith(key, "From")) {
      // Of a name, a namespace or a label.
      Read(place, value,
           IsTrue(Find(value, "composite")) ? types_.composite().schema
                                            : Named(value, "resource"));
    }
    const Value* target = Find(value, "target");
    if (target != nullptr && target->IsObject()) {
      const bool composite = IsTrue(Find(*target, "composite"));
      const KindSchema* kind =
          composite ? types_.composite().schema : Named(*target, "resource");
      for (const LintSource& to : WrittenBy(place, value, *target)) {
        if (kind == nullptr) break;
        check_->CheckWritten(to,
                             composite ? Endpoint::kDesiredComposite
                                       : Endpoint::kDesiredComposed,
                             *kind);
      }
    }
    if (key == "identities") Publishes(place, value);
    if (key == "typedReferences") RefersTo(place, value);
    for (const Member& each : Members(value)) {
      Walk(absl::StrCat(place, ".", View(each.name)), View(each.name),
           each.value);
    }
  }

  void Publishes(const std::string& place, const Value& identity) {
    const KindSchema* composite = types_.composite().schema;
    if (composite == nullptr) return;
    for (const LintSource& to : FieldIn(place, identity, "publishTo")) {
      check_->CheckWritten(to, Endpoint::kDesiredComposite, *composite);
    }
  }

  void RefersTo(const std::string& place, const Value& entry) {
    if (types_.composite().schema == nullptr ||
        ScalarText(Find(entry, "refSource")) == "Desired") {
      return;
    }
    for (const LintSource& field : FieldIn(place, entry, "refField")) {
      check_->CheckReferences(field, IsTrue(Find(entry, "list")));
    }
  }

  // Returns the fields that an entry writes. One with writeTo only reads its reference,
  // which the schema may lack.
  static std::vector<LintSource> WrittenBy(const std::string& place,
                                           const Value& entry,
                                           const Value& target) {
    std::vector<LintSource> written;
    if (Find(entry, "writeTo") != nullptr) {
      return FieldIn(place, entry, "writeTo");
    }
    for (absl::string_view member : {"toFieldPath", "field"}) {
      for (LintSource& to : FieldIn(place, entry, member)) {
        written.push_back(std::move(to));
      }
    }
    if (written.empty()) return FieldIn(place + ".target", target, "field");
    return written;
  }

  const KindSchema* Named(const Value& object, absl::string_view member) const {
    return types_.SchemaOfNamed(ScalarText(Find(object, member)));
  }

  // Returns the path in a field, if it is one.
  static std::vector<LintSource> FieldIn(const std::string& place,
                                         const Value& object,
                                         absl::string_view member) {
    auto path = Path::Parse(ScalarText(Find(object, member)));
    if (!path.ok() || path->segments().empty()) return {};
    return {{absl::StrCat(place, ".", member), *std::move(path)}};
  }

  void Read(const std::string& place, const Value& object,
            const KindSchema* kind) {
    check_->CheckSources(FieldIn(place, object, "fieldPath"), kind);
  }

  const LintInput& input_;
  const TemplateTypes& types_;
  PatchCheck* check_;
};

void CheckInput(const LintInput& input, const TemplateTypes& types,
                const std::vector<RemovedReference>& removed,
                LintFindings* findings) {
  PatchCheck check(input, types.composite().schema, findings);
  // Keyed by the location of a patch of a set.
  std::map<std::string, std::vector<const KindSchema*>> users;
  for (const LintResource& resource : ResourcesOf(input)) {
    const KindSchema* composed = types.SchemaOf(resource);
    if (composed != nullptr) check.CheckDetails(resource, *composed);
    for (const LintPatch& patch : resource.patches) {
      const bool stays = patch.type->to != Endpoint::kDesiredComposed ||
                         !IsRemoved(removed, resource, patch.to.segments());
      const KindSchema* kind = stays ? composed : nullptr;
      if (absl::StartsWith(patch.place, "resources[")) {
        check.Run(patch, kind);
      } else {
        users[patch.place].push_back(kind);
      }
    }
  }
  SectionFields(input, types, &check).Run();
  for (const LintPatch& patch : AllPatchesOf(input)) {
    if (!absl::StartsWith(patch.place, "resources[")) {
      check.RunInSet(patch, users[patch.place]);
    }
  }
}

}  // namespace

void CheckPatchSchemas(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const TemplateTypes types(corpus, pipeline);
    const std::vector<RemovedReference> removed = RemovedReferencesOf(pipeline);
    for (const LintInput* input : pipeline.inputs) {
      CheckInput(*input, types, removed, findings);
    }
  }
}

}  // namespace loom
