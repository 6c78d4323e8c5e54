// SPDX-License-Identifier: Apache-2.0
#include "tools/workspace/files.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "tools/workspace/metadata_check.h"
#include "tools/workspace/read_log.h"

namespace loom {
namespace {

// For Files.

absl::Status Cannot(absl::string_view what, const std::string& path,
                    int error) {
  std::string why = std::strerror(error);
  if (!why.empty()) why[0] = absl::ascii_tolower(why[0]);
  return absl::InvalidArgumentError(
      absl::StrCat("cannot ", what, " ", path, ": ", why));
}

absl::Status CannotRead(const std::string& path, int error) {
  return Cannot("read", path, error);
}

absl::StatusOr<std::string> Slurp(const std::string& path, std::istream& in) {
  std::string text;
  char some[1 << 16];
  while (text.size() <= kMostOfAFile && in) {
    in.read(some, sizeof(some));
    text.append(some, static_cast<size_t>(in.gcount()));
  }
  if (in.bad()) return CannotRead(path, EIO);
  if (text.size() <= kMostOfAFile) return text;
  return absl::InvalidArgumentError(
      absl::StrCat("cannot read ", path, ": it has more than ",
                   kMostOfAFile >> 20, " MiB\n  split it"));
}

bool IsManifest(absl::string_view name) {
  return absl::EndsWith(name, ".yaml") || absl::EndsWith(name, ".yml") ||
         absl::EndsWith(name, ".json");
}

bool IsLink(const std::string& path) {
  struct stat status;
  return lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

// The paths in a directory, in order; those whose name begins with a dot are left
// out.
absl::StatusOr<std::vector<std::string>> PathsIn(const std::string& path) {
  ReadLog::Note(path);
  DIR* directory = opendir(path.c_str());
  if (directory == nullptr) return CannotRead(path, errno);
  std::vector<std::string> paths;
  while (const dirent* entry = readdir(directory)) {
    if (entry->d_name[0] == '.') continue;
    paths.push_back(
        absl::StrCat(absl::StripSuffix(path, "/"), "/", entry->d_name));
  }
  closedir(directory);
  std::sort(paths.begin(), paths.end());
  return paths;
}

absl::Status NoManifest(const std::string& path) {
  return absl::InvalidArgumentError(absl::StrCat(
      "cannot read ", path, ": it contains no *.yaml, *.yml or *.json"));
}

absl::StatusOr<std::vector<std::string>> ManifestsOf(const std::string& path) {
  LOOM_ASSIGN_OR_RETURN(std::vector<std::string> files, PathsIn(path));
  files.erase(std::remove_if(files.begin(), files.end(),
                             [](const std::string& file) {
                               return !IsManifest(file) || IsDirectory(file);
                             }),
              files.end());
  if (files.empty()) return NoManifest(path);
  return files;
}

absl::StatusOr<std::vector<std::string>> ManifestsBelow(
    const std::string& path) {
  LOOM_ASSIGN_OR_RETURN(std::vector<std::string> entries, PathsIn(path));
  std::vector<std::string> files;
  for (const std::string& entry : entries) {
    if (!IsDirectory(entry)) {
      if (IsManifest(entry)) files.push_back(entry);
    } else if (!IsLink(entry)) {
      // A link may lead back to where it stands.
      LOOM_ASSIGN_OR_RETURN(std::vector<std::string> below,
                            ManifestsBelow(entry));
      files.insert(files.end(), below.begin(), below.end());
    }
  }
  return files;
}

absl::Status FindJson(const std::string& path,
                      std::vector<std::string>* files) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return CannotRead(path, errno);
  if (!S_ISDIR(status.st_mode)) {
    if (absl::EndsWith(path, ".json")) files->push_back(path);
    return absl::OkStatus();
  }
  LOOM_ASSIGN_OR_RETURN(std::vector<std::string> paths, PathsIn(path));
  for (const std::string& each : paths) {
    // A link may lead back to where it stands.
    if (IsDirectory(each) && IsLink(each)) continue;
    LOOM_RETURN_IF_ERROR(FindJson(each, files));
  }
  return absl::OkStatus();
}

// The file beside it that was meant; "" if there is none.
std::string FileMeant(const std::string& path) {
  size_t slash = path.rfind('/');
  size_t begin = slash == path.npos ? 0 : slash + 1;
  auto beside = PathsIn(begin == 0 ? "." : path.substr(0, begin));
  if (!beside.ok()) return "";
  std::vector<std::string> names;
  for (const std::string& each : *beside) {
    names.push_back(each.substr(each.rfind('/') + 1));
  }
  std::string name = NearestName(path.substr(begin), names);
  return name.empty() ? "" : path.substr(0, begin) + name;
}

absl::Status DoesNotExist(const std::string& path) {
  absl::Status status = CannotRead(path, ENOENT);
  std::string meant = FileMeant(path);
  if (meant.empty()) return status;
  return absl::InvalidArgumentError(
      absl::StrCat(status.message(), "\n  ", MeantHelp(meant)));
}

// A pipe that nobody writes to is never at its end, nor is /dev/zero. What the shell
// opened has a writer: `lint <(kustomize build)`.
absl::Status CheckKind(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) {
    return errno == ENOENT ? DoesNotExist(path) : CannotRead(path, errno);
  }
  const bool opened = absl::StartsWith(path, "/dev/fd/") ||
                      absl::StartsWith(path, "/proc/self/fd/");
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) ||
      (opened && S_ISFIFO(status.st_mode))) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "cannot read ", path, ": not a file\n  pass - to read from stdin"));
}

