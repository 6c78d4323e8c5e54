// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/joined_ttl.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "language/input/go_duration.h"
#include "tools/convert/step_kind.h"

namespace loom {
namespace {

constexpr absl::Duration kDefault = absl::Seconds(60);

// The member that says it; "": a step of this kind has none.
absl::string_view MemberOfTtl(const Value& step) {
  switch (KindOf(step)->role) {
    case StepRole::kAutoReady:
      return "ttl";
    case StepRole::kSequencer:
      return "cacheTTL";
    default:
      return "";
  }
}

struct Ttl {
  std::string text;
  absl::Duration value = kDefault;
};

Ttl TtlOf(const Value& step) {
  Ttl ttl{.text = ScalarMember(InputOf(step), MemberOfTtl(step))};
  if (ttl.text.empty()) return ttl;
  // What is none is refused by the native input.
  ttl.value = ParseGoDuration(ttl.text).value_or(-kDefault);
  return ttl;
}

}  // namespace

JoinedTtl JoinTtls(const std::vector<const Value*>& steps, size_t index) {
  JoinedTtl joined;
  std::vector<Ttl> all;
  all.reserve(steps.size());
  for (const Value* step : steps) all.push_back(TtlOf(*step));
  if (all.size() == 1) {
    joined.text = all[0].text;
    return joined;
  }
  const Ttl* least = nullptr;
  for (const Ttl& ttl : all) {
    if (ttl.value == absl::ZeroDuration()) continue;
    if (least == nullptr || ttl.value < least->value) least = &ttl;
  }
  const absl::Duration value = least == nullptr ? kDefault : least->value;
  if (value != kDefault) joined.text = least->text;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].text.empty() || all[i].value == value) continue;
    joined.notes.push_back(
        {{"spec", "pipeline", absl::StrCat(index + i), "input",
          std::string(MemberOfTtl(*steps[i]))},
         absl::StrCat(all[i].text,
                      " is left out: the step that this one "
                      "becomes part of answers for ",
                      joined.text.empty() ? "60s" : joined.text)});
  }
  return joined;
}

}  // namespace loom
