// SPDX-License-Identifier: Apache-2.0
#include "tools/test/timeline/origins.h"

#include <set>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/strings.h"
#include "data/fieldpath/access.h"
#include "tools/provenance/graph.h"
#include "tools/provenance/object_graph.h"
#include "tools/provenance/recorder.h"
#include "tools/provenance/sources.h"
#include "tools/provenance/text_chain.h"
#include "tools/provenance/wording.h"
#include "tools/run/pipeline.h"
#include "tools/workspace/input_mistakes.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

// An object with more wrong fields shows the origins of so many.
constexpr size_t kMostFields = 3;
// A chain that is longer is cut.
constexpr size_t kMostChainLines = 8;

using Lines = std::vector<std::string>;

// The lines of something, which begin with a word.
Lines Behind(absl::string_view word, Lines lines) {
  const std::string margin(word.size() + 1, ' ');
  for (size_t i = 0; i < lines.size(); ++i) {
    lines[i] = absl::StrCat(
        i == 0 ? absl::StrCat(word, " ") : margin,
        // An expression has several lines.
        absl::StrReplaceAll(lines[i], {{"\n", absl::StrCat("\n", margin)}}));
  }
  return lines;
}

Explanation Explained(const PipelineInputs& inputs, absl::Time deadline) {
  Recorder recorder(inputs);
  const PipelineOutcome outcome = RunPipeline(inputs, deadline, &recorder);
  recorder.Apply(outcome);
  Explanation explanation = recorder.Take();
  AddSummary(inputs, outcome, recorder.not_ready(), &explanation);
  return explanation;
}

class Origins {
 public:
  Origins(const YamlDocument& test, absl::Span<const TestStep> played,
          const PipelineInputs& inputs, absl::Time deadline)
      : test_(test),
        played_(played),
        inputs_(inputs),
        all_(Explained(inputs, deadline)) {
    for (ExplainedSource& source : all_.sources) LocateInTest(&source);
  }

  Lines Of(const FailureSubject& subject, bool with_name) {
    switch (subject.kind) {
      case FailureSubject::Kind::kField:
        return OfField(subject, with_name);
      case FailureSubject::Kind::kMissing:
        return OfMissing(subject.owner);
      case FailureSubject::Kind::kPresent:
        return OfPresent(subject.owner);
      case FailureSubject::Kind::kReadiness:
        return OfUnready();
      case FailureSubject::Kind::kPipeline:
        break;
    }
    // The failure has the message already.
    Lines lines;
    for (const Unready& each : all_.because) {
      if (each.reason != "failed") continue;
      Lines places = UnreadyLines(all_, each);
      if (places.empty()) places = OfReason(each);
      absl::c_move(places, std::back_inserter(lines));
    }
    shows_failed_ = true;
    return lines;
  }

 private:
  // Where a step of the test has written a field of the composite or of an observed
  // resource, if one has.
  std::optional<ExplainedPlace> PlaceInTest(absl::string_view resource,
                                            const std::string& path) const {
    const absl::StatusOr<Path> segments = Path::Parse(path);
    if (!segments.ok() || path.empty()) return std::nullopt;
    for (size_t i = played_.size(); i-- > 0;) {
      const TestStep& step = played_[i];
      const auto set = step.set.find(std::string(resource));
      const LocatedValue* changed =
          resource.empty() ? (step.edit.has_value() ? &*step.edit : nullptr)
                           : (set == step.set.end() ? nullptr : &set->second);
      if (changed == nullptr) continue;
      Pool pool;
      if (!Get(*changed->value, segments->segments(), &pool).ok()) continue;
      NodePath at = changed->path;
      for (const Segment& each : segments->segments()) {
        at.push_back(each.is_index ? absl::StrCat(each.index) : each.field);
      }
      return ExplainedPlace{
          test_.At(std::vector<absl::string_view>(at.begin(), at.end())), path};
    }
    return std::nullopt;
  }

