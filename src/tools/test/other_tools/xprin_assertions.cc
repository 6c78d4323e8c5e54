// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/xprin_assertions.h"

#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/go/format.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "data/yaml/writer.h"
#include "tools/run/difference.h"
#include "tools/workspace/files.h"
#include "tools/yaml/unified_diff.h"

namespace loom {
namespace {

using DocumentsByName = std::map<std::string, const Value*>;

std::string TypeForXprin(const Value& value) {
  if (value.IsNull()) return "null";
  if (value.IsString()) return "string";
  if (value.IsBool()) return "boolean";
  if (value.IsArray()) return "array";
  return value.IsObject() ? "object" : "number";
}

std::string PrintedByGo(const Value& value) {
  std::string text;
  Directive directive;
  directive.verb = U'v';
  Print(value, directive, limits::kMessage, &text);
  return text;
}

bool AreEqualForXprin(const Value& expected, const Value& value) {
  return Equal(expected, value) ||
         (!expected.IsNull() && !value.IsNull() &&
          PrintedByGo(expected) == PrintedByGo(value));
}

std::string OnOneLine(const Value& value) {
  return std::string(Shortened(CompactJson(value).value_or(""), 200));
}

class XprinChecker {
 public:
  XprinChecker(const XprinSuite& suite, const RenderedOnce& rendered,
               Pool* pool)
      : suite_(suite), rendered_(rendered), pool_(pool) {
    for (const Value& document : rendered.documents) {
      by_name_[KindAndName(document)] = &document;
    }
  }

  void Check(const XprinAssertion& assertion) {
    assertion_ = &assertion;
    if (assertion.engine != XprinAssertion::Engine::kXprin) {
      return CheckGolden();
    }
    const DocumentsByName matched = Matched();
    if (assertion.type == "Count") return CheckCount(matched);
    if (assertion.type == "NotExists") {
      if (!matched.empty()) Add("there is ", NamesOf(matched));
      return;
    }
    if (matched.empty()) return AddMissing();
    if (assertion.type == "Exists") return;
    for (const auto& [name, document] : matched) CheckField(name, *document);
  }

  std::vector<TestFailure> Take() { return std::move(failures_); }

 private:
  template <typename... Words>
  void Add(const Words&... words) {
    AddWith({}, words...);
  }

  template <typename... Words>
  void AddWith(std::vector<std::string> more, const Words&... words) {
    failures_.push_back({assertion_->at,
                         absl::StrCat(assertion_->name, ": ", words...),
                         std::move(more)});
  }

  static std::string NamesOf(const DocumentsByName& documents) {
    return absl::StrJoin(documents, ", ",
                         [](std::string* out, const auto& each) {
                           absl::StrAppend(out, each.first);
                         });
  }

  void AddMissing() {
    AddWith({absl::StrCat("there are ", NamesOf(by_name_))}, "there is no ",
            assertion_->resource.text);
  }

  DocumentsByName Matched() {
    std::string pattern = assertion_->resource.text;
    if (pattern.empty()) return by_name_;
    if (pattern.find('/') == pattern.npos) pattern += "/*";
    DocumentsByName matched;
    const absl::StatusOr<Regexp> glob = GlobPattern(pattern);
    if (!glob.ok()) return matched;
    for (const auto& [name, document] : by_name_) {
      if (glob->Matches(name, pool_).value_or(false)) matched[name] = document;
    }
    return matched;
  }

  void CheckCount(const DocumentsByName& matched) {
    const int64_t expected = AsInteger(*assertion_->value).value_or(-1);
    if (static_cast<int64_t>(matched.size()) == expected) return;
    std::vector<std::string> more = {absl::StrCat("- ", expected),
                                     absl::StrCat("+ ", matched.size())};
    if (!matched.empty()) more.push_back(NamesOf(matched));
    AddWith(std::move(more), "the number of ",
            assertion_->resource.text.empty() ? "resources"
                                              : assertion_->resource.text,
            " differs");
  }

