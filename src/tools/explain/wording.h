// SPDX-License-Identifier: Apache-2.0
// The words of the views: how values, owners and steps are written.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/explain/explanation.h"

namespace loom {

// What the views call steps, sources and places, so that all of them use the same
// words.
//
//   PlaceText    composition.yaml:26:11
//   StepName     patch 2, base, provider config, patch 1 of patch set tags,
//                step "template", function-x; counted from one
//   StepTitle    patch 2 FromCompositeFieldPath
//   SourceTitle  XApp shop spec.region, bucket (observed) status.phase,
//                label team of XApp shop; an expression keeps its lines

// "" if there is none.
std::string PlaceText(const std::optional<ExplainedPlace>& place);

std::string StepName(const ExplainedStep& step);
std::string StepTitle(const ExplainedStep& step);
std::string SourceTitle(const ExplainedSource& source);

// "policy  withheld, Required source is missing: …" without the name.
std::string UnreadyText(const Unready& unready);

// "2 objects", "1 object", "not answered yet".
std::string AnswerOf(const ExplainedRequirement& requirement);

// Whose field it is and where: bucket.spec.tags[a.b/c].
std::string FieldName(const ExplainedField& field);

// The sign of a change: + added, - removed, ~ value, @ origin, a blank for none.
char ChangeSign(absl::string_view change);

// The parts that are not empty, with two blanks between them.
std::string Columns(std::initializer_list<absl::string_view> parts);

// ShownText is a value as the text and the diagram show it: a YAML scalar on one
// line, a list or an object as JSON.
//
//   {"\"eu\""}             eu
//   {"\"1e3\""}            "1e3"        (a text that looks like a number)
//   {"\"one\\ntwo\""}      "one\ntwo"
//   {"{\"a\":1}"}          {"a":1}
//   {nullopt, true}        (secret)
//   {nullopt}              (none)
//   a text of 100          its first 60 characters and … (100 characters)

// Longer texts are cut.
inline constexpr size_t kMostCharacters = 60;
// An object of more leaves is shown as their number.
inline constexpr size_t kMostLeaves = 200;

// `full`: of any length.
std::string ShownText(const ShownValue& value, bool full = false);

// The leaves of an object or a list with their paths, which begin with `path`. A
// value that has none, such as 5 or {}, is its own leaf.
std::vector<std::pair<std::string, ShownValue>> LeavesOf(
    const std::string& path, const ShownValue& value);

}  // namespace loom
