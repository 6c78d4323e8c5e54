// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/stored_state.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"

namespace loom {
namespace {

// What Crossplane says may quote an API server at length.
constexpr size_t kMostOfAMessage = 600;

std::string Since(const Value& object) {
  return ScalarText(Dig(object, {"metadata", "deletionTimestamp"}));
}

std::string Finalizers(const Value& object) {
  const Value* list = Dig(object, {"metadata", "finalizers"});
  std::vector<std::string> names;
  if (list != nullptr && list->IsArray()) {
    for (const Value& each : Items(*list)) names.push_back(ScalarText(&each));
  }
  if (names.empty()) return "";
  return absl::StrCat(", and waits for the finalizer",
                      names.size() == 1 ? " " : "s ",
                      absl::StrJoin(names, ", "));
}

void AddDeletion(const PipelineInputs& inputs, std::vector<Unready>* rows) {
  const std::string since = Since(inputs.composite.root);
  if (since.empty()) return;
  constexpr size_t kMostLeft = 5;
  std::vector<std::string> left;
  for (const auto& [name, document] : inputs.observed) {
    if (left.size() < kMostLeft) left.push_back(name);
  }
  const size_t more = inputs.observed.size() - left.size();
  std::string message = absl::StrCat("being deleted since ", since);
  if (left.empty()) {
    absl::StrAppend(&message, Finalizers(inputs.composite.root));
  } else {
    absl::StrAppend(&message, ", and stays until ", absl::StrJoin(left, ", "),
                    more == 0 ? "" : absl::StrCat(" and ", more, " more"),
                    inputs.observed.size() == 1 ? " is" : " are", " deleted");
  }
  absl::StrAppend(&message, "; no step runs anymore");
  rows->push_back(
      {.resource = "xr", .reason = "being deleted", .message = message});
  for (const auto& [name, document] : inputs.observed) {
    const std::string then = Since(document.root);
    if (then.empty()) continue;
    rows->push_back({.resource = name,
                     .reason = "being deleted",
                     .message = absl::StrCat("being deleted since ", then,
                                             Finalizers(document.root))});
  }
}

void AddPause(const PipelineInputs& inputs, std::vector<Unready>* rows) {
  constexpr char kPaused[] = "crossplane.io/paused";
  if (Annotation(inputs.composite.root, kPaused) != "true") return;
  rows->push_back({.resource = "xr",
                   .reason = "paused",
                   .message = absl::StrCat("paused by the ", kPaused,
                                           " annotation; no step runs")});
}

void AddCondition(const PipelineInputs& inputs, absl::string_view type,
                  std::vector<Unready>* rows) {
  for (const Value& each :
       ItemsAt(inputs.composite.root, {"status", "conditions"})) {
    if (!each.IsObject() || ScalarText(Find(each, "type")) != type ||
        ScalarText(Find(each, "status")) != "False") {
      continue;
    }
    const std::string message = ScalarText(Find(each, "message"));
    rows->push_back({.resource = "xr",
                     .reason = absl::StrCat(type, " is False"),
                     .message = absl::StrCat(type, " is False, reason ",
                                             ScalarText(Find(each, "reason")),
                                             message.empty() ? "" : ": ",
                                             Cut(message, kMostOfAMessage))});
  }
}

}  // namespace

std::vector<Unready> StoredState(const PipelineInputs& inputs, bool ran) {
  std::vector<Unready> rows;
  if (!inputs.is_stored) return rows;
  AddDeletion(inputs, &rows);
  AddPause(inputs, &rows);
  if (ran) AddCondition(inputs, "Synced", &rows);
  AddCondition(inputs, "Responsive", &rows);
  return rows;
}

}  // namespace loom