absl::StatusOr<std::string> TextOf(const std::string& path) {
  ReadLog::Note(path);
  if (Visible(path) != path) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot read ", Visible(path),
                     ": its name contains control characters\n  rename it"));
  }
  LOOM_RETURN_IF_ERROR(CheckKind(path));
  std::ifstream file(path);
  if (!file) return CannotRead(path, errno);
  return Slurp(path, file);
}

// For WriteWhole.

// Each function below returns 0, or the number of an error.

int WriteAll(int file, absl::string_view text) {
  while (!text.empty()) {
    const ssize_t size = write(file, text.data(), text.size());
    if (size < 0 && errno != EINTR) return errno;
    if (size > 0) text.remove_prefix(size);
  }
  return 0;
}

// The file must be on the disk before it takes the place of the other one.
int FillFile(int file, absl::string_view text, const struct stat& old) {
  if (int error = WriteAll(file, text); error != 0) return error;
  // Only root may give a file away; without that it is whoever's who converts.
  if (fchown(file, old.st_uid, old.st_gid) != 0 && errno != EPERM) return errno;
  if (fchmod(file, old.st_mode & 07777) != 0) return errno;
  return fsync(file) == 0 ? 0 : errno;
}

int Replace(const std::string& path, absl::string_view text) {
  struct stat old;
  // A file that may not be written could be replaced all the same.
  if (stat(path.c_str(), &old) != 0 || access(path.c_str(), W_OK) != 0) {
    return errno;
  }
  std::string beside = absl::StrCat(path, ".XXXXXX");
  const int file = mkstemp(beside.data());
  if (file < 0) return errno;
  int error = FillFile(file, text, old);
  if (close(file) != 0 && error == 0) error = errno;
  if (error == 0 && rename(beside.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) unlink(beside.c_str());
  return error;
}

}  // namespace

bool IsDirectory(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

absl::StatusOr<std::vector<YamlDocument>> Files::ReadFile(
    const std::string& path) {
  if (auto found = provided_.find(path); found != provided_.end()) {
    return ReadYaml(path, found->second, pool_);
  }
  LOOM_ASSIGN_OR_RETURN(std::string text,
                        path == "-" ? Slurp("stdin", in_) : TextOf(path));
  return ReadYaml(path == "-" ? "stdin" : path, std::move(text), pool_);
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
        absl::StrCat("cannot read ", path, ": it contains no document"));
  }
  if (documents.size() > 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        documents[1].Place({}), ": a second document; expected only one"));
  }
  if (!documents[0].root.IsObject()) {
    return absl::InvalidArgumentError(
        absl::StrCat(documents[0].Place({}), ": expected an object"));
  }
  LOOM_RETURN_IF_ERROR(ErrorOf(FindMetadataMistakes(documents[0])));
  return std::move(documents[0]);
}

