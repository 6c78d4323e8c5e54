// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/go/format.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/input/input.h"
#include "language/transforms/transform.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"

namespace loom {
namespace {

// What is known of a value on its way through a chain.
enum class Type { kUnknown, kString, kNumber, kBool, kObject, kList };

constexpr absl::string_view kTypeNames[] = {
    "a value", "a string", "a number", "a boolean", "an object", "a list"};

absl::string_view NameOf(Type type) {
  return kTypeNames[static_cast<size_t>(type)];
}

// Values of that type, to try a transform with. Some transforms tell whole numbers
// from others.
std::vector<Value> SamplesOf(Type type) {
  std::vector<Value> samples;
  switch (type) {
    case Type::kNumber:
      samples.emplace_back(int64_t{1});
      samples.emplace_back(1.5);
      break;
    case Type::kBool:
      samples.emplace_back(true);
      break;
    case Type::kObject:
      samples.push_back(Object());
      break;
    case Type::kList:
      samples.push_back(Array());
      break;
    case Type::kString:
    case Type::kUnknown:
      samples.push_back(Borrow("x"));
  }
  return samples;
}

// Types as schemas name them.
Type TypeNamed(absl::string_view type) {
  if (type == "string") return Type::kString;
  if (type == "integer" || type == "number") return Type::kNumber;
  if (type == "boolean") return Type::kBool;
  if (type == "object") return Type::kObject;
  if (type == "array") return Type::kList;
  return Type::kUnknown;
}

class ChainCheck {
 public:
  // `source` is the schema of what the patch reads from; it may be null.
  ChainCheck(const LintInput& input, const LintPatch& patch,
             const KindSchema* source, LintFindings* findings)
      : input_(input), patch_(patch), source_(source), findings_(findings) {}

  // The type of what the first transform is given.
  Type FirstType() const {
    switch (patch_.type->form) {
      case PatchForm::kCombine:
        return Type::kString;
      case PatchForm::kExpression:
        return TypeNamed(
            StaticTypeOf(ScalarText(Find(*patch_.value, "expression"))).name);
      default:
        return source_ == nullptr
                   ? Type::kUnknown
                   : TypeNamed(TypeAt(source_, patch_.from.segments()));
    }
  }

  void Run() {
    const absl::Span<const Value> list = ItemsAt(*patch_.value, {"transforms"});
    if (list.empty()) return;
    Type type = FirstType();
    for (size_t i = 0; i < list.size(); ++i) {
      const Value& transform = list[i];
      if (!transform.IsObject()) return;
      const std::string place =
          input_.At(absl::StrCat(patch_.place, ".transforms[", i, "]"));
      CheckFallback(transform, place);
      CheckLiterals(transform, place);
      if (i == 0) CheckMap(transform, place);
      if (type != Type::kUnknown && !Works(transform, type, place)) return;
      type = TypeNamed(TypeAfter(transform, ""));
    }
  }

 private:
  // Tries the transform alone. One that the validator refuses is not tried.
  bool Works(const Value& transform, Type type, const std::string& place) {
    Pool pool;
    Problems problems;
    Value list = Array();
    list.PushBack(Copy(transform, &pool), pool.allocator());
    Input input(ItemAt(list, 0), StrictRulesOf(input_.dialect()), &problems);
    Transforms parsed = Transforms::Parse({input});
    if (!problems.empty() || parsed.empty() || parsed.has_expressions()) {
      return true;
    }
    std::string odd_text;
    bool fails = true;
    bool odd = true;
    for (const Value& sample : SamplesOf(type)) {
      absl::StatusOr<Value> result = parsed.Apply(sample, nullptr, &pool);
      fails = fails && HasFact(result.status(), Fact::kWrongType);
      odd = odd && result.ok() && IsMisfit(FormatOf(transform), sample);
      if (odd) odd_text = std::string(View(*result));
    }
    if (fails && FormatOf(transform) != nullptr) {
      ReportFormat(transform, "which it does not fit", type, place);
    } else if (fails) {
      findings_->Add("transform/type", *input_.document, place,
                     absl::StrCat("this ", ScalarText(Find(transform, "type")),
                                  " transform always gets ", NameOf(type),
                                  ", with which it fails"));
    } else if (odd) {
      ReportFormat(transform, "and makes a string such as " + odd_text, type,
                   place);
    }
    return !fails;
  }

  // Whether Go prints a note for a verb that does not fit: %!d(string=x). The wrong
  // number of arguments is reported by the validator.
  bool IsMisfit(const Value* format, const Value& sample) const {
    return format != nullptr && StrictRulesOf(input_.dialect()).follows_go &&
           !GoFormat(View(*format), {&sample}, ScalarsUnderS::kAsInGo,
                     Misfits::kRefused)
                .ok();
  }

  // The format of a string transform; nullptr if it has none.
  static const Value* FormatOf(const Value& transform) {
    const std::string type = ScalarText(Dig(transform, {"string", "type"}));
    const Value* format = Dig(transform, {"string", "fmt"});
    if (ScalarText(Find(transform, "type")) != "string" ||
        (!type.empty() && type != "Format")) {
      return nullptr;
    }
    return format != nullptr && format->IsString() ? format : nullptr;
  }

