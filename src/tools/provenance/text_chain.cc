// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/text_chain.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/strings.h"
#include "tools/provenance/graph.h"
#include "tools/provenance/wording.h"

namespace loom {
namespace {

// Fields may come from other fields without limit; at most this many lines are
// reported.
constexpr size_t kMostLines = 200;
constexpr size_t kDeepest = 50;

// The merge of an environment is reported by what was merged.
bool IsSilent(const ExplainedStep& step) {
  return step.kind == "merge" && !step.from.empty();
}

class Chain {
 public:
  Chain(const Explanation& all, bool full) : all_(all), full_(full) {}

  std::vector<std::string> Take() && { return std::move(lines_); }

  // What a step has read.
  void Reads(size_t id) {
    for (Origin origin : all_.steps[id].from) From(origin, id, true, 0);
  }

  void Field(const ExplainedField& field, size_t writer, size_t indent) {
    if (depth_ == kDeepest) return;
    ++depth_;
    Step(writer, indent);
    --depth_;
    const bool reported = !all_.steps[writer].over.empty();
    for (const FormerValue& former : field.was) {
      if (former.by >= writer) continue;
      const ExplainedStep& step = all_.steps[former.by];
      if (!IsSilent(step)) {
        Line(indent,
             {absl::StrCat("was ", Text(former.value), " by ", StepTitle(step)),
              PlaceText(step.place)});
      } else if (!reported) {
        for (Origin origin : step.from) Over(origin, former.value, indent + 2);
      }
    }
  }

 private:
  std::string Text(const ShownValue& value) const {
    return ShownText(value, full_);
  }
  void Line(size_t indent, std::initializer_list<absl::string_view> parts) {
    if (lines_.size() == kMostLines) lines_.emplace_back("…");
    if (lines_.size() > kMostLines) return;
    lines_.push_back(std::string(indent, ' ') + Visible(Columns(parts)));
  }

  void Step(size_t id, size_t indent) {
    const ExplainedStep& step = all_.steps[id];
    if (!IsSilent(step)) {
      Line(indent, {StepTitle(step), PlaceText(step.place), step.message});
    }
    for (const ExplainedTransform& each : step.transforms) {
      Line(indent,
           {each.type, absl::StrCat(Text(each.in), " -> ", Text(each.out)),
            PlaceText(each.place)});
    }
    // Of a value that is as it was read, the value is known from the field.
    const bool several = step.from.size() > 1;
    for (Origin origin : step.from) From(origin, id, several, indent);
    for (Origin origin : step.over) {
      Over(origin, ValueOf(origin), indent + 2);
    }
  }

  void From(Origin origin, size_t step, bool with_value, size_t indent) {
    if (IsExpression(origin)) with_value = false;
    std::string value =
        with_value ? absl::StrCat(" = ", Text(ValueOf(origin))) : "";
    if (origin.kind == Origin::Kind::kSource) {
      const ExplainedSource& source = all_.sources[origin.id];
      Line(indent, {SourceTitle(source) + value, PlaceText(source.place)});
      // Only the lines of an expression stay apart.
      if (IsExpression(origin)) {
        absl::StrReplaceAll({{"\\u000a", "\n"}}, &lines_.back());
      }
      return;
    }
    const ExplainedField& field = all_.fields[origin.id];
    auto writer = WriterBefore(field, step);
    const bool silent =
        writer.has_value() && !with_value && IsSilent(all_.steps[*writer]);
    if (!silent) Line(indent, {FieldName(field) + value});
    if (lines_.size() > kMostLines) return;
    if (writer.has_value()) Field(field, *writer, indent + (silent ? 0 : 2));
  }

  // Its value is that of the field, or what the first transform was given.
  bool IsExpression(Origin origin) const {
    return origin.kind == Origin::Kind::kSource &&
           all_.sources[origin.id].kind == "expression";
  }

  void Over(Origin origin, const ShownValue& value, size_t indent) {
    if (origin.kind == Origin::Kind::kField) {
      const ExplainedField& field = all_.fields[origin.id];
      Line(indent,
           {absl::StrCat("over ", Text(value), " of ", FieldName(field))});
      return;
    }
    const ExplainedSource& source = all_.sources[origin.id];
    Line(indent, {absl::StrCat("over ", Text(value), " of ", source.name),
                  PlaceText(source.place)});
  }

  const ShownValue& ValueOf(Origin origin) const {
    return origin.kind == Origin::Kind::kSource ? all_.sources[origin.id].value
                                                : all_.fields[origin.id].value;
  }

