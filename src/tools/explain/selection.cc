// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/selection.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "base/strings.h"
#include "data/fieldpath/path.h"
#include "tools/explain/views.h"
#include "tools/provenance/graph.h"
#include "tools/provenance/wording.h"

namespace loom {
namespace {

// For Select.

// A message lists at most this many names; more are not read.
constexpr size_t kMostNames = 12;

// The content of one --at: the owner of fields, and a path.
struct Wanted {
  std::string owner;
  std::string path;
};

std::string Names(const std::set<std::string>& names) {
  std::vector<std::string> some;
  for (const std::string& name : names) {
    if (some.size() == kMostNames) {
      some.push_back("…");
      break;
    }
    some.push_back(name);
  }
  return absl::StrJoin(some, ", ");
}

absl::Status NotFound(absl::string_view at, absl::string_view why,
                      absl::string_view help) {
  return absl::NotFoundError(
      absl::StrCat("--at ", at, ": ", why, "\n  ", help));
}

// Returns what follows `name` in `text`: "" or a path; nullopt if it is another name.
std::optional<std::string> PathBehind(absl::string_view text,
                                      absl::string_view name) {
  if (name.empty() || !IsBelow(text, name)) return std::nullopt;
  text.remove_prefix(name.size());
  absl::ConsumePrefix(&text, ".");
  absl::StatusOr<Path> path = Path::Parse(text);
  return path.ok() ? ToString(path->segments()) : std::string(text);
}

absl::StatusOr<Wanted> Read(const Explanation& all, absl::string_view at) {
  absl::string_view text = at;
  const bool resource = absl::ConsumePrefix(&text, "./");
  std::set<std::string> names;
  if (!resource) {
    for (const auto& [owner, title] : kOtherOwners) {
      names.emplace(owner);
      if (auto path = PathBehind(text, owner)) {
        return Wanted{std::string(owner), *std::move(path)};
      }
    }
  }
  std::optional<Wanted> longest;
  for (const ExplainedResource& each : all.resources) {
    names.insert(each.name);
    auto path = PathBehind(text, each.name);
    if (!path.has_value()) continue;
    if (longest.has_value() && longest->owner.size() > each.name.size()) {
      continue;
    }
    longest = Wanted{OwnerOf(each.name), *std::move(path)};
  }
  if (longest.has_value()) return *std::move(longest);
  std::vector<std::string> known(names.begin(), names.end());
  std::string nearest = NearestName(text, known);
  if (nearest.empty()) {
    nearest = NearestName(text.substr(0, text.find_first_of(".[")), known);
  }
  return NotFound(at, "no resource has this name",
                  nearest.empty() ? absl::StrCat("there are ", Names(names))
                                  : MeantHelp(nearest));
}

// Every path of the owner's fields and all that lead to them.
std::set<std::string> PathsOf(const Explanation& all, absl::string_view owner) {
  std::set<std::string> paths;
  for (const ExplainedField& field : all.fields) {
    if (field.owner != owner) continue;
    paths.insert(field.path);
    absl::StatusOr<Path> path = Path::Parse(field.path);
    if (!path.ok()) continue;
    for (size_t size = 1; size < path->segments().size(); ++size) {
      paths.insert(
          ToString(absl::MakeConstSpan(path->segments()).subspan(0, size)));
    }
  }
  return paths;
}

// The last segment of each path that is one below `parent`.
std::set<std::string> ChildrenOf(const std::set<std::string>& paths,
                                 absl::string_view parent) {
  std::set<std::string> children;
  for (const std::string& path : paths) {
    if (path == parent || !(parent.empty() || IsBelow(path, parent))) continue;
    absl::string_view rest = absl::string_view(path).substr(parent.size());
    absl::ConsumePrefix(&rest, ".");
    const size_t end = rest.find_first_of(".[", 1);
    children.emplace(rest.substr(0, end));
  }
  return children;
}

// A resource that is withheld or not desired has no fields. Says why; OK if it is another
// one.
absl::Status WhyNoFields(const Explanation& all, absl::string_view at,
                         const Wanted& wanted) {
  for (const ExplainedResource& each : all.resources) {
    if (OwnerOf(each.name) != wanted.owner) continue;
    if (each.state == "unwanted") {
      return NotFound(
          at, absl::StrCat(each.name, " is not desired"),
          absl::StrCat("it has no fields; explain --at ", wanted.owner,
                       " shows the condition or list that excludes "
                       "it"));
    }
    if (each.state != "withheld") continue;
    for (const Unready& reason : all.because) {
      if (reason.resource != each.name) continue;
      return NotFound(at, absl::StrCat(each.name, " is ", UnreadyText(reason)),
                      absl::StrCat("it has no fields yet; explain --at ",
                                   wanted.owner, " shows more"));
    }
  }
  return absl::OkStatus();
}

absl::Status NoSuchField(const Explanation& all, absl::string_view at,
                         const Wanted& wanted) {
  LOOM_RETURN_IF_ERROR(WhyNoFields(all, at, wanted));
  const std::set<std::string> paths = PathsOf(all, wanted.owner);
  if (paths.empty()) {
    return NotFound(at, absl::StrCat(wanted.owner, " has no fields"),
                    "nothing was written there");
  }
  const std::string why =
      absl::StrCat(wanted.owner, " has no field ", wanted.path);
  std::vector<std::string> known(paths.begin(), paths.end());
  if (std::string nearest = NearestName(wanted.path, known); !nearest.empty()) {
    return NotFound(at, why,
                    MeantHelp(absl::StrCat(wanted.owner, ".", nearest)));
  }
  std::string parent;
  for (const std::string& path : paths) {
    if (IsBelow(wanted.path, path) && path.size() > parent.size())
      parent = path;
  }
  return NotFound(at, why,
                  absl::StrCat(wanted.owner, parent.empty() ? "" : ".", parent,
                               " has ", Names(ChildrenOf(paths, parent))));
}

// Sets what one --at names. False if no field is.
bool Mark(const Explanation& all, const Wanted& wanted, Selection* selection) {
  bool found = false;
  // A key of the context may hold dots.
  const std::string key = absl::StrCat("[", wanted.path, "]");
  for (size_t i = 0; i < all.fields.size(); ++i) {
    const ExplainedField& field = all.fields[i];
    if (field.owner != wanted.owner) continue;
    if (!wanted.path.empty() && !IsBelow(field.path, wanted.path) &&
        !IsBelow(field.path, key)) {
      continue;
    }
    selection->fields[i] = found = true;
  }
  for (size_t i = 0; wanted.path.empty() && i < all.resources.size(); ++i) {
    if (OwnerOf(all.resources[i].name) != wanted.owner) continue;
    selection->resources[i] = found = true;
  }
  return found;
}

// For Narrowed.

// Marks the parts to keep, and copies them.
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

absl::StatusOr<Selection> Select(const Explanation& explanation,
                                 const std::vector<std::string>& at) {
  Selection selection;
  selection.fields.resize(explanation.fields.size());
  selection.resources.resize(explanation.resources.size());
  for (const std::string& each : at) {
    LOOM_ASSIGN_OR_RETURN(Wanted wanted, Read(explanation, each));
    if (!Mark(explanation, wanted, &selection)) {
      return NoSuchField(explanation, each, wanted);
    }
  }
  return selection;
}

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
  cut.ttl = whole.ttl;
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