  void ReportFormat(const Value& transform, const std::string& result,
                    Type type, const std::string& place) {
    const Value* format = FormatOf(transform);
    if (format == nullptr) return;
    findings_->Add("transform/format", *input_.document, place + ".string.fmt",
                   absl::StrCat("\"", View(*format), "\" always gets ",
                                NameOf(type), ", ", result),
                   "use %v, which prints every value");
  }

  void CheckFallback(const Value& transform, const std::string& place) {
    if (ScalarText(Find(transform, "type")) != "match") return;
    const Value* match = Find(transform, "match");
    if (match == nullptr || !match->IsObject() ||
        Find(*match, "fallbackValue") != nullptr ||
        Find(*match, "fallbackTo") != nullptr) {
      return;
    }
    const Value* patterns = Find(*match, "patterns");
    if (patterns == nullptr || !patterns->IsArray()) return;
    for (const Value& pattern : Items(*patterns)) {
      if (!pattern.IsObject()) return;
      const std::string regexp = ScalarText(Find(pattern, "regexp"));
      if (regexp == ".*" || regexp == "^.*$" || regexp == ".+") return;
    }
    findings_->Add("transform/fallback", *input_.document, place + ".match",
                   "a value that matches no pattern becomes null",
                   "add fallbackTo: Input, or a fallbackValue");
  }

  // A literal that is written as a regular expression.
  void CheckLiterals(const Value& transform, const std::string& place) {
    if (ScalarText(Find(transform, "type")) != "match") return;
    const absl::Span<const Value> patterns =
        ItemsAt(transform, {"match", "patterns"});
    for (size_t i = 0; i < patterns.size(); ++i) {
      const std::string type = ScalarText(Dig(patterns[i], {"type"}));
      const std::string literal = ScalarText(Dig(patterns[i], {"literal"}));
      const bool is_regexp =
          absl::StartsWith(literal, "^") || absl::StrContains(literal, ".*");
      if ((!type.empty() && type != "literal") || !is_regexp) continue;
      findings_->Add("transform/literal", *input_.document,
                     absl::StrCat(place, ".match.patterns[", i, "].literal"),
                     absl::StrCat(literal,
                                  " looks like a regular expression, but a "
                                  "literal is compared as it is written"),
                     absl::StrCat("write type: regexp and regexp: ", literal));
    }
  }

  // Whether the resource may be left out for some values.
  bool HasCondition() const {
    const size_t end = patch_.place.find(']');
    if (!absl::StartsWith(patch_.place, "resources[")) return input_.native();
    auto path = Path::Parse(
        absl::StrCat(patch_.place.substr(0, end + 1), ".condition"));
    Pool pool;
    return path.ok() && Get(*input_.value, *path, &pool).ok();
  }

  // A map of fewer values than the schema allows.
  void CheckMap(const Value& transform, const std::string& place) {
    const Value* pairs = Find(transform, "map");
    if (ScalarText(Find(transform, "type")) != "map" || pairs == nullptr ||
        !pairs->IsObject() || source_ == nullptr || HasCondition() ||
        patch_.type->form != PatchForm::kCopy ||
        patch_.type->from != Endpoint::kObservedComposite) {
      return;
    }
    const SchemaPlace field = FollowPath(*source_, patch_.from.segments());
    if (field.answer != SchemaPlace::Answer::kKnown) return;
    std::vector<std::string> lacking;
    for (const Value& allowed : ItemsAt(*field.schema, {"enum"})) {
      if (allowed.IsString() && Find(*pairs, View(allowed)) == nullptr) {
        lacking.emplace_back(View(allowed));
      }
    }
    if (lacking.empty()) return;
    const std::string values = absl::StrJoin(lacking, ", ");
    findings_->Add(
        "transform/map", *input_.document, place + ".map",
        absl::StrCat("the map has no ", values, ", which ", patch_.from.text(),
                     " of ", source_->kind, " may be; such a composite fails"),
        absl::StrCat("add ", values, " to the map"));
  }

  const LintInput& input_;
  const LintPatch& patch_;
  const KindSchema* source_;
  LintFindings* findings_;
};

// The schemas of the resources that patches belong to, by the places of the patches. A
// patch of a set is for several.
std::map<std::string, const KindSchema*> SchemasOfPatches(
    const LintInput& input, const TemplateTypes& types) {
  std::map<std::string, const KindSchema*> schemas;
  for (const LintResource& resource : ResourcesOf(input)) {
    for (const LintPatch& patch : resource.patches) {
      if (absl::StartsWith(patch.place, "resources[")) {
        schemas[patch.place] = types.SchemaOf(resource);
      }
    }
  }
  return schemas;
}

}  // namespace

void CheckTransforms(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const TemplateTypes types(corpus, pipeline);
    for (const LintInput* input : pipeline.inputs) {
      auto schemas = SchemasOfPatches(*input, types);
      for (const LintPatch& patch : AllPatchesOf(*input)) {
        const Endpoint from = patch.type->from;
        const bool composite = from == Endpoint::kObservedComposite ||
                               from == Endpoint::kDesiredComposite;
        const bool composed = from == Endpoint::kObservedComposed ||
                              from == Endpoint::kDesiredComposed;
        const KindSchema* source = composite  ? types.composite().schema
                                   : composed ? schemas[patch.place]
                                              : nullptr;
        ChainCheck(*input, patch, source, findings).Run();
      }
    }
  }
}

}  // namespace loom