  const Explanation& all_;
  const bool full_;
  size_t depth_ = 0;
  std::vector<std::string> lines_;
};

// Returns the step of a resource at a location; nullptr for none.
const ExplainedStep* StepAt(const Explanation& all, const Unready& unready) {
  for (const ExplainedStep& step : all.steps) {
    const bool is_owner = step.owner == unready.resource ||
                          (step.owner.empty() && unready.resource == "xr");
    if (!is_owner || step.outcome == "wrote") continue;
    if (!step.place.has_value()) continue;
    const YamlPosition& at = step.place->position;
    const YamlPosition& wanted = unready.place->position;
    if (at.file == wanted.file && at.offset == wanted.offset &&
        at.line == wanted.line && at.column == wanted.column) {
      return &step;
    }
  }
  return nullptr;
}

std::string WouldBeWritten(const Explanation& all, const ExplainedStep& step) {
  std::string line =
      absl::StrCat("would be written by ",
                   step.owner.empty() ? "" : step.owner + ", ", StepName(step));
  if (step.place.has_value()) {
    absl::StrAppend(&line, " at ", PlaceText(step.place));
  }
  for (Origin origin : step.from) {
    if (origin.kind == Origin::Kind::kField) continue;
    const ExplainedSource& source = all.sources[origin.id];
    if (HasValue(source.value)) continue;
    absl::StrAppend(&line, ", once ", source.name, "'s ", source.path,
                    " exists");
    break;
  }
  return line;
}

}  // namespace

std::vector<std::string> ChainLines(const Explanation& all,
                                    const ExplainedField& field, bool full) {
  Chain chain(all, full);
  chain.Field(field, field.by, 0);
  return std::move(chain).Take();
}

std::vector<std::string> OutcomeLines(const Explanation& all, size_t id,
                                      bool full) {
  const ExplainedStep& step = all.steps[id];
  std::vector<std::string> lines = {OutcomeLine(step)};
  if (step.from.empty() || step.from[0].kind == Origin::Kind::kField ||
      all.sources[step.from[0].id].kind != "expression") {
    return lines;
  }
  Chain chain(all, full);
  chain.Reads(id);
  for (const std::string& line : std::move(chain).Take()) {
    lines.push_back("  " + line);
  }
  return lines;
}

std::string OutcomeLine(const ExplainedStep& step) {
  if (step.kind == "providerConfig" && step.outcome == "skipped") {
    return absl::StrCat("not injected: ", step.message);
  }
  return absl::StrCat(
      step.outcome, ": ",
      Columns({StepTitle(step), PlaceText(step.place), step.message}));
}

namespace {

// Adds why the resources that a step waits for do not exist, if their own templates
// exclude them.
void AddExcluded(const Explanation& all, const ExplainedStep& waiting,
                 std::vector<std::string>* lines) {
  for (Origin origin : waiting.from) {
    if (origin.kind != Origin::Kind::kSource) continue;
    const ExplainedSource& source = all.sources[origin.id];
    if (source.kind != "observed" || HasValue(source.value)) continue;
    for (const ExplainedStep& step : all.steps) {
      const bool is_condition = step.kind == "condition";
      if (step.owner != source.name || step.outcome != "skipped" ||
          (!is_condition && step.kind != "forEach")) {
        continue;
      }
      std::string line = absl::StrCat(
          source.name, " is not created: its ",
          is_condition ? "condition is false" : "list has no items");
      if (step.place.has_value()) {
        absl::StrAppend(&line, ", at ", PlaceText(step.place));
      }
      if (std::find(lines->begin(), lines->end(), line) == lines->end()) {
        lines->push_back(std::move(line));
      }
    }
  }
}

// Returns the steps that have the same outcome as the reason, in the order of the files:
// the one at its location first.
std::vector<const ExplainedStep*> StepsOf(const Explanation& all,
                                          const Unready& unready) {
  const ExplainedStep* first = StepAt(all, unready);
  if (first == nullptr) return {};
  std::vector<const ExplainedStep*> steps = {first};
  for (const ExplainedStep& step : all.steps) {
    if (&step != first && step.owner == first->owner &&
        step.outcome == unready.reason && step.to.has_value()) {
      steps.push_back(&step);
    }
  }
  return steps;
}

}  // namespace

std::vector<std::string> UnreadyLines(const Explanation& all,
                                      const Unready& unready) {
  constexpr size_t kMostFields = 10;
  std::vector<std::string> lines;
  std::vector<const ExplainedStep*> steps;
  if (unready.place.has_value()) {
    steps = StepsOf(all, unready);
    if (steps.empty()) {
      lines.push_back(absl::StrCat("at ", PlaceText(unready.place)));
    }
  }
  const size_t shown = std::min(steps.size(), kMostFields);
  for (size_t i = 0; i < shown; ++i) {
    const ExplainedStep& step = *steps[i];
    // The reason itself has the message of the first one.
    const bool has_other = i > 0 && step.message != unready.message;
    lines.push_back(absl::StrCat(
        step.to.has_value() ? all.fields[*step.to].path + ": " : "",
        StepName(step), " at ", PlaceText(step.place), has_other ? ", " : "",
        has_other ? step.message : ""));
  }
  if (steps.size() > shown) {
    const size_t rest = steps.size() - shown;
    lines.push_back(
        absl::StrCat(rest, rest == 1 ? " more field" : " more fields"));
  }
  for (const ExplainedStep* step : steps) AddExcluded(all, *step, &lines);
  for (const ExplainedResource& resource : all.resources) {
    if (resource.name != unready.resource) continue;
    for (const std::string& why : resource.why) {
      if (why != unready.message && why != UnreadyText(unready)) {
        lines.push_back(why);
      }
    }
  }
  if (unready.would_be_written_by.has_value()) {
    lines.push_back(
        WouldBeWritten(all, all.steps[*unready.would_be_written_by]));
  }
  return lines;
}

}  // namespace loom
