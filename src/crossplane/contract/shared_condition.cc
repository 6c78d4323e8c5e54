// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/shared_condition.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/limits.h"
#include "base/strings.h"
#include "crossplane/contract/transition.h"

namespace loom {
namespace {

// The number of entries that a message lists. People do not read more at once.
constexpr size_t kEntriesShown = 3;
constexpr absl::string_view kSeparator = "; ";
constexpr absl::string_view kMoreBegins = "and ";
constexpr absl::string_view kMoreEnds = " more";

// False is the worst status.
int Badness(ConditionStatus status) {
  return status == ConditionStatus::kFalse     ? 2
         : status == ConditionStatus::kUnknown ? 1
                                               : 0;
}

ConditionStatus Worse(ConditionStatus a, ConditionStatus b) {
  return Badness(a) < Badness(b) ? b : a;
}

ConditionStatus StatusOfAll(const std::vector<Remark>& remarks) {
  ConditionStatus status = ConditionStatus::kTrue;
  for (const Remark& remark : remarks) status = Worse(status, remark.status);
  return status;
}

// Returns the remark that comes first in the input, of those that the predicate accepts:
// at least one.
template <typename Predicate>
const Remark& FirstOf(const std::vector<Remark>& remarks, Predicate accepts) {
  const Remark* first = nullptr;
  for (const Remark& remark : remarks) {
    if (!accepts(remark)) continue;
    if (first == nullptr || remark.order < first->order) first = &remark;
  }
  return *first;
}

bool IsMore(absl::string_view entry) {
  return absl::StartsWith(entry, kMoreBegins) &&
         absl::EndsWith(entry, kMoreEnds);
}

// Reports whether the condition of the observed composite has the entry: it shows the
// entry, or it may hide the entry because the entry sorts after the last one shown.
bool Has(const Condition& before, absl::string_view entry) {
  if (before.status == ConditionStatus::kTrue) return false;
  if (before.message == entry) return true;
  if (absl::StrContains(absl::StrCat(kSeparator, before.message, kSeparator),
                        absl::StrCat(kSeparator, entry, kSeparator))) {
    return true;
  }
  const std::vector<absl::string_view> parts =
      absl::StrSplit(before.message, kSeparator);
  return parts.size() > 1 && IsMore(parts.back()) &&
         entry > parts[parts.size() - 2];
}

// Reports whether an entry of this step is new in what the message shows.
bool HasNews(const std::vector<Remark>& remarks, const Condition& now,
             const std::vector<std::string>& sorted,
             const std::optional<Condition>& before) {
  const size_t shown = std::min(sorted.size(), kEntriesShown);
  bool own = false;
  for (const Remark& remark : remarks) {
    if (remark.status == ConditionStatus::kTrue || !remark.is_news) continue;
    if (shown > 0 && remark.text > sorted[shown - 1]) continue;
    own = true;
    if (!before.has_value() || !Has(*before, remark.text)) return true;
  }
  return own && before->message == now.message &&
         (before->status != now.status || before->reason != now.reason);
}

}  // namespace

void EarlierRemarks::Add(const std::vector<Remark>& remarks) {
  for (const Remark& remark : remarks) {
    made_again |= remark.is_made_again;
    if (remark.status == ConditionStatus::kTrue || remark.is_made_again) {
      continue;
    }
    if (Badness(remark.status) > Badness(status)) {
      status = remark.status;
      reason = remark.reason;
    }
    texts.emplace_back(Shortened(remark.text, limits::kMessage));
  }
  std::sort(texts.begin(), texts.end());
  if (texts.size() <= kEntriesShown) return;
  more += texts.size() - kEntriesShown;
  texts.resize(kEntriesShown);
}

std::optional<Condition> ConditionOf(const std::vector<Remark>& remarks,
                                     const std::optional<Condition>& before,
                                     const EarlierRemarks& earlier) {
  const bool is_idle =
      std::all_of(remarks.begin(), remarks.end(),
                  [](const Remark& remark) { return remark.idle; });
  if (is_idle && !earlier.made_again) {
    if (earlier.status != ConditionStatus::kTrue) return std::nullopt;
    const Remark& first = FirstOf(remarks, [](const Remark&) { return true; });
    std::optional<Condition> idle = NothingToDo(before, first.reason);
    if (idle.has_value()) idle->type = remarks.front().type;
    return idle;
  }
  Condition condition{.type = remarks.front().type,
                      .status = Worse(earlier.status, StatusOfAll(remarks)),
                      .reason = earlier.reason,
                      .message = ""};
  if (condition.status != earlier.status ||
      earlier.status == ConditionStatus::kTrue) {
    condition.reason =
        FirstOf(remarks, [&](const Remark& remark) {
          return remark.status == condition.status && (!remark.idle || is_idle);
        }).reason;
  }
  if (condition.status == ConditionStatus::kTrue) return condition;
  std::vector<std::string> texts = earlier.texts;
  std::vector<std::pair<std::string, absl::string_view>> events;
  for (const Remark& remark : remarks) {
    if (remark.status == ConditionStatus::kTrue) continue;
    texts.push_back(remark.text);
    if (!remark.is_news) continue;
    events.emplace_back(remark.detail.empty()
                            ? remark.text
                            : absl::StrCat(remark.text, ": ", remark.detail),
                        remark.place);
  }
  std::sort(texts.begin(), texts.end());
  condition.message = JoinedEntries(texts, earlier.more);
  std::sort(events.begin(), events.end());
  std::vector<std::string> shown;
  for (auto& [text, place] : events) {
    if (shown.size() < kEntriesShown && !place.empty()) {
      condition.places.emplace_back(place);
    }
    shown.push_back(std::move(text));
  }
  condition.event = JoinedEntries(std::move(shown));
  condition.is_news = HasNews(remarks, condition, texts, before);
  return condition;
}

std::vector<absl::string_view> EntriesShown(const Condition& condition) {
  if (condition.message.empty()) return {};
  std::vector<absl::string_view> entries =
      absl::StrSplit(condition.message, kSeparator);
  if (entries.size() > kEntriesShown && IsMore(entries.back())) {
    entries.pop_back();
  }
  return entries;
}

std::string JoinedEntries(std::vector<std::string> entries, size_t more) {
  std::sort(entries.begin(), entries.end());
  const size_t shown = std::min(entries.size(), kEntriesShown);
  std::string text =
      absl::StrJoin(entries.begin(), entries.begin() + shown, kSeparator);
  more += entries.size() - shown;
  if (more > 0) {
    absl::StrAppend(&text, kSeparator, kMoreBegins, more, kMoreEnds);
  }
  return text;
}

}  // namespace loom
