// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/object_graph.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "data/value/deferred.h"

namespace loom {
namespace {

void Collect(const Value& value, std::vector<Segment>* path,
             std::vector<Leaf>* leaves) {
  if (value.IsObject() && !value.ObjectEmpty()) {
    for (const Member& member : Members(value)) {
      path->push_back(Segment::Field(View(member.name)));
      Collect(member.value, path, leaves);
      path->pop_back();
    }
  } else if (value.IsArray() && !value.Empty()) {
    for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
      path->push_back(Segment::Index(i));
      Collect(ItemAt(value, i), path, leaves);
      path->pop_back();
    }
  } else {
    leaves->push_back({*path, &value});
  }
}

}  // namespace

std::vector<Leaf> LeavesOf(const Value& object) {
  std::vector<Leaf> leaves;
  if (object.IsObject() && object.ObjectEmpty()) return leaves;
  std::vector<Segment> path;
  Collect(object, &path, &leaves);
  return leaves;
}

std::string LocatorOf(absl::Span<const Segment> path) {
  std::string text;
  for (const Segment& segment : path) {
    if (segment.is_index) {
      absl::StrAppend(&text, "[", segment.index, "]");
    } else {
      absl::StrAppend(&text, text.empty() ? "" : ".", segment.field);
    }
  }
  return text;
}

size_t ProvenanceGraph::Source(ExplainedSource source) {
  std::string key =
      absl::StrCat(source.kind, "|", source.name, "|", source.path);
  // One string may contain several expressions, or have several values.
  if (source.kind == "expression") {
    absl::StrAppend(&key, "|", source.value.json.value_or(""), "|",
                    source.place.has_value() ? source.place->path : "");
  }
  auto [found, added] = sources_.try_emplace(key, all_.sources.size());
  if (added) all_.sources.push_back(std::move(source));
  return found->second;
}

std::optional<size_t> ProvenanceGraph::Field(const std::string& owner,
                                             const std::string& path) const {
  auto paths = fields_.find(owner);
  if (paths == fields_.end()) return std::nullopt;
  auto found = paths->second.find(path);
  if (found == paths->second.end()) return std::nullopt;
  return found->second;
}

std::vector<size_t> ProvenanceGraph::FieldsWithin(
    const std::string& owner, const std::string& path) const {
  std::vector<size_t> ids;
  auto paths = fields_.find(owner);
  if (paths == fields_.end()) return ids;
  for (const auto& [text, id] : paths->second) {
    if (IsWithin(text, path)) ids.push_back(id);
  }
  return ids;
}

bool ProvenanceGraph::IsSecret(Origin origin) const {
  return origin.kind == Origin::Kind::kSource
             ? all_.sources[origin.id].value.secret
             : all_.fields[origin.id].value.secret;
}

void ProvenanceGraph::Write(const std::string& owner, const std::string& path,
                            ShownValue value, ExplainedStep step) {
  if (absl::c_any_of(step.from,
                     [this](Origin from) { return IsSecret(from); })) {
    value = {.json = std::nullopt, .secret = true};
    for (ExplainedTransform& each : step.transforms) {
      each.in = each.out = {.json = std::nullopt, .secret = true};
    }
  }
  const size_t by = all_.steps.size();
  auto [found, added] = fields_[owner].try_emplace(path, all_.fields.size());
  const auto missed = added ? missed_.find({owner, path}) : missed_.end();
  if (missed != missed_.end()) {
    found->second = missed->second;
    missed_.erase(missed);
  } else if (added) {
    all_.fields.push_back({.owner = owner, .path = path});
  } else {
    ExplainedField& field = all_.fields[found->second];
    field.was.insert(field.was.begin(), {std::move(field.value), field.by});
  }
  const size_t id = found->second;
  all_.fields[id].value = std::move(value);
  all_.fields[id].by = by;
  step.outcome = "wrote";
  step.to = id;
  all_.steps.push_back(std::move(step));
}

size_t ProvenanceGraph::Miss(const std::string& owner, const std::string& path,
                             ExplainedStep step) {
  const size_t by = all_.steps.size();
  std::optional<size_t> id = Field(owner, path);
  if (!id.has_value() && !path.empty()) {
    id = all_.fields.size();
    all_.fields.push_back({.owner = owner, .path = path, .by = by});
    missed_.emplace(std::pair(owner, path), *id);
  }
  step.to = id;
  all_.steps.push_back(std::move(step));
  return by;
}

size_t ProvenanceGraph::Add(ExplainedStep step) {
  all_.steps.push_back(std::move(step));
  return all_.steps.size() - 1;
}

void ProvenanceGraph::Remove(const std::string& owner,
                             const std::string& path) {
  std::optional<size_t> id = Field(owner, path);
  if (!id.has_value()) return;
  all_.fields[*id].value = {};
  fields_[owner].erase(path);
}

void ProvenanceGraph::RemoveAll(const std::string& owner) {
  auto paths = fields_.find(owner);
  if (paths == fields_.end()) return;
  for (const auto& [path, id] : paths->second) all_.fields[id].value = {};
  fields_.erase(paths);
}

Explanation ProvenanceGraph::Take() {
  std::vector<bool> kept(all_.fields.size());
  for (size_t i = 0; i < kept.size(); ++i) {
    const ExplainedField& field = all_.fields[i];
    kept[i] = field.value.json.has_value() || field.value.secret ||
              all_.steps[field.by].outcome != "wrote";
  }
  for (const ExplainedStep& step : all_.steps) {
    for (Origin origin : step.from) {
      if (origin.kind == Origin::Kind::kField) kept[origin.id] = true;
    }
  }
  std::vector<size_t> ids(kept.size());
  std::vector<ExplainedField> fields;
  for (size_t i = 0; i < kept.size(); ++i) {
    ids[i] = fields.size();
    if (kept[i]) fields.push_back(std::move(all_.fields[i]));
  }
  all_.fields = std::move(fields);
  for (ExplainedStep& step : all_.steps) {
    if (step.to.has_value() && !kept[*step.to]) step.to.reset();
    if (step.to.has_value()) step.to = ids[*step.to];
    for (Origin& origin : step.from) {
      if (origin.kind == Origin::Kind::kField) origin.id = ids[origin.id];
    }
  }
  return std::move(all_);
}

std::vector<std::string> ProvenanceGraph::Owners() const {
  std::vector<std::string> owners;
  for (const auto& [owner, paths] : fields_) {
    if (!paths.empty()) owners.push_back(owner);
  }
  return owners;
}

}  // namespace loom