absl::StatusOr<std::vector<YamlDocument>> Files::ReadAll(
    const std::vector<std::string>& paths) {
  std::vector<YamlDocument> all;
  Diagnostics mistakes;
  for (const std::string& path : paths) {
    LOOM_ASSIGN_OR_RETURN(std::vector<YamlDocument> documents, Read(path));
    for (YamlDocument& document : documents) {
      for (YamlDocument& object : ItemsOf(std::move(document))) {
        if (!object.root.IsObject()) {
          return absl::InvalidArgumentError(
              absl::StrCat(object.Place({}), ": expected an object"));
        }
        absl::c_move(FindMetadataMistakes(object),
                     std::back_inserter(mistakes));
        all.push_back(std::move(object));
      }
    }
  }
  LOOM_RETURN_IF_ERROR(ErrorOf(mistakes));
  return all;
}

absl::StatusOr<std::vector<JsonFile>> Files::ReadJsonBelow(
    const std::string& path) {
  std::vector<std::string> paths;
  LOOM_RETURN_IF_ERROR(FindJson(path, &paths));
  if (paths.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot read ", path, ": ",
                     IsDirectory(path) ? "it contains no *.json"
                                       : "expected a directory of *.json"));
  }
  std::vector<JsonFile> files;
  for (const std::string& file : paths) {
    LOOM_ASSIGN_OR_RETURN(std::string text, TextOf(file));
    absl::StatusOr<Value> root = ParseJson(text, pool_);
    if (!root.ok()) return Annotate(root.status(), file);
    if (!root->IsObject()) {
      return absl::InvalidArgumentError(
          absl::StrCat(file, ": expected an object"));
    }
    files.push_back({file, *std::move(root)});
  }
  return files;
}

absl::StatusOr<std::vector<TextFile>> ReadTexts(
    const std::string& path, Depth depth, std::istream& in,
    const std::function<bool(const std::string&)>& leaves_out) {
  if (path == "-") {
    LOOM_ASSIGN_OR_RETURN(std::string text, Slurp("stdin", in));
    return std::vector<TextFile>{{"stdin", std::move(text)}};
  }
  std::vector<std::string> files = {path};
  if (IsDirectory(path)) {
    LOOM_ASSIGN_OR_RETURN(
        files, depth == Depth::kAll ? ManifestsBelow(path) : ManifestsOf(path));
    if (files.empty()) return NoManifest(path);
    const size_t begin = path.size() + (path.back() == '/' ? 0 : 1);
    std::erase_if(files, [&](const std::string& file) {
      return leaves_out && leaves_out(file.substr(begin));
    });
  }
  std::vector<TextFile> texts;
  for (const std::string& file : files) {
    LOOM_ASSIGN_OR_RETURN(std::string text, TextOf(file));
    texts.push_back({file, std::move(text)});
  }
  return texts;
}

std::vector<YamlDocument> ItemsOf(YamlDocument document) {
  std::vector<YamlDocument> all;
  Value* items = document.root.IsObject() &&
                         ApiVersion(document.root) == "v1" &&
                         Kind(document.root) == "List"
                     ? Find(document.root, "items")
                     : nullptr;
  if (items == nullptr || !items->IsArray()) {
    all.push_back(std::move(document));
    return all;
  }
  for (rapidjson::SizeType i = 0; i < items->Size(); ++i) {
    all.push_back(document.Part({"items", absl::StrCat(i)},
                                std::move(ItemAt(*items, i))));
  }
  return all;
}

absl::Status WriteWhole(const std::string& path, absl::string_view text) {
  char real[PATH_MAX];
  const int error =
      realpath(path.c_str(), real) == nullptr ? errno : Replace(real, text);
  return error == 0 ? absl::OkStatus() : Cannot("write", path, error);
}

}  // namespace loom
