// SPDX-License-Identifier: Apache-2.0
#include "tools/checks/read_field.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "data/fieldpath/access.h"
#include "data/yaml/scalar.h"

namespace loom {
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

}  // namespace

TypedField FieldOf(const LintInput& input, const TemplateTypes& types,
                   const LintExpression& expression,
                   const ExpressionRead& read) {
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

}  // namespace loom
