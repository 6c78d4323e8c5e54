// SPDX-License-Identifier: Apache-2.0
#include "tools/checks/read_field.h"

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "data/fieldpath/access.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/inline_text.h"

namespace loom {

const Value* NamedValueFor(const LintInput& input,
                           const LintExpression& expression,
                           absl::string_view name) {
  const Value* const owners[] = {
      expression.resource == nullptr ? nullptr : expression.resource->value,
      input.value};
  for (const Value* owner : owners) {
    if (owner == nullptr || !owner->IsObject()) continue;
    const Value* values = Find(*owner, "values");
    const Value* value = values == nullptr || !values->IsObject()
                             ? nullptr
                             : Find(*values, name);
    if (value != nullptr) return value;
  }
  return nullptr;
}

namespace {

// The kind of the resource that a rule of readiness names.
const KindSchema* OfReadiness(const LintInput& input,
                              const TemplateTypes& types,
                              const LintExpression& expression) {
  absl::string_view place = expression.place;
  if (!absl::StartsWith(place, "readiness.rules[") ||
      !absl::ConsumeSuffix(&place, ".readyWhen")) {
    return nullptr;
  }
  auto path = Path::Parse(absl::StrCat(place, ".resource"));
  Pool pool;
  auto name = path.ok() ? Get(*input.value, *path, &pool)
                        : absl::StatusOr<const Value*>(path.status());
  return name.ok() ? types.SchemaOfNamed(ScalarText(*name)) : nullptr;
}

// resources.NAME.resource and composite.resource have the objects.
TypedField FieldOfState(const TemplateTypes& types,
                        const ExpressionRead& read) {
  const std::vector<Segment>& path = read.path;
  auto is = [&](size_t at, absl::string_view name) {
    return at < path.size() && path[at].field == name;
  };
  if (is(0, "composite") && is(1, "resource")) {
    return {types.composite().schema, {path.begin() + 2, path.end()}};
  }
  if (is(0, "resources") && is(2, "resource") && !path[1].is_index) {
    return {types.SchemaOfNamed(path[1].field), {path.begin() + 3, path.end()}};
  }
  return {};
}

// Returns what a read of a value reads, if the value is only another read, perhaps with
// a default; nullopt for any other value.
std::optional<ExpressionRead> BehindValue(const LintInput& input,
                                          const LintExpression& expression,
                                          const ExpressionRead& read) {
  if (read.path.empty() || read.path[0].is_index) return std::nullopt;
  const Value* value = NamedValueFor(input, expression, read.path[0].field);
  if (value == nullptr || !value->IsString()) return std::nullopt;
  const auto parts = PartsOf(View(*value));
  if (!parts.ok() || parts->size() != 1 || !(*parts)[0].is_expression) {
    return std::nullopt;
  }
  std::optional<ExpressionRead> behind = OnlyReadOrDefaultOf((*parts)[0].text);
  if (!behind.has_value()) return std::nullopt;
  ExpressionRead made = read;
  made.name = std::move(behind->name);
  made.path = std::move(behind->path);
  made.path.insert(made.path.end(), read.path.begin() + 1, read.path.end());
  return made;
}

}  // namespace

TypedField FieldOf(const LintInput& input, const TemplateTypes& types,
                   const LintExpression& expression,
                   const ExpressionRead& read) {
  if (read.name == "values") {
    std::optional<ExpressionRead> behind = read;
    // A value that needs itself is reported elsewhere.
    for (int i = 0; i < 16 && behind.has_value() && behind->name == "values";
         ++i) {
      behind = BehindValue(input, expression, *behind);
    }
    return behind.has_value() && behind->name != "values"
               ? FieldOf(input, types, expression, *behind)
               : TypedField();
  }
  const KindSchema* composite = types.composite().schema;
  if (read.name == "composite") return {composite, read.path};
  if (read.name == "observed" || read.name == "desired") {
    return FieldOfState(types, read);
  }
  if (expression.resource == nullptr) {
    return {
        read.name == "object" ? OfReadiness(input, types, expression) : nullptr,
        read.path};
  }
  if (read.name == "object") {
    return {types.SchemaOf(*expression.resource), read.path};
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

std::vector<std::string> ExpressionsBehind(const LintInput& input,
                                           const LintExpression& expression,
                                           const ExpressionRead& read) {
  std::vector<std::string> found;
  if (read.name != "values" || read.path.empty() || read.path[0].is_index) {
    return found;
  }
  const Value* value = NamedValueFor(input, expression, read.path[0].field);
  if (value == nullptr || !value->IsString()) return found;
  const auto parts = PartsOf(View(*value));
  if (!parts.ok()) return found;
  for (const InlinePart& part : *parts) {
    if (part.is_expression) found.push_back(part.text);
  }
  return found;
}

namespace {

// `seen`: values and lists that are in the result.
void AddThroughValues(const LintInput& input, const LintExpression& expression,
                      const std::vector<ExpressionRead>& reads,
                      std::set<std::string>* seen,
                      std::vector<ExpressionRead>* found) {
  for (const ExpressionRead& read : reads) {
    std::vector<std::string> texts = ExpressionsBehind(input, expression, read);
    const bool is_value = !texts.empty();
    if (read.name == "item" && expression.resource != nullptr) {
      texts = {
          ScalarText(Dig(*expression.resource->value, {"forEach", "items"}))};
    }
    if (texts.empty()) {
      found->push_back(read);
    } else if (seen->insert(is_value ? read.path[0].field : "item()").second) {
      for (const std::string& each : texts) {
        AddThroughValues(input, expression, ReadsOf(each), seen, found);
      }
    }
  }
}

}  // namespace

std::vector<ExpressionRead> ReadsThroughValues(
    const LintInput& input, const LintExpression& expression,
    const std::vector<ExpressionRead>& reads) {
  std::set<std::string> seen;
  std::vector<ExpressionRead> found;
  AddThroughValues(input, expression, reads, &seen, &found);
  return found;
}

std::vector<std::string> GuardsOf(const LintInput& input,
                                  const LintExpression& expression) {
  std::vector<std::string> guards;
  auto add = [&](const Value* text) {
    if (text != nullptr && text->IsString()) guards.emplace_back(View(*text));
  };
  if (expression.place != "condition") add(Find(*input.value, "condition"));
  if (const LintResource* resource = expression.resource) {
    const bool is_items = absl::EndsWith(expression.place, ".forEach.items");
    if (!is_items) add(Dig(*resource->value, {"forEach", "items"}));
    if (expression.member != "condition" || is_items) {
      add(Find(*resource->value, "condition"));
    }
    return guards;
  }
  const size_t end = expression.place.find(']');
  if (end == std::string::npos || expression.member == "when") return guards;
  auto path = Path::Parse(expression.place.substr(0, end + 1) + ".when");
  if (!path.ok()) return guards;
  Pool pool;
  const auto when = Get(*input.value, *path, &pool);
  if (when.ok()) add(*when);
  return guards;
}

}  // namespace loom
