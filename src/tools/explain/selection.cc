// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/selection.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/nearest_name.h"
#include "base/status_macros.h"
#include "data/fieldpath/path.h"
#include "tools/explain/graph.h"

namespace loom {
namespace {

// A message lists at most this many names; more are not read.
constexpr size_t kMostNames = 12;

constexpr absl::string_view kOwners[] = {"xr", "env", "context"};

// What one --at says: the owner of fields, and a path of theirs.
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

// What follows `name` in `text`: "" or a path; nothing if another name is meant.
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
    for (absl::string_view owner : kOwners) {
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
                  nearest.empty()
                      ? absl::StrCat("there are ", Names(names))
                      : absl::StrCat("did you mean ", nearest, "?"));
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

absl::Status NoSuchField(const Explanation& all, absl::string_view at,
                         const Wanted& wanted) {
  const std::set<std::string> paths = PathsOf(all, wanted.owner);
  if (paths.empty()) {
    return NotFound(at, absl::StrCat(wanted.owner, " has no fields"),
                    "nothing was written there");
  }
  const std::string why =
      absl::StrCat(wanted.owner, " has no field ", wanted.path);
  std::vector<std::string> known(paths.begin(), paths.end());
  if (std::string nearest = NearestName(wanted.path, known); !nearest.empty()) {
    return NotFound(
        at, why,
        absl::StrCat("did you mean ", wanted.owner, ".", nearest, "?"));
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

}  // namespace

bool IsBelow(absl::string_view path, absl::string_view prefix) {
  if (!absl::StartsWith(path, prefix)) return false;
  path.remove_prefix(prefix.size());
  return path.empty() || path[0] == '.' || path[0] == '[';
}

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

}  // namespace loom
