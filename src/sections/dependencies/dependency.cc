// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/dependency.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"

namespace loom {
KnownNames KnownNames::Of(const OwnTemplates& templates, Call& call) {
  KnownNames names;
  names.wanted = call.WantedNames();
  names.known = call.composed.ObservedNames();
  names.known.insert(names.known.end(), names.wanted.begin(),
                     names.wanted.end());
  const Names own = templates.Resources(call.expansions);
  names.known.insert(names.known.end(), own.begin(), own.end());
  SortUnique(&names.known);
  names.pending_loops = templates.PendingLoops(call.expansions);
  return names;
}

const Names* MadeBy(absl::string_view name, Call& call) {
  static const Names& nothing = *new Names;
  const Names* made = call.expansions.Of(name);
  const bool left_out = made == nullptr && call.steps.left_out.contains(name) &&
                        !call.composed.IsDesired(name);
  return left_out ? &nothing : made;
}

void SortUnique(Names* names) {
  std::sort(names->begin(), names->end());
  names->erase(std::unique(names->begin(), names->end()), names->end());
}

namespace {

struct Mode {
  absl::string_view name;
  bool delays;
  bool refers;
};
constexpr Mode kModes[] = {{"Delay", true, false},
                           {"Reference", false, true},
                           {"Both", true, true},
                           {"None", false, false}};

bool ParseDeletion(Fields& fields, bool otherwise) {
  const absl::string_view name =
      fields.OneOf("deletion", {"None", "Usage"}, otherwise ? "Usage" : "None",
                   IfUnknown::kInvalid);
  return name == "Usage";
}

std::vector<std::string> ParseKeys(Fields& fields) {
  std::vector<std::string> keys;
  for (const Input& key : fields.List("connectionDetails")) {
    if (!key.value().IsString() || key.value().GetStringLength() == 0) {
      key.Problem("Invalid value: expected a non-empty string");
    } else {
      keys.emplace_back(View(key.value()));
    }
  }
  return keys;
}

// Without a kind, it is an Object, so the group of an apiVersion without a kind must
// have Objects.
void ParseKind(Fields& fields, NamedKind* kind) {
  const Input& input = fields.at();
  const absl::string_view version = fields.String("apiVersion").value_or("");
  *kind = NamedKind::Of(version, fields.String("kind").value_or(""));
  if (std::count(version.begin(), version.end(), '/') > 1) {
    input.Invalid(
        "apiVersion",
        absl::StrCat("\"", version, "\": expected a group and a version"));
    return;
  }
  if (kind->kind.empty() && !version.empty()) {
    kind->kind = "Object";
    if (FindBuiltinKind(*kind) == nullptr) {
      input.Missing("kind",
                    "only an Object of provider-kubernetes may omit it");
    }
  } else if (version.empty() && !kind->kind.empty() && kind->kind != "Object") {
    input.Missing("apiVersion",
                  "only an Object of provider-kubernetes may omit it");
  }
}

OutsideObject ParseObject(Fields& fields) {
  OutsideObject object;
  object.name = std::string(fields.Required("name"));
  object.ns = std::string(fields.String("namespace").value_or(""));
  ParseKind(fields, &object.kind);
  for (absl::string_view member : {"connectionDetails", "deletion"}) {
    if (!fields.Has(member)) continue;
    fields.Allow(member);
    fields.at().Invalid(
        member,
        "allowed only with resource: an object outside the composite has none");
  }
  return object;
}

Prerequisite ParsePrerequisite(const Input& input, bool has_usage) {
  Fields fields(input);
  Prerequisite prerequisite;
  if (fields.Has("resource") == fields.Has("name")) {
    for (absl::string_view member :
         {"resource", "name", "apiVersion", "kind", "namespace", "condition",
          "connectionDetails", "deletion"}) {
      fields.Allow(member);
    }
    if (fields.Has("resource")) {
      input.Problem("resource and name cannot be combined");
    } else {
      input.RequireOne({"resource", "name"});
    }
  } else if (fields.Has("resource")) {
    prerequisite.resource = NamePattern::Parse(fields, "resource");
    prerequisite.keys = ParseKeys(fields);
    prerequisite.has_usage = ParseDeletion(fields, has_usage);
  } else {
    prerequisite.object = ParseObject(fields);
  }
  prerequisite.condition = GateCondition::Parse(fields);
  fields.Done();
  return prerequisite;
}

void CheckItself(const Input& entry, const NamePattern& dependent,
                 const Prerequisite& prerequisite, const std::string& place) {
  if (!prerequisite.resource.has_value() || !dependent.is_name()) return;
  const NamePattern& other = *prerequisite.resource;
  if (!other.is_name() || other.text().empty()) return;
  if (other.text() != dependent.text()) return;
  entry.Invalid(place, absl::StrCat("\"", other.text(), "\": ", other.text(),
                                    " depends on itself"));
}

}  // namespace

void Dependency::ParseMode(Fields& fields) {
  const Mode* mode = fields.Choice("mode", kModes, &kModes[0]);
  when = InputExpression::Read(fields, "when", kNamesOfCall,
                               ExpressionType::kBool);
  holds_updates = fields.Bool("holdUpdates").value_or(false);
  if (mode == nullptr) return;
  delays = mode->delays;
  refers = mode->refers;
  if (delays || refers) return;
  if (holds_updates) {
    fields.at().Invalid("holdUpdates",
                        "has no effect with mode: None: nothing waits");
  }
  if (!HasUsages()) {
    fields.at().Invalid("mode", "None has no effect without deletion: Usage");
  } else if (when.has_value()) {
    fields.at().Invalid("when",
                        "has no effect with mode: None: nothing waits, and "
                        "Usages are always created");
  }
}

Dependency Dependency::Parse(const Input& entry) {
  Fields fields(entry);
  Dependency dependency;
  dependency.place = entry.place();
  dependency.resource = NamePattern::Parse(fields, "resource");
  const bool has_usage = ParseDeletion(fields, false);
  const std::vector<Input> list = fields.List("dependsOn");
  dependency.inferred = fields.Bool("inferred").value_or(false);
  dependency.infers_usages = dependency.inferred && has_usage;
  if (fields.Has("dependsOn") && fields.Has("inferred")) {
    entry.Problem("dependsOn and inferred cannot be combined");
  } else if (list.empty() && !dependency.inferred) {
    entry.Missing("dependsOn");
  }
  for (size_t i = 0; i < list.size(); ++i) {
    dependency.depends_on.push_back(ParsePrerequisite(list[i], has_usage));
    CheckItself(entry, dependency.resource, dependency.depends_on.back(),
                absl::StrCat("dependsOn[", i, "].resource"));
  }
  dependency.ignores_missing =
      fields.OneOf("whenMissing", {"Block", "Ignore"}, "Block",
                   IfUnknown::kInvalid) == "Ignore";
  dependency.ParseMode(fields);
  const bool has_resources =
      std::any_of(dependency.depends_on.begin(), dependency.depends_on.end(),
                  [](const Prerequisite& prerequisite) {
                    return prerequisite.resource.has_value();
                  });
  if (has_usage && !has_resources && !dependency.inferred) {
    entry.Invalid(
        "deletion",
        "Usage needs a composed resource, but this entry depends on none");
  }
  dependency.usage_version = fields.OneOf("usageVersion", {"v1", "v2"}, "v2",
                                          IfUnknown::kInvalid) == "v1"
                                 ? UsageVersion::kV1
                                 : UsageVersion::kV2;
  fields.Done();
  return dependency;
}

bool Dependency::NeedsObjects() const {
  return (delays || refers) &&
         std::any_of(depends_on.begin(), depends_on.end(),
                     [](const Prerequisite& prerequisite) {
                       return !prerequisite.resource.has_value();
                     });
}

bool Dependency::HasUsages() const {
  return infers_usages || std::any_of(depends_on.begin(), depends_on.end(),
                                      [](const Prerequisite& prerequisite) {
                                        return prerequisite.has_usage;
                                      });
}

namespace {

using NamesInCycle = std::vector<absl::string_view>;

// Names and groups are the nodes of one graph: a name leads to the groups in which
// it is a dependent, and a group leads to its prerequisites. So the graph grows with
// the names of a group and not with its pairs.
class Graph {
 public:
  explicit Graph(const std::vector<DependencyGroup>& groups) {
    for (const DependencyGroup& group : groups) Add(group);
  }

