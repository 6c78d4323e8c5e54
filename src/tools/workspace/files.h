// SPDX-License-Identifier: Apache-2.0
// Files reads the files that the command line names. A path is a YAML or JSON file with
// any number of documents, a directory, or `-` for stdin. From a directory all *.yaml,
// *.yml and *.json are read, sorted by name. Files whose name begins with a dot, and
// subdirectories, are left out.
//
//   Files files(std::cin, &pool);
//   LOOM_ASSIGN_OR_RETURN(YamlDocument xr, files.ReadOne("xr.yaml"));
//
// Schemas are read as `crossplane render` reads them: all *.json files of a directory
// and its subdirectories, with one JSON value each, or one such file.
//
//   LOOM_ASSIGN_OR_RETURN(std::vector<JsonFile> schemas,
//                         files.ReadJsonBelow("schemas"));
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/reader.h"

namespace loom {

// The maximum size of a file. Kubernetes files are far smaller, and the trees of such a
// file fit into 2 GiB.
inline constexpr size_t kMostOfAFile = 16 << 20;

struct JsonFile {
  std::string path;
  Value root;
};

class Files {
 public:
  // `in` is read for `-`. The pool keeps the trees.
  Files(std::istream& in, Pool* pool) : in_(in), pool_(pool) {}

  // Read, ReadOne and ReadAll return this text for the path, instead of a file.
  void Provide(std::string path, std::string text) {
    provided_[std::move(path)] = std::move(text);
  }

  // Returns the documents of a path. InvalidArgument: the file does not exist, is
  // unreadable, has a control character in its name, is larger than 16 MiB, is a device
  // or a named pipe, or is not YAML.
  absl::StatusOr<std::vector<YamlDocument>> Read(const std::string& path);

  // Returns the only document of a file. InvalidArgument, besides the above: the path
  // is a directory, the document is not an object, or the file has a second document,
  // whose location is in the message. FailedPrecondition: the API server would refuse
  // its metadata (metadata_check.h).
  absl::StatusOr<YamlDocument> ReadOne(const std::string& path);

  // Returns the documents of all paths, in order. A `kind: List`, which kubectl prints
  // for several objects, is replaced by its items. InvalidArgument, besides the above:
  // a document or an item is not an object. FailedPrecondition: as for ReadOne.
  absl::StatusOr<std::vector<YamlDocument>> ReadAll(
      const std::vector<std::string>& paths);

  // Returns the JSON objects of a directory, sorted by path. InvalidArgument: the
  // directory has none, or a file is unreadable, is not JSON or is not an object.
  absl::StatusOr<std::vector<JsonFile>> ReadJsonBelow(const std::string& path);

 private:
  absl::StatusOr<std::vector<YamlDocument>> ReadFile(const std::string& path);

  std::istream& in_;
  Pool* pool_;
  std::map<std::string, std::string> provided_;
};

bool IsDirectory(const std::string& path);

// A file that was read but not yet parsed.
struct TextFile {
  std::string path;  // stdin for `-`
  std::string text;
};

// Whether subdirectories are also read. Links to directories are not followed.
enum class Depth { kOne, kAll };

// Returns the content of the files of a path, which is a file, `-`, or a directory,
// sorted by path. They need not be YAML. `leaves_out` returns whether to leave out a
// file in a directory, given its path relative to that directory. InvalidArgument: as
// for Files::Read.
absl::StatusOr<std::vector<TextFile>> ReadTexts(
    const std::string& path, Depth depth, std::istream& in,
    const std::function<bool(const std::string& relative)>& leaves_out =
        nullptr);

// Returns the items of a `kind: List` of v1, with their locations in the file; any
// other document as it is. The root of an item need not be an object.
std::vector<YamlDocument> ItemsOf(YamlDocument document);

// WriteWhole replaces the content of a file, or leaves it unchanged on failure: a full
// file system does not truncate the file.
//
//   LOOM_RETURN_IF_ERROR(WriteWhole("composition.yaml", "kind: Composition\n"));
//
// The content is written to a new file in the same directory, with the mode and, if
// permitted, the owner of the old file, which it then replaces. A link stays a link;
// its target is replaced. InvalidArgument: `cannot write composition.yaml: no space
// left on device`.
absl::Status WriteWhole(const std::string& path, absl::string_view text);

}  // namespace loom
