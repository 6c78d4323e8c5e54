// SPDX-License-Identifier: Apache-2.0
// StatusWords finds which fields a Composition reads from the status of its composed
// resources, and which connection details, so that random lives can report them as
// providers do.
//
//   StatusWords words(composition, &schemas);
//   // {status: {atProvider: {id: id-network}}}
//   Value patch = words.Report(network, "network", nullptr, &pool);
//
// The fields come from field paths (fromFieldPath, fieldPath), readiness checks and
// expressions. A field has one value for all of a life, because only that it arrives and
// disappears must not matter; a value that changes may delete something on purpose:
//
//   a readiness check or a comparison names one    that one
//   the first transform of a patch needs one       one that it accepts: a key of its map,
//                                                  a string that its pattern matches
//   the schema of the kind has the field           one that is valid
//   the schema of the kind lacks it                none: it is never reported
//   anything else                                  a string, until Teach chooses another
//
// Kubernetes' own kinds, which have no Ready condition, get what Kubernetes writes to them
// when they are ready.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "tools/schemas/kind_schemas.h"
#include "tools/test/random/random_values.h"
#include "tools/workspace/composition.h"

namespace loom {

class StatusWords {
 public:
  // The schemas must outlive this.
  StatusWords(const Composition& composition, KindSchemas* schemas);
  StatusWords(const StatusWords&) = delete;
  StatusWords& operator=(const StatusWords&) = delete;

  // Returns a merge patch with what a composed resource reports: everything, or, with
  // `random`, some of it. An empty object: there is nothing to report.
  Value Report(const Value& object, const std::string& name, Random* random,
               Pool* pool) const;
  // Returns a merge patch that removes a field of the status, or all of it.
  Value Vanish(const Value& object, const std::string& name, Random* random,
               Pool* pool) const;
  // Returns the conditions of a ready resource, or of one that is not: Synced, Ready and
  // those that readiness checks name.
  Value Conditions(const Value& object, const std::string& name, bool ready,
                   Pool* pool) const;
  // The keys of connection details that the Composition reads.
  const std::vector<std::string>& details() const { return details_; }

  // The fields whose type is not known, and the number of types to choose from.
  std::vector<size_t> Unknown() const;
  static size_t Types();
  size_t TypeOf(size_t field) const { return words_[field].type; }
  // Reports no other fields than these until ReportAll.
  void ReportOnly(std::set<size_t> fields) { only_ = std::move(fields); }
  void ReportAll() { only_.reset(); }
  // Chooses the type of an unknown field.
  void Teach(size_t field, size_t type) { words_[field].type = type; }

 private:
  struct ReadStatus {
    std::string resource;  // "": any
    std::vector<Segment> path;
    std::string value = "";  // JSON; "": not known
    size_t type = 0;
  };
  struct NamedCondition {
    std::string resource;  // "": any
    std::string type;
    std::string status;
  };

  void AddInput(const PipelineStep& step);
  void Walk(const Value& value, const std::string& resource);
  void AddPath(absl::string_view text, const std::string& resource,
               const std::string& value);
  void AddCheck(const Value& check, const std::string& resource);
  void AddPatch(const Value& patch, const std::string& resource);
  void AddExpression(const std::string& text, const std::string& resource);
  // Reads of the composite's status, where a patch has copied the status of a resource.
  void AddCopied();
  void AddRead(const std::string& resource, std::vector<Segment> path,
               const std::string& value);
  void AddWords(absl::string_view text);
  // The value of a word for a resource; "" if it has no such field.
  std::string ValueOf(const ReadStatus& word, const Value& object,
                      const std::string& name) const;
  std::vector<const ReadStatus*> WordsOf(const std::string& name) const;

  KindSchemas* schemas_;
  std::vector<ReadStatus> words_;
  std::optional<std::set<size_t>> only_;
  std::vector<NamedCondition> conditions_;
  struct CopiedStatus {
    std::string resource;
    std::vector<Segment> from;
    std::vector<Segment> to;  // of the composite
  };
  std::vector<CopiedStatus> copied_;
  std::vector<std::string> details_;
};

}  // namespace loom
