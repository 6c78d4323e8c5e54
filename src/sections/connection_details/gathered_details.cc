// SPDX-License-Identifier: Apache-2.0
#include "sections/connection_details/gathered_details.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "data/value/budget.h"

namespace loom {
namespace {

absl::Status Miss(std::string text, Call& call, GatheredDetails* gathered) {
  LOOM_RETURN_IF_ERROR(Charge(text.size(), call.pool));
  gathered->texts.push_back(std::move(text));
  return absl::OkStatus();
}

absl::Status AddAll(const std::string& resource, Call& call,
                    GatheredDetails* gathered) {
  gathered->has_all_from = true;
  LOOM_ASSIGN_OR_RETURN(const ObservedDetails details,
                        call.composed.DetailsOf(resource));
  LOOM_RETURN_IF_ERROR(Spend(Sorting(details.size()), call.pool));
  for (const auto& [key, value] : details) {
    LOOM_RETURN_IF_ERROR(Charge(value.size(), call.pool));
    gathered->values[std::string(key)] = std::string(value);
  }
  if (!details.empty()) return absl::OkStatus();
  return Miss(
      absl::StrCat("allFrom: ", resource, " connection details are missing"),
      call, gathered);
}

absl::Status AddOne(const Detail& detail, Call& call,
                    GatheredDetails* gathered) {
  LOOM_ASSIGN_OR_RETURN(DetailValue value, detail.Make(call));
  if (!value.is_missing()) {
    gathered->values[detail.name()] = std::move(value.bytes);
    return absl::OkStatus();
  }
  gathered->missing.push_back(detail.name());
  return Miss(absl::StrCat(detail.name(), ": ", value.cause), call, gathered);
}

}  // namespace

bool GatheredDetails::Keeps(absl::string_view key) const {
  return has_all_from ||
         std::binary_search(missing.begin(), missing.end(), key);
}

absl::StatusOr<GatheredDetails> GatherDetails(const std::vector<Detail>& list,
                                              Call& call) {
  GatheredDetails gathered;
  LOOM_RETURN_IF_ERROR(Spend(Sorting(list.size()), call.pool));
  for (const Detail& detail : list) {
    LOOM_RETURN_IF_ERROR(detail.all_from().empty()
                             ? AddOne(detail, call, &gathered)
                             : AddAll(detail.all_from(), call, &gathered));
  }
  std::sort(gathered.missing.begin(), gathered.missing.end());
  return gathered;
}

}  // namespace loom
