// SPDX-License-Identifier: Apache-2.0
#include "tools/run/difference.h"

#include <map>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/writer.h"

namespace loom {
namespace {

std::string NameOf(const Value& document) {
  absl::string_view name =
      Annotation(document, kResourceNameAnnotation).value_or("");
  return std::string(name.empty() ? Name(document) : name);
}

// What makes two documents the same one.
std::string KeyOf(const Value& document) {
  std::string key = absl::StrCat(ApiVersion(document), "\n", Kind(document),
                                 "\n", NameOf(document));
  // A result has no name, so its content identifies it.
  if (Kind(document) == "Result" &&
      absl::StartsWith(ApiVersion(document), "render.crossplane.io/")) {
    absl::StrAppend(&key, CompactJson(document).value_or(""));
  }
  return key;
}

std::string LabelOf(const Value& document) {
  std::string name = NameOf(document);
  return Visible(absl::StrCat(Kind(document), name.empty() ? "" : " ", name));
}

// Returns a scalar as YAML, any other value as JSON, on one line.
std::string Shown(const Value& value) {
  if (value.IsObject() || value.IsArray()) {
    return CompactJson(value).value_or("");
  }
  std::string text(absl::StripSuffix(WriteYaml(value).value_or(""), "\n"));
  return absl::StrContains(text, '\n') ? CompactJson(value).value_or("") : text;
}

// Every run has its own.
bool IsOfTheRun(absl::string_view path) {
  return absl::EndsWith(path, ".lastTransitionTime") ||
         (absl::StartsWith(path, "metadata.ownerReferences[") &&
          absl::EndsWith(path, ".uid"));
}

class DifferenceWriter {
 public:
  DifferenceWriter(const DifferenceWords& words, bool subset,
                   const SecretTexts& secrets)
      : words_(words), subset_(subset), secrets_(secrets) {}

  void Compare(const std::vector<YamlDocument>& expected,
               const std::vector<YamlDocument>& rendered) {
    std::multimap<std::string, const Value*> left;
    for (const YamlDocument& document : rendered) {
      left.emplace(KeyOf(document.root), &document.root);
    }
    for (const YamlDocument& document : expected) {
      ++documents_;
      auto found = left.find(KeyOf(document.root));
      if (found == left.end()) {
        AddLonely(document.root, words_.only_expected);
        continue;
      }
      CompareDocuments(document.root, *found->second);
      left.erase(found);
    }
    if (subset_) return;
    for (const auto& [key, document] : left) {
      ++documents_;
      AddLonely(*document, words_.only_rendered);
    }
  }

  std::string Text() const {
    if (count_ == 0) return "";
    return absl::StrCat(text_, count_,
                        count_ == 1 ? " difference" : " differences", " in ",
                        different_, " of ", documents_,
                        documents_ == 1 ? " document\n" : " documents\n");
  }

 private:
  void AddLonely(const Value& document, absl::string_view where) {
    absl::StrAppend(&text_, secrets_.Redacted(LabelOf(document)), ": ", where,
                    "\n");
    ++count_;
    ++different_;
  }

  void CompareDocuments(const Value& expected, const Value& rendered) {
    int before = count_;
    label_ = secrets_.Redacted(LabelOf(expected));
    CompareValues("", &expected, &rendered);
    different_ += count_ > before ? 1 : 0;
  }

  void CompareValues(const std::string& path, const Value* expected,
                     const Value* rendered) {
    if (IsOfTheRun(path)) return;
    if (expected != nullptr && rendered != nullptr) {
      if (expected->IsObject() && rendered->IsObject()) {
        return CompareMembers(path, *expected, *rendered);
      }
      if (expected->IsArray() && rendered->IsArray()) {
        if (!subset_) return CompareElements(path, *expected, *rendered);
        if (AreAlike(path, *expected, *rendered)) return;
      } else if (Equal(*expected, *rendered)) {
        return;
      }
    }
    absl::StrAppend(&text_, label_, ": ", secrets_.Redacted(Visible(path)),
                    "\n");
    if (expected != nullptr) {
      absl::StrAppend(&text_, "  - ", Redacted(*expected), "\n");
    }
    if (rendered != nullptr) {
      absl::StrAppend(&text_, "  + ", Redacted(*rendered), "\n");
    }
    ++count_;
  }

  std::string Redacted(const Value& value) const {
    Pool pool;
    Value shown = Copy(value, &pool);
    secrets_.Redact(&shown, &pool);
    return Shown(shown);
  }

  void CompareMembers(const std::string& path, const Value& expected,
                      const Value& rendered) {
    std::set<std::string> names;
    for (const Member& member : Members(expected)) {
      names.emplace(View(member.name));
    }
    if (!subset_) {
      for (const Member& member : Members(rendered)) {
        names.emplace(View(member.name));
      }
    }
    for (const std::string& name : names) {
      bool plain = name.find_first_of(".[]") == name.npos;
      std::string step = plain ? absl::StrCat(path.empty() ? "" : ".", name)
                               : absl::StrCat("[", name, "]");
      CompareValues(path + step, Find(expected, name), Find(rendered, name));
    }
  }

  void CompareElements(const std::string& path, const Value& expected,
                       const Value& rendered) {
    for (rapidjson::SizeType i = 0; i < expected.Size() || i < rendered.Size();
         ++i) {
      CompareValues(absl::StrCat(path, "[", i, "]"),
                    i < expected.Size() ? &ItemAt(expected, i) : nullptr,
                    i < rendered.Size() ? &ItemAt(rendered, i) : nullptr);
    }
  }

  // Whether nothing would be reported of two lists as a whole.
  bool AreAlike(const std::string& path, const Value& expected,
                const Value& rendered) const {
    DifferenceWriter whole(words_, /*subset=*/false, secrets_);
    whole.CompareElements(path, expected, rendered);
    return whole.count_ == 0;
  }

  const DifferenceWords& words_;
  bool subset_;
  const SecretTexts& secrets_;
  std::string label_;
  std::string text_;
  int count_ = 0;
  int documents_ = 0;
  int different_ = 0;
};

}  // namespace

std::string DifferenceOf(const std::vector<YamlDocument>& expected,
                         const DifferenceWords& words,
                         const std::vector<YamlDocument>& rendered, bool subset,
                         const SecretTexts& secrets) {
  DifferenceWriter difference(words, subset, secrets);
  difference.Compare(expected, rendered);
  return difference.Text();
}

}  // namespace loom
