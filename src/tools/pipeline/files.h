// SPDX-License-Identifier: Apache-2.0
// Files reads the files that the command line names. A path is a YAML or JSON
// file with any number of documents, a directory, or `-` for stdin. Of a
// directory all *.yaml, *.yml and *.json are read, in the order of their names;
// files whose name begins with a dot and directories inside it are left out.
//
//   Files files(std::cin, &pool);
//   LOOM_ASSIGN_OR_RETURN(YamlDocument xr, files.ReadOne("xr.yaml"));
//
// Schemas are read as `crossplane render` reads them: all *.json of a directory
// and of the directories inside it, one JSON value each, or one such file.
//
//   LOOM_ASSIGN_OR_RETURN(std::vector<JsonFile> schemas,
//                         files.ReadJsonBelow("schemas"));
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/reader.h"

namespace loom {

// No file for Kubernetes comes near it, and what it holds as trees fits into 2 GiB.
inline constexpr size_t kMostOfAFile = 16 << 20;

struct JsonFile {
  std::string path;
  Value root;
};

class Files {
 public:
  // `in` is read for `-`. The pool keeps the trees.
  Files(std::istream& in, Pool* pool) : in_(in), pool_(pool) {}

  // The documents of a path. InvalidArgument: there is no such file, it cannot
  // be read, its name has a control character, it has more than 16 MiB, it is a
  // device or a named pipe, or it is no YAML.
  absl::StatusOr<std::vector<YamlDocument>> Read(const std::string& path);

  // The only document of a file. InvalidArgument, besides the above: the path
  // is a directory, the document is no object, or there is a second one, whose
  // place the message names. FailedPrecondition: the API server refuses its metadata
  // (metadata_check.h).
  absl::StatusOr<YamlDocument> ReadOne(const std::string& path);

  // The documents of all the paths, in order, and instead of a `kind: List`, as
  // kubectl prints several objects, its items. InvalidArgument, besides the above:
  // a document or an item is no object. FailedPrecondition: as ReadOne.
  absl::StatusOr<std::vector<YamlDocument>> ReadAll(
      const std::vector<std::string>& paths);

  // The JSON objects of a directory, in the order of their paths. InvalidArgument:
  // there is none, or one cannot be read, is no JSON or is no object.
  absl::StatusOr<std::vector<JsonFile>> ReadJsonBelow(const std::string& path);

 private:
  absl::StatusOr<std::vector<YamlDocument>> ReadFile(const std::string& path);

  std::istream& in_;
  Pool* pool_;
};

bool IsDirectory(const std::string& path);

// A file that was read and not yet parsed.
struct TextFile {
  std::string path;  // stdin for `-`
  std::string text;
};

// Whether the directories inside of a directory are read, too. Links to directories
// are not followed.
enum class Depth { kOne, kAll };

// The texts of a path, which is a file, `-`, or a directory, in the order of their
// paths. They need not be YAML. `leaves_out` says of the path of each file in a directory,
// seen from there, whether it is left out. InvalidArgument: as Files::Read.
absl::StatusOr<std::vector<TextFile>> ReadTexts(
    const std::string& path, Depth depth, std::istream& in,
    const std::function<bool(const std::string& relative)>& leaves_out =
        nullptr);

// The items of a `kind: List` of v1, with their places in the file; any other document
// as it is. The root of an item need not be an object.
std::vector<YamlDocument> ItemsOf(YamlDocument document);

// WriteWhole gives a file another text, or leaves it as it is: a file system that is
// full cuts no file.
//
//   LOOM_RETURN_IF_ERROR(WriteWhole("composition.yaml", "kind: Composition\n"));
//
// The text is written to a file beside it, which then takes its place, with its mode
// and, where that is allowed, its owner. A link stays a link; what it leads to is
// replaced. InvalidArgument: `cannot write composition.yaml: no space left on device`.
absl::Status WriteWhole(const std::string& path, absl::string_view text);

}  // namespace loom
