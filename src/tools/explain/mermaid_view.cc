// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/strings.h"
#include "tools/explain/views.h"
#include "tools/provenance/graph.h"
#include "tools/provenance/wording.h"

namespace loom {
namespace {

// More edges than this are no picture. Mermaid itself stops at 500 edges and at
// 50,000 characters.
constexpr size_t kMostEdges = 120;
constexpr size_t kMostBundles = 450;
constexpr size_t kMostText = 49'000;

// A text in quotes. Characters that mean something to Mermaid become entities.
std::string MermaidLabel(absl::string_view text) {
  std::string label = "\"";
  for (char c : Visible(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"') {
      label += "#quot;";
    } else if (byte >= 0x80 || absl::ascii_isalnum(byte) ||
               absl::string_view(" .,:-_/@+*=~'!?$%").find(c) !=
                   absl::string_view::npos) {
      label += c;
    } else {
      absl::StrAppend(&label, "#", byte, ";");
    }
  }
  return label + "\"";
}

struct Edge {
  std::string from;
  std::string to;
  std::string label;
  bool dotted = false;
};

std::string MermaidLine(const Edge& edge) {
  return absl::StrCat("  ", edge.from, edge.dotted ? " -.->|" : " -->|",
                      MermaidLabel(edge.label), "| ", edge.to, "\n");
}

std::string MermaidId(Origin origin) {
  return absl::StrCat(origin.kind == Origin::Kind::kSource ? "s" : "f",
                      origin.id);
}

// What the owner of fields is called.
std::string OwnerTitle(const Explanation& all, const std::string& owner) {
  if (!IsOfResource(owner)) return TitleOf(all, owner);
  for (const ExplainedResource& resource : all.resources) {
    if (OwnerOf(resource.name) != owner) continue;
    const bool said = resource.state != "new";
    return absl::StrCat(resource.name, " ", resource.kind,
                        said ? absl::StrCat(", ", resource.state) : "");
  }
  return owner;
}

// The owners of fields: resources as they are listed, then the others.
std::vector<std::string> OwnersOf(const Explanation& all) {
  std::vector<std::string> owners;
  std::set<std::string> known;
  for (const ExplainedResource& resource : all.resources) {
    owners.push_back(OwnerOf(resource.name));
    known.insert(owners.back());
  }
  for (const ExplainedField& field : all.fields) {
    if (known.insert(field.owner).second) owners.push_back(field.owner);
  }
  return owners;
}

std::vector<Edge> EdgesOf(const Explanation& all) {
  std::vector<Edge> edges;
  std::set<std::pair<std::string, std::string>> known;
  for (size_t id = 0; id < all.steps.size(); ++id) {
    const ExplainedStep& step = all.steps[id];
    if (!step.to.has_value()) continue;
    const std::string to = absl::StrCat("f", *step.to);
    std::string label = StepTitle(step);
    for (const ExplainedTransform& each : step.transforms) {
      absl::StrAppend(&label, ", ", each.type);
    }
    const bool wrote = step.outcome == "wrote";
    // A later step may have written the field again.
    const bool counts = wrote && all.fields[*step.to].by == id;
    if (!counts) {
      absl::StrAppend(&label, ", ", wrote ? "overridden" : step.outcome);
    }
    for (Origin from : step.from) {
      known.emplace(MermaidId(from), to);
      edges.push_back({MermaidId(from), to, label, !counts});
    }
    for (Origin over : step.over) {
      if (!known.emplace(MermaidId(over), to).second) continue;
      edges.push_back({MermaidId(over), to, "overridden", true});
    }
  }
  return edges;
}

std::string FieldLabel(const ExplainedField& field) {
  const bool gone = field.change == "removed";
  std::string label = absl::StrCat(
      field.path, " = ", ShownText(gone ? field.before : field.value));
  if (field.change.empty()) return label;
  return absl::StrCat(field.change, ": ", label);
}

std::string Detailed(const Explanation& all, const std::vector<Edge>& edges) {
  std::string text = "flowchart LR\n";
  std::set<std::string> used;
  for (const Edge& edge : edges) used.insert(edge.from);
  for (size_t i = 0; i < all.sources.size(); ++i) {
    const std::string id = absl::StrCat("s", i);
    if (!used.contains(id)) continue;
    absl::StrAppend(&text, "  ", id, "([",
                    MermaidLabel(SourceTitle(all.sources[i])), "])\n");
  }
  std::map<std::string, std::string> fields;
  for (size_t i = 0; i < all.fields.size(); ++i) {
    const ExplainedField& field = all.fields[i];
    absl::StrAppend(&fields[field.owner], "    f", i, "[",
                    MermaidLabel(FieldLabel(field)), "]\n");
  }
  size_t number = 0;
  for (const std::string& owner : OwnersOf(all)) {
    absl::StrAppend(&text, "  subgraph r", number++, "[",
                    MermaidLabel(OwnerTitle(all, owner)), "]\n", fields[owner],
                    "  end\n");
  }
  for (const Edge& edge : edges) text += MermaidLine(edge);
  return text;
}

// The edges between sources of one name and owners, as many as they are.
class Bundles {
 public:
  explicit Bundles(const Explanation& all) : all_(all) {
    for (const std::string& owner : OwnersOf(all))
      owners_.emplace(owner, owners_.size());
  }

