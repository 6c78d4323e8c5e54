// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/inferred.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "language/cel/program/expression_reads.h"
#include "language/cel/program/inline_text.h"
#include "language/cel/program/named_values.h"
#include "language/input/fields.h"
#include "sections/shared/patches/patch_parameters.h"
#include "sections/shared/patches/patch_types.h"

namespace loom {
namespace {

using NameSet = std::set<std::string>;
// The resources that each template reads, by name.
using ReadsByName = std::map<std::string, NameSet>;

// Calls `look` with each object of a list in a field.
template <typename Look>
void ForEach(const Value& object, absl::string_view member, const Look& look) {
  for (const Value& each : ItemsAt(object, {member})) {
    if (each.IsObject()) look(each);
  }
}

// Finds the resources that the templates of an input read.
class Reader {
 public:
  Reader(const OwnTemplates& templates, const Input& root)
      : templates_(templates), root_(root) {
    ForEach(root.value(), "patchSets", [&](const Value& set) {
      sets_[std::string(TextAt(set, {"name"}))] = &set;
    });
  }

  ReadsByName Read() && {
    ForEach(root_.value(), "resources", [&](const Value& resource) {
      found_ = &reads_[std::string(IdOfTemplate(resource))];
      own_values_ = Find(resource, "values");
      followed_.clear();
      AddTemplate(resource);
    });
    for (absl::string_view list : {"references", "externalValues"}) {
      ForEach(root_.value(), list, [&](const Value& entry) {
        const Value* target = Find(entry, "target");
        const absl::string_view name =
            target == nullptr ? "" : TextAt(*target, {"resource"});
        auto known = reads_.find(std::string(name));
        if (known == reads_.end()) return;
        found_ = &known->second;
        AddSources(entry);
      });
    }
    return std::move(reads_);
  }

 private:
  void AddTemplate(const Value& resource) {
    for (const Member& member : Members(resource)) {
      const absl::string_view name = View(member.name);
      if (name == "base" || name == "patches") continue;
      AddTexts(name, member.value);
    }
    ForEach(resource, "patches", [&](const Value& patch) {
      if (TextAt(patch, {"type"}) != kPatchSetReference) {
        return AddTexts("", patch);
      }
      auto set = sets_.find(std::string(TextAt(patch, {"patchSetName"})));
      if (set != sets_.end()) AddSet(*set->second, patch);
    });
  }

  // A set with wrong parameters is reported where it is used.
  void AddSet(const Value& set, const Value& use) {
    const Value* patches = Find(set, "patches");
    if (patches == nullptr) return;
    Problems reported;
    Pool pool;
    Fields fields(Input(set, root_.rules(), &reported));
    const PatchParameters parameters = PatchParameters::Parse(fields);
    Fields given(Input(use, root_.rules(), &reported));
    const std::optional<Value> values = parameters.ValuesOf(given, "", &pool);
    if (!values.has_value()) return;
    AddTexts("",
             Filled(Input(*patches, root_.rules(), &reported), *values, &pool));
  }

  // Adds the resources read by the strings in the field with that name.
  void AddTexts(absl::string_view member, const Value& value) {
    if (value.IsObject()) {
      for (const Member& each : Members(value)) {
        if (IsInline(View(each.name))) AddText("", View(each.name));
        AddTexts(View(each.name), each.value);
      }
    } else if (value.IsArray()) {
      for (const Value& each : Items(value)) AddTexts(member, each);
    } else if (value.IsString()) {
      AddText(member, View(value));
    }
  }

  void AddText(absl::string_view member, absl::string_view text) {
    if (!absl::StrContains(text, "observed") &&
        !absl::StrContains(text, "values")) {
      return;
    }
    if (IsInline(text)) {
      auto parts = PartsOf(text);
      if (!parts.ok()) return;
      for (const InlinePart& part : *parts) {
        if (part.is_expression) AddExpression(part.text);
      }
      return;
    }
    for (absl::string_view name : {"expression", "condition", "items", "key"}) {
      if (member == name) return AddExpression(text);
    }
  }

  void AddExpression(absl::string_view text) {
    for (const ExpressionRead& read : ReadsOf(text)) {
      if (read.name == "values" && !read.path.empty()) {
        AddValue(read.path[0].field);
      }
      if (read.name != "observed" || read.path.empty() ||
          read.path[0].field != "resources") {
        continue;
      }
      if (read.path.size() > 1 && !read.path[1].is_index) {
        AddName(read.path[1].field);
      } else if (read.path.size() == 1 && read.is_open) {
        AddComputed(text);
      }
    }
  }

