// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tools/explain/views.h"
#include "tools/provenance/graph.h"

namespace loom {
namespace {

using FieldKey = std::pair<absl::string_view, absl::string_view>;

FieldKey KeyOf(const ExplainedField& field) {
  return {field.owner, field.path};
}

// What a source is called, in any run. The name of the composite is left out.
std::string KeyOf(const ExplainedSource& source) {
  return absl::StrCat(source.kind, "\n",
                      source.kind == "composite" ? "" : source.name, "\n",
                      source.path);
}

// Writes the origins of values as strings; equal strings mean equal origins.
class Origins {
 public:
  // A step reads only what steps before it wrote, so one pass is enough.
  explicit Origins(const Explanation& all) {
    for (size_t step = 0; step < all.steps.size(); ++step) {
      known_.push_back(Hashed(TextOf(all, step)));
    }
  }

  const std::string& Of(size_t step) const { return known_[step]; }

 private:
  std::string TextOf(const Explanation& all, size_t step) const {
    std::string text = all.steps[step].kind;
    for (Origin origin : all.steps[step].from) {
      if (origin.kind == Origin::Kind::kSource) {
        absl::StrAppend(&text, "(", KeyOf(all.sources[origin.id]), ")");
        continue;
      }
      const ExplainedField& field = all.fields[origin.id];
      auto writer = WriterBefore(field, step);
      absl::StrAppend(&text, "(", field.owner, "\n", field.path, " ",
                      writer.has_value() ? known_[*writer] : "", ")");
    }
    return text;
  }

  // Long strings would grow with every step that reads a field of another step.
  static std::string Hashed(std::string text) {
    if (text.size() <= 256) return text;
    uint64_t hash = 14695981039346656037u;
    for (unsigned char c : text) hash = (hash ^ c) * 1099511628211u;
    return absl::StrCat("#", hash);
  }

  std::vector<std::string> known_;
};

// Takes over into an explanation what only the earlier one has.
class Import {
 public:
  Import(const Explanation& before, Explanation* after)
      : before_(before), after_(after), steps_(before.steps.size()) {
    for (size_t i = 0; i < after->fields.size(); ++i) {
      fields_.emplace(Key(after->fields[i]), i);
    }
    for (size_t i = 0; i < after->sources.size(); ++i) {
      sources_.emplace(KeyOf(after->sources[i]), i);
    }
  }

  // Adds a field that is gone, with the step that wrote it.
  void Field(const ExplainedField& gone) {
    const size_t by = Step(gone.by);
    const size_t id = after_->fields.size();
    after_->fields.push_back(
        {gone.owner, gone.path, {}, by, {}, "removed", gone.value});
    after_->steps[by].to = id;
    fields_.emplace(Key(gone), id);
  }

 private:
  static std::pair<std::string, std::string> Key(const ExplainedField& field) {
    return {field.owner, field.path};
  }

  size_t Step(size_t id) {
    if (steps_[id].has_value()) return *steps_[id];
    ExplainedStep step = before_.steps[id];
    step.from = Origins(step.from);
    step.over = Origins(step.over);
    step.to.reset();
    steps_[id] = after_->steps.size();
    after_->steps.push_back(std::move(step));
    return *steps_[id];
  }

  std::vector<Origin> Origins(const std::vector<Origin>& origins) {
    std::vector<Origin> taken;
    for (Origin origin : origins) {
      if (origin.kind == Origin::Kind::kField) {
        auto found = fields_.find(Key(before_.fields[origin.id]));
        if (found == fields_.end()) continue;
        taken.push_back({origin.kind, found->second});
        continue;
      }
      const ExplainedSource& source = before_.sources[origin.id];
      auto [at, fresh] =
          sources_.emplace(KeyOf(source), after_->sources.size());
      if (fresh) after_->sources.push_back(source);
      taken.push_back({origin.kind, at->second});
    }
    return taken;
  }

  const Explanation& before_;
  Explanation* const after_;
  std::vector<std::optional<size_t>> steps_;
  std::map<std::pair<std::string, std::string>, size_t> fields_;
  std::map<std::string, size_t> sources_;
};

bool SameValue(const ShownValue& before, const ShownValue& after) {
  if (before.secret && after.secret) return true;
  return before.secret == after.secret && before.json == after.json;
}

// Adds the resources that are gone.
void AddResources(const Explanation& before, Explanation* after) {
  std::set<std::string> names;
  for (const ExplainedResource& each : after->resources) {
    names.insert(each.name);
  }
  for (ExplainedResource each : before.resources) {
    if (names.contains(each.name) || each.state == "removed") continue;
    each.state = "removed";
    each.ready.reset();
    each.why.clear();
    after->resources.push_back(std::move(each));
  }
}

}  // namespace

void MarkChanges(const Explanation& before, Explanation* after) {
  after->compared = true;
  std::map<FieldKey, const ExplainedField*> earlier;
  for (const ExplainedField& field : before.fields) {
    if (HasValue(field.value)) earlier.emplace(KeyOf(field), &field);
  }
  const Origins was(before);
  const Origins is(*after);
  for (ExplainedField& field : after->fields) {
    field.change.clear();
    field.before = {};
    auto found = earlier.find(KeyOf(field));
    if (found == earlier.end()) {
      if (HasValue(field.value)) field.change = "added";
      continue;
    }
    const ExplainedField& former = *found->second;
    earlier.erase(found);
    if (!SameValue(former.value, field.value)) {
      field.change = HasValue(field.value) ? "value" : "removed";
      field.before = former.value;
    } else if (was.Of(former.by) != is.Of(field.by)) {
      field.change = "origin";
    }
  }
  AddResources(before, after);
  Import import(before, after);
  for (const ExplainedField& field : before.fields) {
    if (earlier.contains(KeyOf(field))) import.Field(field);
  }
}

}  // namespace loom