  std::string Text(size_t edges) {
    for (const ExplainedStep& step : all_.steps) {
      if (!step.to.has_value()) continue;
      for (Origin from : step.from) Count(from, step, step.outcome != "wrote");
      for (Origin over : step.over) Count(over, step, true);
    }
    std::string text = absl::StrCat(
        "flowchart LR\n  note[",
        MermaidLabel(absl::StrCat(
            edges,
            " lines are too many for one diagram, so the lines of each "
            "resource are bundled. --at RESOURCE shows them one by one.")),
        "]\n");
    for (const auto& [name, id] : sources_) {
      absl::StrAppend(&text, "  s", id, "([", MermaidLabel(name), "])\n");
    }
    for (const auto& [owner, id] : owners_) {
      absl::StrAppend(&text, "  r", id, "[",
                      MermaidLabel(OwnerTitle(all_, owner)), "]\n");
    }
    size_t shown = 0;
    for (const auto& [ends, count] : bundles_) {
      if (++shown > kMostBundles || text.size() > kMostText) {
        absl::StrAppend(&text, "  more[",
                        MermaidLabel(absl::StrCat(bundles_.size() - shown + 1,
                                                  " more were left out")),
                        "]\n");
        break;
      }
      text +=
          MermaidLine({ends.from, ends.to,
                       absl::StrCat(count, count == 1 ? " field" : " fields"),
                       ends.dotted});
    }
    return text;
  }

 private:
  struct Ends {
    std::string from;
    std::string to;
    bool dotted;
    auto operator<=>(const Ends&) const = default;
  };

  void Count(Origin from, const ExplainedStep& step, bool dotted) {
    const std::string to =
        absl::StrCat("r", owners_.at(all_.fields[*step.to].owner));
    std::string id;
    if (from.kind == Origin::Kind::kField) {
      id = absl::StrCat("r", owners_.at(all_.fields[from.id].owner));
    } else {
      const ExplainedSource& source = all_.sources[from.id];
      const size_t next = sources_.size();
      id = absl::StrCat("s", sources_.emplace(source.name, next).first->second);
    }
    if (id != to) ++bundles_[{id, to, dotted}];
  }

  const Explanation& all_;
  std::map<std::string, size_t> sources_;
  std::map<std::string, size_t> owners_;
  std::map<Ends, size_t> bundles_;
};

}  // namespace

std::string MermaidView(const Explanation& explanation, const ViewOptions&) {
  const std::vector<Edge> edges = EdgesOf(explanation);
  if (edges.size() <= kMostEdges) {
    std::string text = Detailed(explanation, edges);
    if (text.size() <= kMostText) return text;
  }
  return Bundles(explanation).Text(edges.size());
}

}  // namespace loom
