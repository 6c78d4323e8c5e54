// SPDX-License-Identifier: Apache-2.0
// What the views call steps, sources and places, so that all of them use the same
// words.
//
//   PlaceText    composition.yaml:26:11
//   StepName     patch 2, base, provider config,
//                patch 3 (1 of patch set tags), step "template", function-x
//   StepTitle    patch 2 FromCompositeFieldPath
//   SourceTitle  XApp shop spec.region, bucket (observed) status.phase,
//                label team of XApp shop
#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "tools/explain/explanation.h"

namespace loom {

// "" if there is none.
std::string PlaceText(const std::optional<ExplainedPlace>& place);

std::string StepName(const ExplainedStep& step);
std::string StepTitle(const ExplainedStep& step);
std::string SourceTitle(const ExplainedSource& source);

// "policy  withheld, Required source is missing: …" without the name.
std::string UnreadyText(const Unready& unready);

// Whose field it is and where: bucket.spec.tags[a.b/c].
std::string FieldName(const ExplainedField& field);

// The sign of a change: + added, - removed, ~ value, @ origin, a blank for none.
char ChangeSign(absl::string_view change);

// The parts that are not empty, with two blanks between them.
std::string Columns(std::initializer_list<absl::string_view> parts);

}  // namespace loom
