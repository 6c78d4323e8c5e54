// SPDX-License-Identifier: Apache-2.0
// These functions return the wording of the views for values, owners and steps.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/provenance/explanation.h"

namespace loom {

// The names of steps, sources and locations, which are the same in all views.
//
//   PlaceText    composition.yaml:26:11
//   StepName     patch 2, base, provider config, patch 1 of patch set tags,
//                step "template", function-x; counted from 1
//   StepTitle    patch 2 FromCompositeFieldPath
//   SourceTitle  XApp shop spec.region, bucket (observed) status.phase,
//                label team of XApp shop; an expression keeps its lines
//
// PlaceText returns "" for nullopt.
std::string PlaceText(const std::optional<ExplainedPlace>& place);

std::string StepName(const ExplainedStep& step);
std::string StepTitle(const ExplainedStep& step);
std::string SourceTitle(const ExplainedSource& source);

// Returns "policy  withheld, Required source is missing: …" without the name.
std::string UnreadyText(const Unready& unready);

// Returns "2 objects", "1 object" or "not answered yet".
std::string AnswerOf(const ExplainedRequirement& requirement);

// Returns the owner and the path of a field: bucket.spec.tags[a.b/c].
std::string FieldName(const ExplainedField& field);

// Returns the sign of a change: + added, - removed, ~ value, @ origin, or a space.
char ChangeSign(absl::string_view change);

// Joins the parts that are not empty with two spaces.
std::string Columns(std::initializer_list<absl::string_view> parts);

// Longer strings are truncated.
inline constexpr size_t kMostCharacters = 60;
// For an object with more leaves, only their number is shown.
inline constexpr size_t kMostLeaves = 200;

// Returns a value as the text view and the diagram show it: a YAML scalar on one line,
// a list or an object as JSON, (secret) or (none). `full`: whether to show strings of
// any length.
std::string ShownText(const ShownValue& value, bool full = false);

// Returns the leaves of an object or a list with their paths, which begin with `path`.
// A value without leaves, such as 5 or {}, is its own leaf.
std::vector<std::pair<std::string, ShownValue>> LeavesOf(
    const std::string& path, const ShownValue& value);

}  // namespace loom
