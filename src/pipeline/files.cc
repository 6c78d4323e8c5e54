// SPDX-License-Identifier: Apache-2.0
#include "pipeline/files.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"

namespace loom {
namespace {

absl::Status CannotRead(const std::string& path, int error) {
  std::string why = std::strerror(error);
  if (!why.empty()) why[0] = absl::ascii_tolower(why[0]);
  return absl::InvalidArgumentError(
      absl::StrCat("cannot read ", path, ": ", why));
}

std::string Slurp(std::istream& in) {
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool IsManifest(absl::string_view name) {
  return !absl::StartsWith(name, ".") &&
         (absl::EndsWith(name, ".yaml") || absl::EndsWith(name, ".yml") ||
          absl::EndsWith(name, ".json"));
}

bool IsDirectory(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

absl::StatusOr<std::vector<std::string>> ManifestsOf(const std::string& path) {
  DIR* directory = opendir(path.c_str());
  if (directory == nullptr) return CannotRead(path, errno);
  std::vector<std::string> files;
  while (const dirent* entry = readdir(directory)) {
    std::string file =
        absl::StrCat(absl::StripSuffix(path, "/"), "/", entry->d_name);
    if (IsManifest(entry->d_name) && !IsDirectory(file)) files.push_back(file);
  }
  closedir(directory);
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "cannot read ", path, ": no *.yaml, *.yml or *.json is in it"));
  }
  return files;
}

}  // namespace

absl::StatusOr<std::vector<YamlDocument>> Files::ReadFile(
    const std::string& path) {
  if (path == "-") return ReadYaml("stdin", Slurp(in_), pool_);
  std::ifstream file(path);
  if (!file) return CannotRead(path, errno);
  std::string text = Slurp(file);
  if (file.bad()) return CannotRead(path, EIO);
  return ReadYaml(path, std::move(text), pool_);
}

absl::StatusOr<std::vector<YamlDocument>> Files::Read(const std::string& path) {
  if (!IsDirectory(path)) return ReadFile(path);
  LOOM_ASSIGN_OR_RETURN(std::vector<std::string> files, ManifestsOf(path));
  std::vector<YamlDocument> all;
  for (const std::string& file : files) {
    LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents, ReadFile(file));
    std::move(documents.begin(), documents.end(), std::back_inserter(all));
  }
  return all;
}

absl::StatusOr<YamlDocument> Files::ReadOne(const std::string& path) {
  if (IsDirectory(path)) return CannotRead(path, EISDIR);
  LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents, ReadFile(path));
  if (documents.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot read ", path, ": no document is in it"));
  }
  if (documents.size() > 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        documents[1].Place({}), ": a second document, and only one is wanted"));
  }
  if (!documents[0].root.IsObject()) {
    return absl::InvalidArgumentError(
        absl::StrCat(documents[0].Place({}), ": want an object"));
  }
  return std::move(documents[0]);
}

absl::StatusOr<std::vector<YamlDocument>> Files::ReadAll(
    const std::vector<std::string>& paths) {
  std::vector<YamlDocument> all;
  for (const std::string& path : paths) {
    LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents, Read(path));
    for (YamlDocument& document : documents) {
      if (!document.root.IsObject()) {
        return absl::InvalidArgumentError(
            absl::StrCat(document.Place({}), ": want an object"));
      }
      all.push_back(std::move(document));
    }
  }
  return all;
}

}  // namespace loom
