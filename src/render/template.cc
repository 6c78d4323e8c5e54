// SPDX-License-Identifier: Apache-2.0
#include "render/template.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "input/fields.h"
#include "resource/object.h"
#include "value/object.h"

namespace loom {
namespace {

Template ParseTemplate(const Input& input, const PatchSets& sets) {
  Fields fields(input);
  Template result;
  result.name = std::string(fields.Required("name"));
  if (std::optional<Input> base = fields.Any("base")) {
    result.base = &base->value();
    const Value* version =
        base->value().IsObject() ? Find(base->value(), "apiVersion") : nullptr;
    if (version != nullptr && !version->IsNull() && !version->IsString()) {
      base->Mistake("apiVersion",
                    absl::StrCat("want a string, got ", KindName(*version)));
    }
    absl::Status identity =
        base->value().IsObject()
            ? CheckIdentity(base->value())
            : absl::InvalidArgumentError(absl::StrCat("want an object, got ",
                                                      KindName(base->value())));
    if (!identity.ok()) {
      base->Problem(
          absl::StrCat("cannot parse base template of composed resource \"",
                       result.name, "\": ", identity.message()));
    }
  }
  result.patches = sets.Resolve(fields.List("patches"));
  result.connection_details =
      ConnectionDetails::Parse(fields.List("connectionDetails"));
  result.readiness = Readiness::Parse(fields.List("readinessChecks"));
  fields.Done();
  return result;
}

}  // namespace

std::vector<Template> Template::ParseList(const std::vector<Input>& list,
                                          const PatchSets& sets) {
  std::vector<Template> templates;
  std::set<std::string> names;
  for (const Input& entry : list) {
    Template& added = templates.emplace_back(ParseTemplate(entry, sets));
    bool twice = !added.name.empty() && !names.insert(added.name).second;
    if (twice) {
      entry.Mistake("name",
                    absl::StrCat("\"", added.name, "\" is there twice"));
    }
  }
  return templates;
}

}  // namespace loom
