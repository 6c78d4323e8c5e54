// SPDX-License-Identifier: Apache-2.0
// KindSchemas finds the schemas of kinds in texts that define them: CRDs and XRDs
// as YAML, and documents of OpenAPI v3 as an API server gives them.
//
//   KindSchemas given;
//   given.Add("crds/bucket.yaml", text);
//   const KindSchema* bucket = given.Find("s3.example.org/v1", "Bucket");
//
// Texts are scanned for `kind:` when they are added, and parsed when one of the
// kinds that they name is asked for, because a folder of CRDs is large and a
// Composition needs few of them. A text that cannot be parsed defines nothing.
//
// Two definitions of a kind with different schemas prove nothing, so Find gives
// nullptr for it. `kubectl get --raw /openapi/v3/apis/apps/v1` prints a document
// of OpenAPI.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "tools/yaml/reader.h"

namespace loom {

struct KindSchema {
  std::string kind;
  // As the API server has it (composite_schema.h).
  const Value* schema = nullptr;
  // The CRD or XRD that has it, and the index of the version; nullptr for a
  // document of OpenAPI.
  const YamlDocument* definition = nullptr;
  size_t version = 0;
  // Whether it is only what all such objects have (common_schema.h).
  bool common = false;
  // Of the object that spec.forProvider.manifest wraps, or nullptr.
  const KindSchema* manifest = nullptr;
};

class KindSchemas {
 public:
  KindSchemas() = default;
  KindSchemas(const KindSchemas&) = delete;
  KindSchemas& operator=(const KindSchemas&) = delete;

  // `name` is the name of the file.
  void Add(std::string name, std::string text);
  // A CRD or XRD that has been read. It has to outlive the schemas.
  void Add(const YamlDocument& definition);

  // nullptr: no text defines it, or not clearly.
  const KindSchema* Find(absl::string_view api_version, absl::string_view kind);
  // The CRDs and XRDs of a kind, whatever their versions are.
  std::vector<const YamlDocument*> Definitions(absl::string_view group,
                                               absl::string_view kind);

 private:
  struct Text {
    std::string name;
    std::string text;
    size_t lines_before = 0;  // of a part of a file
    // One pool holds no more than the objects of a call (data/value/account.h).
    std::unique_ptr<Pool> pool;
    std::vector<YamlDocument> documents;
    Value json;  // null unless the text is JSON
  };

  void Parse(Text* text);
  std::vector<Text*> TextsWith(absl::string_view kind);
  void FindInDefinitions(absl::string_view api_version, absl::string_view kind,
                         std::vector<KindSchema>* found);
  void FindInOpenApi(absl::string_view api_version, absl::string_view kind,
                     std::vector<KindSchema>* found);

  std::deque<Text> texts_;
  // The texts that have a word behind `kind:`.
  absl::flat_hash_map<std::string, std::vector<Text*>> texts_with_;
  std::vector<const YamlDocument*> given_;
  std::deque<Value> flat_;
  struct Composite {
    Pool pool;
    Value schema;
  };
  std::deque<Composite> composites_;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<KindSchema>>
      known_;
};

// FollowPath follows a field path through the schema of a kind, to say what the
// schema knows of the place.
//
//   properties: {spec: {properties: {size: {type: integer}, tags: {type: object,
//   additionalProperties: {type: string}}, zones: {type: array, items: {…}}}}}
//
//   spec.size         known, an integer
//   spec.sise         missing: an object of this kind never has it; size is near
//   spec.tags.a       known, a string, as of every key of a map
//   spec.size.a       missing, since a number has no members
//   spec.zones.name   missing: a list has elements; spec.zones[0].name is near
//   metadata.nane     missing: the API server knows the metadata of every object
//
// Free is what is below x-kubernetes-preserve-unknown-fields, what may be an integer or a
// string, and what alternatives (anyOf and the like) say more of. What is missing is
// missing for certain: the API server drops or refuses it.

struct SchemaPlace {
  enum class Answer { kKnown, kFree, kMissing };
  Answer answer = Answer::kFree;
  const Value* schema = nullptr;  // of a place that is known
  // Of a place that is missing: the segments up to the first one that is, and the
  // path that may be meant in their place; "" if none is near. A place that is free has
  // both if it is a slip (IsSlip) from a field that the schema knows.
  std::string missing;
  std::string nearest;

  bool IsSlip() const { return answer == Answer::kFree && !nearest.empty(); }
};

SchemaPlace FollowPath(const KindSchema& kind, absl::Span<const Segment> path);

// Of what type values are: "string", "integer", "number", "boolean", "object" or
// "array"; "" if the schema leaves it open.
absl::string_view TypeIn(const Value& schema);

// The type of the value at a path. What every object has is known without a
// schema: metadata.name is a string. `kind` may be nullptr.
std::string TypeAt(const KindSchema* kind, absl::Span<const Segment> path);

// `an integer`, `a list`
absl::string_view TypeWords(absl::string_view type);

}  // namespace loom