  void CheckField(const std::string& name, const Value& document) {
    const std::string& path = assertion_->field.text;
    const std::vector<std::string> names = absl::StrSplit(path, '.');
    const Value* at = &document;
    for (size_t i = 0; i + 1 < names.size(); ++i) {
      at = Find(*at, names[i]);
      if (at == nullptr || !at->IsObject()) {
        return Add(absl::StrJoin(names.begin(), names.begin() + i + 1, "."),
                   " of ", name,
                   at == nullptr ? " does not exist" : " is not an object");
      }
    }
    const Value* value = Find(*at, names.back());
    const std::string& type = assertion_->type;
    if (type == "FieldNotExists") {
      if (value != nullptr) {
        AddWith({absl::StrCat("it is ", OnOneLine(*value))}, path, " of ", name,
                " exists");
      }
      return;
    }
    if (value == nullptr) return Add(path, " of ", name, " does not exist");
    if (type == "FieldType") {
      const std::string expected = ScalarText(assertion_->value);
      const std::string is = TypeForXprin(*value);
      if (is == expected) return;
      return AddWith({absl::StrCat("- ", expected), absl::StrCat("+ ", is)},
                     "the type of ", path, " of ", name, " differs");
    }
    if (type != "FieldValue" || AreEqualForXprin(*assertion_->value, *value)) {
      return;
    }
    AddWith({absl::StrCat("- ", OnOneLine(*assertion_->value)),
             absl::StrCat("+ ", OnOneLine(*value))},
            path, " of ", name, " differs");
  }

  void CheckGolden() {
    const std::string& resource = assertion_->resource.text;
    std::string actual = rendered_.text;
    if (!resource.empty()) {
      auto found = by_name_.find(resource);
      if (found == by_name_.end()) return AddMissing();
      actual = WriteYaml(*found->second).value_or("");
    }
    const std::string path = PathInSuite(suite_, assertion_->expected.text);
    std::istringstream nothing;
    auto texts = ReadTexts(path, Depth::kOne, nothing);
    if (!texts.ok()) return Add(texts.status().message());
    const std::string expected =
        texts->empty() ? "" : std::move(texts->front().text);
    std::string difference;
    if (assertion_->engine == XprinAssertion::Engine::kDiff) {
      difference = UnifiedDiff(path, expected, actual);
    } else {
      auto both = Documents(path, expected, actual);
      if (!both.ok()) return Add(both.status().message());
      difference = DifferenceOf(both->first, {absl::StrCat("only in ", path)},
                                both->second, /*subset=*/false);
    }
    if (difference.empty()) return;
    AddWith({std::string(absl::StripSuffix(difference, "\n"))},
            resource.empty() ? "the rendered output" : resource,
            " differs from ", path);
  }

  using BothDocuments =
      std::pair<std::vector<YamlDocument>, std::vector<YamlDocument>>;

  absl::StatusOr<BothDocuments> Documents(const std::string& path,
                                          const std::string& expected,
                                          const std::string& actual) {
    constexpr char kRendered[] = "the rendered output";
    std::istringstream nothing;
    Files files(nothing, pool_);
    files.Provide(path, expected);
    files.Provide(kRendered, actual);
    BothDocuments both;
    LOOM_ASSIGN_OR_RETURN(both.first, files.Read(path));
    LOOM_ASSIGN_OR_RETURN(both.second, files.Read(kRendered));
    for (const YamlDocument& document : both.first) {
      if (document.root.IsObject()) continue;
      return absl::InvalidArgumentError(
          absl::StrCat(document.Place({}), ": expected an object"));
    }
    return both;
  }

  const XprinSuite& suite_;
  const RenderedOnce& rendered_;
  Pool* pool_;
  DocumentsByName by_name_;
  const XprinAssertion* assertion_ = nullptr;
  std::vector<TestFailure> failures_;
};

}  // namespace

std::vector<TestFailure> CheckXprin(
    const XprinSuite& suite, const std::vector<XprinAssertion>& assertions,
    const RenderedOnce& rendered, Pool* pool) {
  XprinChecker checker(suite, rendered, pool);
  for (const XprinAssertion& each : assertions) checker.Check(each);
  return checker.Take();
}

}  // namespace loom