  void LocateInTest(ExplainedSource* source) const {
    const bool is_observed = source->kind == "observed";
    if (!is_observed && source->kind != "composite" &&
        source->kind != "label") {
      return;
    }
    auto place = PlaceInTest(is_observed ? source->name : "", source->path);
    if (place.has_value()) {
      source->place = std::move(place);
    } else if (!is_observed && !IsInFile(source->path)) {
      source->place.reset();
    }
  }

  // Whether the file of the composite has a field. If not, Crossplane has written it.
  bool IsInFile(const std::string& path) const {
    const YamlDocument& document = inputs_.composite;
    const std::vector<std::string> names =
        StepsOf(path, inputs_.composite.root);
    const std::vector<absl::string_view> keys(names.begin(), names.end());
    return !keys.empty() &&
           NodeAt(document.nodes(), document.node(), keys) !=
               NodeAt(document.nodes(), document.node(),
                      absl::MakeConstSpan(keys).first(keys.size() - 1));
  }

  Lines Chain(const ExplainedField& field) const {
    Lines lines = ChainLines(all_, field, false);
    // What an earlier reconcile has written to the status comes from somewhere else.
    for (const Origin origin : all_.steps[field.by].from) {
      if (origin.kind == Origin::Kind::kField) continue;
      const ExplainedSource& source = all_.sources[origin.id];
      if (source.kind != "composite" || source.place.has_value()) continue;
      for (const ExplainedField& written : all_.fields) {
        if (written.owner != owners::kComposite ||
            written.path != source.path || !HasValue(written.value)) {
          continue;
        }
        for (const std::string& line : ChainLines(all_, written, false)) {
          lines.push_back(absl::StrCat("  ", line));
        }
      }
    }
    if (lines.size() > kMostChainLines) {
      lines.resize(kMostChainLines);
      lines.emplace_back("…");
    }
    return Behind("from", std::move(lines));
  }

  Lines OfField(const FailureSubject& subject, bool with_name) const {
    const std::string path =
        subject.owner == owners::kConditions && !subject.path.empty()
            ? subject.path[0].field
            : ToString(subject.path);
    Lines lines = WrittenWithin(subject.owner, path);
    if (lines.empty()) lines = NotWritten(subject.owner, path);
    if (lines.empty()) lines = SetOutside(subject.owner, subject.path);
    const bool is_object =
        IsOfResource(subject.owner) || subject.owner == owners::kComposite;
    if (lines.empty() && is_object) {
      lines.emplace_back("the pipeline does not write it");
    }
    if (!with_name || lines.empty()) return lines;
    const std::string name = FieldName({.owner = subject.owner, .path = path});
    return Behind(absl::StrCat(name, ":"), std::move(lines));
  }

  // The fields that have a value: the one, or those inside it, or the list or object
  // that it is inside of.
  Lines WrittenWithin(const std::string& owner, const std::string& path) const {
    Lines lines;
    std::set<size_t> writers;
    for (const ExplainedField& field : all_.fields) {
      if (field.owner != owner || !HasValue(field.value)) continue;
      if (!IsBelow(field.path, path) && !IsBelow(path, field.path)) continue;
      if (writers.size() == kMostFields || !writers.insert(field.by).second) {
        continue;
      }
      absl::c_move(Chain(field), std::back_inserter(lines));
    }
    return lines;
  }

  // The steps that would have written it.
  Lines NotWritten(const std::string& owner, const std::string& path) const {
    Lines lines;
    for (const ExplainedField& field : all_.fields) {
      if (field.owner != owner || HasValue(field.value)) continue;
      if (!IsBelow(field.path, path) && !IsBelow(path, field.path)) continue;
      if (all_.steps[field.by].outcome == "wrote") continue;
      absl::c_move(OutcomeLines(all_, field.by, false),
                   std::back_inserter(lines));
    }
    return lines;
  }