  std::vector<std::string> Cycles() {
    seen_.assign(next_.size(), false);
    on_way_.assign(next_.size(), false);
    for (const auto& [name, node] : nodes_) Walk(node);
    return {found_.begin(), found_.end()};
  }

 private:
  // A step of a walk: the node, and the index of its next edge.
  struct Step {
    size_t node;
    size_t edge;
  };

  void Add(const DependencyGroup& group) {
    NamesInCycle both;
    std::set_intersection(group.dependents.begin(), group.dependents.end(),
                          group.prerequisites.begin(),
                          group.prerequisites.end(), std::back_inserter(both));
    if (both.size() > 1) {
      // Each of them depends on all the others.
      Tell({both[0], both[1]});
      return;
    }
    AddGroup(Without(group.dependents, both), group.prerequisites);
    AddGroup(both, Without(group.prerequisites, both));
  }

  static NamesInCycle Without(const NamesInCycle& names,
                              const NamesInCycle& these) {
    NamesInCycle rest;
    std::set_difference(names.begin(), names.end(), these.begin(), these.end(),
                        std::back_inserter(rest));
    return rest;
  }

  void AddGroup(const NamesInCycle& dependents,
                const NamesInCycle& prerequisites) {
    if (dependents.empty() || prerequisites.empty()) return;
    const size_t group = AddNode("");
    for (absl::string_view name : dependents) {
      next_[NodeOf(name)].push_back(group);
    }
    for (absl::string_view name : prerequisites) {
      const size_t node = NodeOf(name);
      next_[group].push_back(node);
    }
  }

