// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/test_files.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"

namespace loom {
namespace {

bool IsExpression(absl::string_view text) {
  return text.size() > 2 && text.front() == '(' && text.back() == ')';
}

bool HasExpression(const Value& value) {
  if (value.IsString()) return IsExpression(View(value));
  if (value.IsArray()) {
    for (const Value& each : Items(value)) {
      if (HasExpression(each)) return true;
    }
  }
  if (!value.IsObject()) return false;
  for (const Member& each : Members(value)) {
    if (IsExpression(View(each.name)) || HasExpression(each.value)) return true;
  }
  return false;
}

bool IsNamedSo(absl::string_view file) {
  file = file.substr(file.rfind('/') + 1);
  file = file.substr(0, file.rfind('.'));
  return absl::StrContains(file, "assert") || absl::EndsWith(file, "-errors");
}

// Returns `file` as seen from where `from` is.
std::string Beside(absl::string_view from, absl::string_view file) {
  absl::string_view directory = from.substr(0, from.rfind('/') + 1);
  if (from.rfind('/') == from.npos) directory = "";
  while (absl::ConsumePrefix(&file, "./") ||
         (absl::StartsWith(file, "../") && !directory.empty())) {
    if (!absl::ConsumePrefix(&file, "../")) continue;
    directory.remove_suffix(1);
    const size_t slash = directory.rfind('/');
    directory = slash == directory.npos ? "" : directory.substr(0, slash + 1);
  }
  return absl::StrCat(directory, file);
}

// Adds the files of the operations of a test, at any depth.
void AddOperations(const Value& value, absl::string_view test,
                   std::set<std::string>* files) {
  if (value.IsArray()) {
    for (const Value& each : Items(value)) AddOperations(each, test, files);
  }
  if (!value.IsObject()) return;
  for (absl::string_view operation : {"assert", "error", "patch"}) {
    const std::string file = ScalarText(Dig(value, {operation, "file"}));
    if (!file.empty()) files->insert(Beside(test, file));
  }
  for (const Member& each : Members(value)) {
    AddOperations(each.value, test, files);
  }
}

}  // namespace

TestFiles::TestFiles(
    const std::vector<std::unique_ptr<LintDocument>>& documents) {
  for (const auto& document : documents) {
    const Value& root = document->yaml.root;
    const std::string& file = document->yaml.nodes().name();
    if (document->kind != DocumentKind::kOther || !root.IsObject()) continue;
    if (GroupOf(ApiVersion(root)) == "chainsaw.kyverno.io") {
      AddOperations(root, file, &files_);
    } else if (HasExpression(root)) {
      files_.insert(file);
    }
  }
}

bool TestFiles::Have(const std::string& file) const {
  return IsNamedSo(file) || files_.contains(file);
}

}  // namespace loom
