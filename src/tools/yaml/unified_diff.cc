// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/unified_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

constexpr size_t kContext = 3;
// Texts that differ in more lines are compared no further.
constexpr int32_t kMostChanges = 4000;

using LinesOf = std::vector<absl::string_view>;

// The lines with their line feeds.
LinesOf Split(absl::string_view text) {
  LinesOf lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// A line of the script that turns one file into the other.
struct Step {
  char mark;  // ' ', '-' or '+'
  absl::string_view line;
  size_t before, after;  // how many lines precede it in the two texts
};

// The furthest positions of Myers' algorithm, after each number of changes.
class Myers {
 public:
  Myers(const LinesOf& a, const LinesOf& b) : a_(a), b_(b) {}

  std::vector<Step> Script() {
    std::vector<Step> steps;
    int32_t x = Size(a_), y = Size(b_);
    if (!Search()) {
      while (y > 0) Push('+', x, --y, &steps);
      while (x > 0) Push('-', --x, y, &steps);
    }
    for (int32_t d = Size(rounds_) - 1; d >= 0; --d) {
      int32_t k = x - y;
      bool down = d > 0 && Down(rounds_[d], d, k);
      int32_t from_k = down ? k + 1 : k - 1;
      int32_t from_x = d == 0 ? 0 : At(rounds_[d], from_k);
      int32_t from_y = d == 0 ? 0 : from_x - from_k;
      while (x > from_x && y > from_y) Push(' ', --x, --y, &steps);
      if (d == 0) break;
      if (down) {
        Push('+', x, --y, &steps);
      } else {
        Push('-', --x, y, &steps);
      }
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

 private:
  using Furthest = std::vector<int32_t>;

  template <typename List>
  static int32_t Size(const List& list) {
    return static_cast<int32_t>(list.size());
  }
  int32_t At(const Furthest& v, int32_t k) const {
    return v[k + (Size(v) - 1) / 2];
  }
  // Whether diagonal k is reached by an added line.
  bool Down(const Furthest& v, int32_t d, int32_t k) const {
    return k == -d || (k != d && At(v, k - 1) < At(v, k + 1));
  }
  void Push(char mark, int32_t x, int32_t y, std::vector<Step>* steps) const {
    steps->push_back({mark, mark == '+' ? b_[y] : a_[x], static_cast<size_t>(x),
                      static_cast<size_t>(y)});
  }

  // Fills rounds_[d]: what was reached before the d-th change. false: there are
  // too many.
  bool Search() {
    Furthest v(3, 0);
    for (int32_t d = 0; d <= kMostChanges; ++d) {
      rounds_.push_back(v);
      Furthest next(2 * (d + 2) + 1, 0);
      for (int32_t k = -d; k <= d; k += 2) {
        int32_t x = d == 0          ? 0
                    : Down(v, d, k) ? At(v, k + 1)
                                    : At(v, k - 1) + 1;
        int32_t y = x - k;
        while (x < Size(a_) && y < Size(b_) && a_[x] == b_[y]) ++x, ++y;
        next[k + d + 2] = x;
        if (x >= Size(a_) && y >= Size(b_)) return true;
      }
      v = std::move(next);
    }
    rounds_.clear();
    return false;
  }

  const LinesOf& a_;
  const LinesOf& b_;
  std::vector<Furthest> rounds_;
};

std::string Counted(size_t first, size_t count) {
  // An empty range is named by the line before it.
  std::string text = absl::StrCat(count == 0 ? first : first + 1);
  return count == 1 ? text : absl::StrCat(text, ",", count);
}

void AppendLine(char mark, absl::string_view line, std::string* diff) {
  absl::StrAppend(diff, std::string(1, mark), line);
  if (line.empty() || line.back() != '\n') {
    absl::StrAppend(diff, "\n\\ No newline at end of file\n");
  }
}

void AppendHunk(const std::vector<Step>& steps, size_t begin, size_t end,
                std::string* diff) {
  size_t before = 0, after = 0;
  for (size_t i = begin; i < end; ++i) {
    before += steps[i].mark != '+';
    after += steps[i].mark != '-';
  }
  absl::StrAppend(diff, "@@ -", Counted(steps[begin].before, before), " +",
                  Counted(steps[begin].after, after), " @@\n");
  for (size_t i = begin; i < end; ++i) {
    AppendLine(steps[i].mark, steps[i].line, diff);
  }
}

// In each block of changes, what is removed comes first.
void RemoveFirst(std::vector<Step>* steps) {
  for (size_t i = 0; i < steps->size();) {
    size_t end = i;
    while (end < steps->size() && (*steps)[end].mark != ' ') ++end;
    std::stable_partition(steps->begin() + i, steps->begin() + end,
                          [](const Step& step) { return step.mark == '-'; });
    i = end + 1;
  }
  size_t before = 0, after = 0;
  for (Step& step : *steps) {
    step.before = before;
    step.after = after;
    before += step.mark != '+';
    after += step.mark != '-';
  }
}

}  // namespace

std::string UnifiedDiff(absl::string_view name, absl::string_view before,
                        absl::string_view after) {
  if (before == after) return "";
  LinesOf a = Split(before), b = Split(after);
  std::vector<Step> steps = Myers(a, b).Script();
  RemoveFirst(&steps);
  std::string diff = absl::StrCat("--- ", name, "\n+++ ", name, "\n");
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].mark == ' ') continue;
    // A hunk continues while less than two contexts are between two changes.
    size_t last = i;
    for (size_t j = i; j < steps.size() && j <= last + 2 * kContext + 1; ++j) {
      if (steps[j].mark != ' ') last = j;
    }
    size_t begin = i < kContext ? 0 : i - kContext;
    size_t end = std::min(steps.size(), last + 1 + kContext);
    AppendHunk(steps, begin, end, &diff);
    i = end - 1;
  }
  return diff;
}

}  // namespace loom
