// SPDX-License-Identifier: Apache-2.0
#include "tools/test/coverage_report.h"

#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/strings.h"
#include "tools/yaml/reader.h"

namespace loom {
namespace {

std::string CountText(const CoverageCount& count) {
  return absl::StrCat("(", count.covered, " of ", count.all, ")");
}

// "never true, never false"
std::string Missing(const CoveragePart& part) {
  std::string text;
  for (size_t i = 0; i < part.hits.size(); ++i) {
    if (part.hits[i] > 0) continue;
    absl::StrAppend(&text, text.empty() ? "" : ", ", "never ",
                    part.kind->outcomes[i]);
  }
  return text;
}

// The outcomes of the parts on a line, in their order.
using HitsOfLines = std::map<size_t, std::vector<uint64_t>>;

HitsOfLines HitsOf(const CoverageParts& parts) {
  HitsOfLines lines;
  for (const auto& each : parts) {
    std::vector<uint64_t>& hits = lines[each.second.at.line];
    hits.insert(hits.end(), each.second.hits.begin(), each.second.hits.end());
  }
  return lines;
}

uint64_t Sum(const std::vector<uint64_t>& hits) {
  uint64_t sum = 0;
  for (uint64_t count : hits) sum += count;
  return sum;
}

void AddBranches(const HitsOfLines& lines, std::string* out) {
  size_t found = 0, hit = 0;
  for (const auto& [line, hits] : lines) {
    if (hits.size() < 2) continue;
    // A dash stands for a branch of a line that never took part.
    const bool is_hit = Sum(hits) > 0;
    for (size_t i = 0; i < hits.size(); ++i) {
      absl::StrAppend(out, "BRDA:", line, ",0,", i, ",");
      absl::StrAppend(out, is_hit ? absl::StrCat(hits[i]) : "-", "\n");
      ++found;
      hit += hits[i] > 0 ? 1 : 0;
    }
  }
  absl::StrAppend(out, "BRF:", found, "\nBRH:", hit, "\n");
}

void AddLines(const HitsOfLines& lines, std::string* out) {
  size_t hit = 0;
  for (const auto& [line, hits] : lines) {
    const uint64_t sum = Sum(hits);
    absl::StrAppend(out, "DA:", line, ",", sum, "\n");
    hit += sum > 0 ? 1 : 0;
  }
  absl::StrAppend(out, "LF:", lines.size(), "\nLH:", hit, "\n");
}

}  // namespace

std::string PercentText(const CoverageCount& count) {
  const size_t tenths =
      count.all == 0 ? 1000 : count.covered * 1000 / count.all;
  return absl::StrCat(tenths / 10, ".", tenths % 10, " %");
}

std::string CoverageText(const Coverage& coverage) {
  std::string out;
  for (const auto& [file, parts] : coverage.files()) {
    const CoverageCount count = CoverageCount::Of(parts);
    absl::StrAppend(&out, file, ": ", PercentText(count), " covered ",
                    CountText(count), "\n");
    for (const auto& each : parts) {
      const CoveragePart& part = each.second;
      const std::string missing = Missing(part);
      if (missing.empty()) continue;
      absl::StrAppend(&out, "  ", file, ":", part.at.line, ":", part.at.column,
                      ": ", part.path, ": ", missing, "\n");
    }
  }
  const CoverageCount all = CoverageCount::Of(coverage);
  absl::StrAppend(&out, "coverage: ", PercentText(all), " ", CountText(all),
                  "\n");
  return Printed(out);
}

std::string CoverageLcov(const Coverage& coverage) {
  std::string out;
  for (const auto& [file, parts] : coverage.files()) {
    const HitsOfLines lines = HitsOf(parts);
    absl::StrAppend(&out, "TN:\nSF:", file, "\n");
    AddBranches(lines, &out);
    AddLines(lines, &out);
    out += "end_of_record\n";
  }
  return out;
}

}  // namespace loom
