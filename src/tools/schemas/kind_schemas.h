// SPDX-License-Identifier: Apache-2.0
// KindSchemas finds the schemas of kinds in the files that define them: CRDs and XRDs
// as YAML, and OpenAPI v3 documents from an API server. The program itself contains the
// schemas of Kubernetes' own kinds (kubernetes.openapi), which count if no file has them.
//
// A file is scanned for `kind:` when it is added, and parsed when one of its kinds is
// requested, because a folder of CRDs is large and a Composition needs few of them. Read
// parses those of many kinds at once, on all cores. A file that cannot be parsed defines
// nothing, and is in unreadable() from then on.
//
// If a kind has two definitions with different schemas, neither is certain, so Find
// returns nullptr.
//
// Find and Definitions may be called by several threads at the same time. What they
// return stays valid as long as the schemas.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/mutex.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "tools/yaml/reader.h"

namespace loom {

struct KindSchema {
  std::string kind;
  // The schema as the API server has it (composite_schema.h).
  const Value* schema = nullptr;
  // The CRD or XRD that has it, and the index of the version; nullptr for an OpenAPI
  // document.
  const YamlDocument* definition = nullptr;
  size_t version = 0;
  // Whether it is only what all such objects have (common_schema.h).
  bool common = false;
  // The schema of the object that spec.forProvider.manifest wraps, or nullptr.
  const KindSchema* manifest = nullptr;
};

// A file, or the part of it that cannot be parsed, after as many empty lines as it had
// before it.
struct UnreadableFile {
  std::string name;
  std::string text;
  std::string error;  // `name:line:column: why`
};

class KindSchemas {
 public:
  KindSchemas() = default;
  KindSchemas(const KindSchemas&) = delete;
  KindSchemas& operator=(const KindSchemas&) = delete;

  // `name` is the name of the file.
  void Add(std::string name, std::string text);
  // Adds a CRD or XRD that was already read. It must outlive the schemas.
  void Add(const YamlDocument& definition);

  void Read(const std::set<std::string>& kinds);
  // Returns the schema of a kind; nullptr if nothing or more than one schema defines it.
  const KindSchema* Find(absl::string_view api_version, absl::string_view kind);
  // Returns the CRDs and XRDs of a kind, for any version.
  std::vector<const YamlDocument*> Definitions(absl::string_view group,
                                               absl::string_view kind);

  // Returns the kind of a resource, by its plural or singular name, such as buckets; ""
  // if no CRD or XRD has it.
  std::string KindOfResource(absl::string_view group,
                             absl::string_view resource);

  // Call this when no thread calls the others any more.
  const std::vector<UnreadableFile>& unreadable() const { return unreadable_; }

 private:
  struct Text {
    std::string name;
    std::string text;
    size_t lines_before = 0;  // for a part of a file
    // Not shared, because a pool holds no more than the objects of a call
    // (data/value/account.h).
    std::unique_ptr<Pool> pool;
    std::vector<YamlDocument> documents;
    Value json;  // null unless the text is JSON
    std::string error;
  };

  static void Parse(Text* text);
  // Parses those that are not parsed yet; unreadable() then has those with errors.
  void ParseAll(const std::vector<Text*>& texts)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::vector<Text*> TextsWith(absl::string_view kind)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::vector<const YamlDocument*> DefinitionsOf(absl::string_view group,
                                                 absl::string_view kind)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void FindInDefinitions(absl::string_view api_version, absl::string_view kind,
                         std::vector<KindSchema>* found)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void FindInOpenApi(absl::string_view api_version, absl::string_view kind,
                     std::vector<KindSchema>* found)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Mutex mutex_;
  std::deque<Text> texts_ ABSL_GUARDED_BY(mutex_);
  std::vector<UnreadableFile> unreadable_;
  // The files that have a word after `kind:`, by word.
  absl::flat_hash_map<std::string, std::vector<Text*>> texts_with_
      ABSL_GUARDED_BY(mutex_);
  std::vector<const YamlDocument*> given_ ABSL_GUARDED_BY(mutex_);
  // The same, by the kinds that they define.
  absl::flat_hash_map<std::string, std::vector<const YamlDocument*>> given_with_
      ABSL_GUARDED_BY(mutex_);
  Pool pool_ ABSL_GUARDED_BY(mutex_);
  std::deque<Value> flat_ ABSL_GUARDED_BY(mutex_);
  struct Composite {
    Pool pool;
    Value schema;
  };
  std::deque<Composite> composites_ ABSL_GUARDED_BY(mutex_);
  std::map<std::pair<std::string, std::string>, std::unique_ptr<KindSchema>>
      known_ ABSL_GUARDED_BY(mutex_);
};

// SchemaPlace is what the schema of a kind knows about a field path. FollowPath returns
// it.
//
// A path is missing if an object of this kind never has it, because the API server
// refuses it: a field that no schema has, a field of a number, or a name in a
// list. A path is free if it is below x-kubernetes-preserve-unknown-fields, may be an
// integer or a string, or has alternatives (anyOf and the like).
struct SchemaPlace {
  enum class Answer { kKnown, kFree, kMissing };
  Answer answer = Answer::kFree;
  const Value* schema = nullptr;  // for a known path
  // For a missing path: the segments up to the first missing one, and the path that may
  // be meant instead; "" if none is near. A free path has both if it is a likely typo
  // (IsSlip) of a field that the schema knows.
  std::string missing;
  std::string nearest;

  bool IsSlip() const { return answer == Answer::kFree && !nearest.empty(); }
};

// Returns whether the kind of an object has no namespace, as the table of kinds or one of
// the documents says, which need not be definitions.
bool IsClusterScoped(const Value& object,
                     absl::Span<const YamlDocument* const> documents);

SchemaPlace FollowPath(const KindSchema& kind, absl::Span<const Segment> path);

// Returns the type of values: "string", "integer", "number", "boolean", "object" or
// "array"; "" if the schema leaves it open.
absl::string_view TypeIn(const Value& schema);

// Returns the type of the value at a path. The fields that every object has are known
// without a schema: metadata.name is a string. `kind` may be nullptr.
std::string TypeAt(const KindSchema* kind, absl::Span<const Segment> path);

// Returns the type in words: `an integer`, `a list`.
absl::string_view TypeWords(absl::string_view type);

}  // namespace loom
