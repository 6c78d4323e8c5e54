// SPDX-License-Identifier: Apache-2.0
// What the author of a composite or of an EnvironmentConfig has written, and nothing
// reads, while something that is read is missing there and looks like it.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/path.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/expression_reads.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {
namespace {

using PathSegments = std::vector<Segment>;

// The paths that pipelines may read of an object. The field paths of an input count,
// whatever they are paths of.
class Reads {
 public:
  void Add(absl::Span<const Segment> path) {
    wholes_.insert(ToString(path));
    for (size_t count = 1; count <= path.size(); ++count) {
      all_.insert(ToString(path.first(count)));
    }
  }

  // Whether the value at a path, or something below it, is read.
  bool Has(const PathSegments& path) const {
    return all_.contains(ToString(path));
  }
  // Whether the value is read with all that it has.
  bool HasWhole(const PathSegments& path) const {
    return wholes_.contains(ToString(path));
  }

  // Returns a field that is read beside the last one of a path, that the object there
  // lacks and that is like it; "" for none.
  std::string Meant(const PathSegments& path, const Value& object) const {
    PathSegments beside = path;
    for (const std::string& each : all_) {
      auto read = Path::Parse(each);
      if (!read.ok() || read->segments().size() != path.size()) continue;
      const Segment& last = read->segments().back();
      beside.back() = last;
      if (!last.is_index && ToString(beside) == each &&
          !NearestName(path.back().field, {last.field}).empty() &&
          Find(object, last.field) == nullptr) {
        return last.field;
      }
    }
    return "";
  }

 private:
  std::set<std::string> all_;  // with everything above them
  std::set<std::string> wholes_;
};

// Adds the paths in fields such as fromFieldPath, valueFromFieldPath and fieldPaths.
void AddPaths(absl::string_view member, const Value& value, Reads* reads) {
  if (value.IsString() && (absl::EndsWith(member, "ieldPath") ||
                           absl::EndsWith(member, "ieldPaths"))) {
    auto path = Path::Parse(View(value));
    if (!path.ok() || path->segments().empty()) return;
    reads->Add(path->segments());
    // An object is sorted by its data.
    if (path->segments()[0].field == "data") {
      reads->Add(absl::MakeConstSpan(path->segments()).subspan(1));
    }
  }
  if (value.IsArray()) {
    for (const Value& each : Items(value)) AddPaths(member, each, reads);
  }
  if (!value.IsObject()) return;
  for (const Member& each : Members(value)) {
    AddPaths(View(each.name), each.value, reads);
  }
}

// The section providerConfig has the keys of labels.
void AddLabelKeys(const Value& input, Reads* reads) {
  const Value* section = Find(input, "providerConfig");
  if (section == nullptr || !section->IsObject()) return;
  for (absl::string_view member :
       {"labelKey", "kindLabelKey", "ignoreLabelKey"}) {
    const std::string key = ScalarText(Find(*section, member));
    if (key.empty()) continue;
    reads->Add(PathSegments{Segment::Field("metadata"),
                            Segment::Field("labels"), Segment::Field(key)});
  }
}

struct PipelineReads {
  Reads of_composite;
  Reads of_environment;

  void Add(const LintInput& input) {
    AddPaths("", *input.value, &of_composite);
    AddPaths("", *input.value, &of_environment);
    if (!input.native()) return;
    AddLabelKeys(*input.value, &of_composite);
    for (const LintExpression& each :
         ExpressionsOf(input, ResourcesOf(input))) {
      for (const ExpressionRead& read : ReadsOf(each.text)) {
        if (read.name == "composite") of_composite.Add(read.path);
        if (read.name == "environment") of_environment.Add(read.path);
      }
    }
  }
};

class UnreadCheck {
 public:
  UnreadCheck(const LintDocument& document, absl::string_view rule,
              const Reads& reads, LintFindings* findings)
      : document_(document), rule_(rule), reads_(reads), findings_(findings) {}