  // Adds what a value with a name reads.
  void AddValue(const std::string& name) {
    if (!followed_.insert(name).second) return;
    const Value* const fields[] = {own_values_, Find(root_.value(), "values")};
    for (const Value* values : fields) {
      for (const std::string& each : ExpressionsOfValue(values, name)) {
        AddExpression(each);
      }
    }
  }

  void AddSources(const Value& value) {
    if (value.IsArray()) {
      for (const Value& each : Items(value)) AddSources(each);
    }
    if (!value.IsObject()) return;
    for (const Member& member : Members(value)) {
      if (View(member.name) == "fromResource") {
        AddName(TextAt(member.value, {"resource"}));
        AddName(TextAt(member.value, {"name"}));
      }
      AddSources(member.value);
    }
  }

  // Returns the template with that name, or the one of which it may be an item.
  void AddName(absl::string_view name) {
    if (templates_.Find(name) != nullptr) {
      found_->insert(std::string(name));
      return;
    }
    const std::string* longest = nullptr;
    for (const std::string& each : templates_.names()) {
      if (templates_.Find(each)->has_loop &&
          absl::StartsWith(name, absl::StrCat(each, "-")) &&
          (longest == nullptr || each.size() > longest->size())) {
        longest = &each;
      }
    }
    if (longest != nullptr) found_->insert(*longest);
  }

  void AddComputed(absl::string_view text) {
    for (const std::string& each : templates_.names()) {
      if (!templates_.Find(each)->has_loop) continue;
      for (absl::string_view quote : {"'", "\""}) {
        if (absl::StrContains(text, absl::StrCat(quote, each, "-"))) {
          found_->insert(each);
        }
      }
    }
  }

  const OwnTemplates& templates_;
  const Value* own_values_ = nullptr;  // of the resource
  NameSet followed_;                   // the values that it reads
  const Input& root_;
  std::map<std::string, const Value*> sets_;
  ReadsByName reads_;
  NameSet* found_ = nullptr;
};

bool Matches(const NamePattern& pattern, absl::string_view name) {
  Pool pool;
  return pattern.Matches(name, &pool).value_or(false);
}

// Reports whether an explicit entry names the pair.
bool IsWritten(const std::vector<Dependency>& list, absl::string_view dependent,
               absl::string_view prerequisite) {
  return std::any_of(list.begin(), list.end(), [&](const Dependency& each) {
    return !each.inferred && Matches(each.resource, dependent) &&
           std::any_of(each.depends_on.begin(), each.depends_on.end(),
                       [&](const Prerequisite& one) {
                         return one.resource.has_value() &&
                                Matches(*one.resource, prerequisite);
                       });
  });
}

// Creates the entries that replace one inferred entry.
class Maker {
 public:
  Maker(const std::vector<Dependency>& list, const ReadsByName& reads)
      : list_(list), reads_(reads) {}

  // false: nothing follows from it.
  bool Make(const Dependency& entry, std::vector<Dependency>* all) {
    bool follows = false;
    for (const auto& [name, read] : reads_) {
      if (!Matches(entry.resource, name)) continue;
      Dependency dependency = entry;
      dependency.inferred = dependency.infers_usages = false;
      dependency.resource = NamePattern::OfName(name);
      for (const std::string& other : read) {
        if (other == name) continue;
        follows = true;
        if (IsWritten(list_, name, other) ||
            !made_.emplace(name, other).second) {
          continue;
        }
        Prerequisite prerequisite;
        prerequisite.resource = NamePattern::OfName(other);
        prerequisite.has_usage = entry.infers_usages;
        dependency.depends_on.push_back(std::move(prerequisite));
      }
      if (!dependency.depends_on.empty()) {
        all->push_back(std::move(dependency));
      }
    }
    return follows;
  }

 private:
  const std::vector<Dependency>& list_;
  const ReadsByName& reads_;
  std::set<std::pair<std::string, std::string>> made_;
};

}  // namespace

std::vector<Dependency> WithInferred(std::vector<Dependency> list,
                                     const OwnTemplates& templates,
                                     const Input& root) {
  const bool infers =
      std::any_of(list.begin(), list.end(),
                  [](const Dependency& each) { return each.inferred; });
  if (!infers) return list;
  const ReadsByName reads = Reader(templates, root).Read();
  Maker maker(list, reads);
  std::vector<Dependency> all;
  for (size_t i = 0; i < list.size(); ++i) {
    if (!list[i].inferred) {
      all.push_back(list[i]);
    } else if (!maker.Make(list[i], &all)) {
      root.Note(absl::StrCat("dependencies[", i, "].inferred"),
                "no resource that it matches reads another resource");
    }
  }
  return all;
}

}  // namespace loom