  size_t AddNode(absl::string_view name) {
    names_.push_back(name);
    next_.emplace_back();
    return next_.size() - 1;
  }

  size_t NodeOf(absl::string_view name) {
    auto [entry, added] = nodes_.try_emplace(name, 0);
    if (added) entry->second = AddNode(name);
    return entry->second;
  }

  // Searches in depth, without recursion, because a chain may be long.
  void Walk(size_t start) {
    if (seen_[start]) return;
    std::vector<Step> way;
    Enter(start, &way);
    while (!way.empty()) {
      Step& step = way.back();
      if (step.edge == next_[step.node].size()) {
        on_way_[step.node] = false;
        way.pop_back();
        continue;
      }
      const size_t node = next_[step.node][step.edge++];
      if (on_way_[node]) {
        TellWayFrom(node, way);
      } else if (!seen_[node]) {
        Enter(node, &way);
      }
    }
  }

  void Enter(size_t node, std::vector<Step>* way) {
    seen_[node] = true;
    on_way_[node] = true;
    way->push_back({node, 0});
  }

  void TellWayFrom(size_t node, const std::vector<Step>& way) {
    NamesInCycle cycle;
    auto begin = std::find_if(way.begin(), way.end(), [&](const Step& step) {
      return step.node == node;
    });
    for (; begin != way.end(); ++begin) {
      if (!names_[begin->node].empty()) cycle.push_back(names_[begin->node]);
    }
    Tell(std::move(cycle));
  }

  // A cycle in which each depends on the next.
  void Tell(NamesInCycle cycle) {
    std::reverse(cycle.begin(), cycle.end());
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()),
                cycle.end());
    cycle.push_back(cycle.front());
    found_.insert(absl::StrJoin(cycle, " -> "));
  }

  std::map<absl::string_view, size_t> nodes_;
  NamesInCycle names_;  // of each node; "" for a group
  std::vector<std::vector<size_t>> next_;
  std::vector<bool> seen_;
  std::vector<bool> on_way_;
  std::set<std::string> found_;
};

}  // namespace

std::vector<std::string> CyclesIn(const std::vector<DependencyGroup>& groups) {
  return Graph(groups).Cycles();
}

}  // namespace loom