  // Where a step of the test, or the file of the composite, has it.
  Lines SetOutside(const std::string& owner,
                   const std::vector<Segment>& path) const {
    const bool is_composite = owner == owners::kComposite;
    auto place = PlaceInTest(is_composite ? "" : owner, ToString(path));
    Pool pool;
    if (!place.has_value() && is_composite && path[0].field != "status" &&
        Get(inputs_.composite.root, path, &pool).ok()) {
      place = SourceFiles(inputs_).InComposite(LocatorOf(path));
    }
    if (!place.has_value()) return {};
    return {absl::StrCat("set at ", PlaceText(place))};
  }

  Lines OfReason(const Unready& reason) const {
    Lines lines = {UnreadyText(reason)};
    absl::c_move(UnreadyLines(all_, reason), std::back_inserter(lines));
    return lines;
  }

  Lines OfUnready() const {
    Lines lines;
    for (const Unready& each : all_.because) {
      absl::c_move(Behind(absl::StrCat(each.resource, ":"), OfReason(each)),
                   std::back_inserter(lines));
    }
    return lines;
  }

  // Why the pipeline has failed, which is shown only once.
  Lines OfFailed() {
    Lines lines;
    for (const Unready& each : all_.because) {
      if (each.reason != "failed" || shows_failed_) continue;
      absl::c_move(OfReason(each), std::back_inserter(lines));
    }
    shows_failed_ = true;
    return lines;
  }

  Lines OfMissing(const std::string& owner) {
    Lines lines;
    for (const Unready& each : all_.because) {
      if (OwnerOf(each.resource) != owner || each.reason == "failed") continue;
      absl::c_move(OfReason(each), std::back_inserter(lines));
    }
    if (!lines.empty()) return lines;
    for (size_t i = 0; i < all_.steps.size(); ++i) {
      const ExplainedStep& step = all_.steps[i];
      if (step.owner.empty() || OwnerOf(step.owner) != owner) continue;
      if (step.kind != "condition" && step.kind != "forEach") continue;
      if (step.outcome == "wrote") continue;
      absl::c_move(OutcomeLines(all_, i, false), std::back_inserter(lines));
    }
    const bool is_known =
        absl::c_any_of(all_.resources, [&](const ExplainedResource& each) {
          return OwnerOf(each.name) == owner;
        });
    if (!lines.empty() || is_known) return lines;
    const bool has_failed = absl::c_any_of(
        all_.because,
        [](const Unready& each) { return each.reason == "failed"; });
    if (has_failed) return OfFailed();
    return {"no step of the pipeline makes it"};
  }

  Lines OfPresent(const std::string& owner) const {
    for (const ExplainedResource& each : all_.resources) {
      if (OwnerOf(each.name) != owner) continue;
      if (each.state == "kept") return {absl::StrCat("kept: ", each.why[0])};
    }
    for (const ExplainedField& field : all_.fields) {
      if (field.owner == owner && field.path == "kind" &&
          HasValue(field.value)) {
        return Chain(field);
      }
    }
    return {};
  }

  const YamlDocument& test_;
  const absl::Span<const TestStep> played_;
  const PipelineInputs& inputs_;
  Explanation all_;
  bool shows_failed_ = false;
};

}  // namespace

void AddOrigins(const YamlDocument& test, absl::Span<const TestStep> played,
                const ControlPlane& control, absl::Time deadline,
                std::vector<TestFailure>* failures) {
  const PipelineInputs* inputs = control.last_inputs();
  const bool any = absl::c_any_of(*failures, [](const TestFailure& failure) {
    return !failure.about.empty();
  });
  if (inputs == nullptr || !any) return;
  Origins origins(test, played, *inputs, deadline);
  for (TestFailure& failure : *failures) {
    const bool with_name = failure.more.empty();
    for (const FailureSubject& subject : failure.about) {
      absl::c_move(origins.Of(subject, with_name),
                   std::back_inserter(failure.more));
    }
  }
}

}  // namespace loom
