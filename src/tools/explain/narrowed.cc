// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "tools/explain/graph.h"
#include "tools/explain/selection.h"
#include "tools/explain/views.h"

namespace loom {
namespace {

// Marks what has to stay, and takes a copy of it.
class Cutter {
 public:
  explicit Cutter(const Explanation& whole) : whole_(whole) {
    source_.resize(whole.sources.size());
    step_.resize(whole.steps.size());
    field_.resize(whole.fields.size());
  }

  // What is kept keeps what it comes from; the rest waits in `waiting_`.
  void Keep(Origin origin) {
    if (origin.kind == Origin::Kind::kSource) {
      source_[origin.id] = true;
    } else {
      KeepField(origin.id);
    }
  }
  void KeepField(size_t id) {
    if (field_[id]) return;
    field_[id] = true;
    KeepStep(whole_.fields[id].by);
    for (const FormerValue& former : whole_.fields[id].was) KeepStep(former.by);
  }
  void KeepStep(size_t id) {
    if (step_[id]) return;
    step_[id] = true;
    waiting_.push_back(id);
  }
  void Follow() {
    while (!waiting_.empty()) {
      const ExplainedStep& step = whole_.steps[waiting_.back()];
      waiting_.pop_back();
      for (Origin origin : step.from) Keep(origin);
      for (Origin origin : step.over) Keep(origin);
      if (step.to.has_value()) KeepField(*step.to);
    }
  }

  // `because` and `resources` are the caller's to choose.
  Explanation Take(Explanation cut) const {
    const Numbers sources = NumbersOf(source_);
    const Numbers steps = NumbersOf(step_);
    const Numbers fields = NumbersOf(field_);
    for (Unready& unready : cut.because) {
      Renumber(steps, &unready.would_be_written_by);
    }
    for (size_t i = 0; i < source_.size(); ++i) {
      if (source_[i]) cut.sources.push_back(whole_.sources[i]);
    }
    for (size_t i = 0; i < step_.size(); ++i) {
      if (!step_[i]) continue;
      ExplainedStep step = whole_.steps[i];
      for (std::vector<Origin>* origins : {&step.from, &step.over}) {
        for (Origin& origin : *origins) {
          const bool source = origin.kind == Origin::Kind::kSource;
          origin.id = (source ? sources : fields)[origin.id];
        }
      }
      Renumber(fields, &step.to);
      cut.steps.push_back(std::move(step));
    }
    for (size_t i = 0; i < field_.size(); ++i) {
      if (!field_[i]) continue;
      ExplainedField field = whole_.fields[i];
      field.by = steps[field.by];
      for (FormerValue& former : field.was) former.by = steps[former.by];
      cut.fields.push_back(std::move(field));
    }
    return cut;
  }

 private:
  using Numbers = std::vector<size_t>;

  // By the index in the whole, the index among what is kept.
  static Numbers NumbersOf(const std::vector<bool>& kept) {
    Numbers numbers(kept.size());
    size_t next = 0;
    for (size_t i = 0; i < kept.size(); ++i) {
      if (kept[i]) numbers[i] = next++;
    }
    return numbers;
  }
  static void Renumber(const Numbers& numbers, std::optional<size_t>* id) {
    if (id->has_value()) *id = numbers[**id];
  }

  const Explanation& whole_;
  std::vector<bool> source_;
  std::vector<bool> step_;
  std::vector<bool> field_;
  std::vector<size_t> waiting_;
};

}  // namespace

absl::StatusOr<Explanation> Narrowed(const Explanation& whole,
                                     const ViewOptions& options) {
  if (options.at.empty()) return whole;
  LOOM_ASSIGN_OR_RETURN(Selection wanted, Select(whole, options.at));
  Cutter cutter(whole);
  Explanation cut;
  cut.api_version = whole.api_version;
  cut.kind = whole.kind;
  cut.name = whole.name;
  cut.name_space = whole.name_space;
  cut.ready = whole.ready;
  cut.truncated = whole.truncated;
  cut.compared = whole.compared;
  std::set<std::string> owners;
  for (size_t i = 0; i < wanted.fields.size(); ++i) {
    if (!wanted.fields[i]) continue;
    cutter.KeepField(i);
    owners.insert(whole.fields[i].owner);
  }
  for (size_t i = 0; i < wanted.resources.size(); ++i) {
    const ExplainedResource& resource = whole.resources[i];
    if (wanted.resources[i]) {
      owners.insert(OwnerOf(resource.name));
      for (size_t step = 0; step < whole.steps.size(); ++step) {
        if (whole.steps[step].owner == resource.name) cutter.KeepStep(step);
      }
    }
    if (owners.contains(OwnerOf(resource.name))) {
      cut.resources.push_back(resource);
    }
  }
  for (const Unready& unready : whole.because) {
    if (!owners.contains(OwnerOf(unready.resource))) continue;
    cut.because.push_back(unready);
    if (unready.would_be_written_by.has_value()) {
      cutter.KeepStep(*unready.would_be_written_by);
    }
  }
  cutter.Follow();
  return cutter.Take(std::move(cut));
}

}  // namespace loom
