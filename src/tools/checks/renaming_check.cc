// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/expression_reads.h"
#include "language/cel/program/inline_text.h"
#include "language/cel/program/named_values.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"

namespace loom {
namespace {

// Returns whether a rule of the schema keeps what is at `rest` below it: `self == oldSelf`,
// or `self.team == oldSelf.team` in the schema of the object around it.
bool Keeps(const Value& schema, absl::Span<const Segment> rest) {
  const std::string path =
      rest.empty() ? "" : absl::StrCat(".", ToString(rest));
  const std::string either[] = {absl::StrCat("self", path, "==oldSelf", path),
                                absl::StrCat("oldSelf", path, "==self", path)};
  for (const Value& each : ItemsAt(schema, {"x-kubernetes-validations"})) {
    const std::string rule =
        absl::StrReplaceAll(ScalarText(Dig(each, {"rule"})), {{" ", ""}});
    for (const std::string& wanted : either) {
      const size_t at = rule.find(wanted);
      if (at == rule.npos) continue;
      // self.team is no part of self.teams.
      const size_t end = at + wanted.size();
      if (end == rule.size() || rule[end] == '&' || rule[end] == ')') {
        return true;
      }
    }
  }
  return false;
}

// Returns whether users may change the field of a composite, as far as its schema shows.
bool MayChange(const KindSchema& composite, absl::Span<const Segment> path) {
  if (path.empty()) return false;
  if (path[0].field == "metadata") {
    return path.size() > 1 &&
           (path[1].field == "labels" || path[1].field == "annotations");
  }
  if (path[0].field != "spec" || path.size() < 2) return false;
  if (FollowPath(composite, path).answer != SchemaPlace::Answer::kKnown) {
    return false;
  }
  for (size_t size = 1; size <= path.size(); ++size) {
    const SchemaPlace place = FollowPath(composite, path.subspan(0, size));
    if (place.schema != nullptr && Keeps(*place.schema, path.subspan(size))) {
      return false;
    }
  }
  return true;
}

// What the names of an input read of the composite, also through values with names.
class NameReads {
 public:
  explicit NameReads(const LintInput& input) : input_(input) {}

  struct Field {
    std::string path;
    std::string place;  // of the first name that reads it
    std::set<std::string> resources = {};
  };
  // In the order of the input.
  const std::vector<Field>& fields() const { return fields_; }

  void Add(const LintResource& resource, const KindSchema& composite) {
    const Value* name = ComputedNameOf(*resource.value);
    if (name == nullptr) return;
    const auto parts = PartsOf(View(*name));
    if (!parts.ok()) return;
    std::set<std::string> seen;
    for (const InlinePart& part : *parts) {
      if (part.is_expression) Follow(part.text, resource, composite, &seen);
    }
  }

 private:
  // `seen`: the values that were followed.
  void Follow(const std::string& expression, const LintResource& resource,
              const KindSchema& composite, std::set<std::string>* seen) {
    for (const ExpressionRead& read : ReadsOf(expression)) {
      if (read.name == "values" && !read.path.empty() &&
          seen->insert(read.path[0].field).second) {
        for (const Value* owner : {resource.value, input_.value}) {
          for (const std::string& each :
               ExpressionsOfValue(Find(*owner, "values"), read.path[0].field)) {
            Follow(each, resource, composite, seen);
          }
        }
      }
      if (read.name == "composite" && !read.is_open &&
          MayChange(composite, read.path)) {
        FieldAt(ToString(read.path), resource)
            ->resources.insert(resource.place);
      }
    }
  }

  Field* FieldAt(const std::string& path, const LintResource& resource) {
    for (Field& each : fields_) {
      if (each.path == path) return &each;
    }
    fields_.push_back({path, resource.place + ".name"});
    return &fields_.back();
  }

  const LintInput& input_;
  std::vector<Field> fields_;
};

void CheckChanges(const LintInput& input, const KindSchema& composite,
                  LintFindings* findings) {
  NameReads reads(input);
  for (const LintResource& resource : ResourcesOf(input)) {
    reads.Add(resource, composite);
  }
  for (const NameReads::Field& field : reads.fields()) {
    const size_t count = field.resources.size();
    findings->Add(
        "resource/name-changes", *input.document, input.At(field.place),
        absl::StrCat(
            "if a user changes ", field.path, ", ",
            count == 1 ? "the resource gets another name, and Crossplane "
                         "deletes the existing one"
                       : absl::StrCat(count,
                                      " resources get other names, and "
                                      "Crossplane deletes the existing ones")),
        "add a validation to the field in the XRD, with the rule "
        "self == oldSelf");
  }
}

// A template of a pipeline.
struct NamedTemplate {
  const LintInput* input;
  const LintResource* resource;
  std::string name;  // "": it is computed
  bool loops;

  // Whether it may make a resource of that name.
  bool MayMake(const std::string& other) const {
    if (name.empty()) return false;
    return loops ? absl::StartsWith(other, name + "-") : other == name;
  }
};

std::vector<NamedTemplate> TemplatesOf(const LintPipeline& pipeline) {
  std::vector<NamedTemplate> templates;
  for (const LintInput* input : pipeline.inputs) {
    for (const LintResource& each : ResourcesOf(*input)) {
      templates.push_back({input, &each,
                           ComputedNameOf(*each.value) == nullptr
                               ? ScalarText(Find(*each.value, "name"))
                               : "",
                           Find(*each.value, "forEach") != nullptr});
    }
  }
  return templates;
}

void CheckAliasesOf(const NamedTemplate& of,
                    const std::vector<NamedTemplate>& all,
                    std::map<std::string, const LintResource*>* taken,
                    LintFindings* findings) {
  const absl::Span<const Value> aliases =
      ItemsAt(*of.resource->value, {"aliases"});
  for (size_t i = 0; i < aliases.size(); ++i) {
    std::string alias = ScalarText(&aliases[i]);
    if (alias.empty() || IsInline(alias)) continue;
    auto add = [&](const std::string& message, const std::string& help) {
      findings->Add(
          "resource/alias", *of.input->document,
          of.input->At(absl::StrCat(of.resource->place, ".aliases[", i, "]")),
          message, help);
    };
    const auto [first, is_new] = taken->try_emplace(alias, of.resource);
    if (!is_new) {
      add(absl::StrCat("duplicate alias ", alias, ": only ",
                       IdOfTemplate(*first->second->value),
                       " takes the resource over"),
          "remove one of the two");
      continue;
    }
    for (const NamedTemplate& other : all) {
      if (other.resource == of.resource || of.loops || !other.MayMake(alias)) {
        continue;
      }
      add(absl::StrCat("the alias ", alias,
                       " is the name of another resource, which keeps it"),
          "remove the alias, or rename the other resource");
      break;
    }
  }
}

}  // namespace

void CheckNameChanges(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const TemplateTypes types(corpus, pipeline);
    const KindSchema* composite = types.composite().schema;
    if (composite == nullptr || composite->common) continue;
    for (const LintInput* input : pipeline.inputs) {
      if (input->native()) CheckChanges(*input, *composite, findings);
    }
  }
}

void CheckAliases(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const std::vector<NamedTemplate> all = TemplatesOf(pipeline);
    std::map<std::string, const LintResource*> taken;
    for (const NamedTemplate& each : all) {
      CheckAliasesOf(each, all, &taken, findings);
    }
  }
}

}  // namespace loom