  // Looks at the members of an object. `above` is its path in the document, and `path`
  // the one by which it is read.
  void Run(const Value& object, const std::string& above,
           const PathSegments& path) {
    for (const Member& member : Members(object)) {
      const absl::string_view name = View(member.name);
      const std::string at = absl::StrCat(above, "[", name, "]");
      PathSegments here = path;
      here.push_back(Segment::Field(name));
      if (!reads_.Has(here)) {
        Report(here, at, object);
      } else if (member.value.IsObject() && !reads_.HasWhole(here)) {
        Run(member.value, at, here);
      }
    }
  }

 private:
  void Report(const PathSegments& path, const std::string& at,
              const Value& object) {
    const std::string meant = reads_.Meant(path, object);
    if (meant.empty()) return;
    findings_->Add(rule_, document_, at,
                   absl::StrCat("nothing reads ", path.back().field),
                   MeantHelp(meant), YamlPart::kKey);
    findings_->Replace(document_, path.back().field, meant);
  }

  const LintDocument& document_;
  const absl::string_view rule_;
  const Reads& reads_;
  LintFindings* findings_;
};

std::string TypeOf(const Value& object) {
  return absl::StrCat(ApiVersion(object), " ", Kind(object));
}

void CheckComposite(const Corpus& corpus, const LintDocument& document,
                    const Reads& reads, LintFindings* findings) {
  const Value& root = document.yaml.root;
  UnreadCheck check(document, "composite/unread", reads, findings);
  for (absl::string_view member : {"labels", "annotations"}) {
    const Value* map = Dig(root, {"metadata", member});
    if (map == nullptr || !map->IsObject()) continue;
    check.Run(*map, absl::StrCat("metadata.", member),
              {Segment::Field("metadata"), Segment::Field(member)});
  }
  // Its definition knows what the spec may have.
  const Value* spec = Find(root, "spec");
  if (spec != nullptr && spec->IsObject() &&
      corpus.schemas().Find(ApiVersion(root), Kind(root)) == nullptr) {
    check.Run(*spec, "spec", {Segment::Field("spec")});
  }
}

// A key that no EnvironmentConfig has is reported where it is read (env/unknown-key).
void CheckConfigs(const Corpus& corpus, const Reads& reads,
                  LintFindings* findings) {
  Reads of_others;
  const std::vector<const LintDocument*> configs =
      corpus.OfKind(DocumentKind::kEnvironmentConfig);
  for (const LintDocument* each : configs) {
    const Value* data = Find(each->yaml.root, "data");
    if (data == nullptr || !data->IsObject()) continue;
    for (const Member& member : Members(*data)) {
      const PathSegments key = {Segment::Field(View(member.name))};
      if (reads.Has(key)) of_others.Add(key);
    }
  }
  for (const LintDocument* each : configs) {
    const Value* data = Find(each->yaml.root, "data");
    if (data == nullptr || !data->IsObject()) continue;
    UnreadCheck(*each, "env/unread-key", of_others, findings)
        .Run(*data, "data", {});
  }
}

}  // namespace

void CheckUnread(const Corpus& corpus, LintFindings* findings) {
  std::map<std::string, PipelineReads> of_types;
  PipelineReads of_all;
  bool has_others = false;
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const Value* type =
        Dig(pipeline.document->yaml.root, {"spec", "compositeTypeRef"});
    // Other functions may read anything.
    has_others |= pipeline.has_other_steps;
    for (const LintInput* input : pipeline.inputs) {
      of_all.Add(*input);
      if (type == nullptr || !type->IsObject()) continue;
      of_types[TypeOf(*type)].Add(*input);
    }
  }
  if (has_others) return;
  for (const LintDocument* each : corpus.OfKind(DocumentKind::kComposite)) {
    auto found = of_types.find(TypeOf(each->yaml.root));
    if (found == of_types.end()) continue;
    CheckComposite(corpus, *each, found->second.of_composite, findings);
  }
  CheckConfigs(corpus, of_all.of_environment, findings);
}

}  // namespace loom
