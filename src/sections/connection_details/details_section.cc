// SPDX-License-Identifier: Apache-2.0
#include "sections/connection_details/details_section.h"

#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "data/value/budget.h"
#include "sections/connection_details/details_secret.h"
#include "sections/connection_details/gathered_details.h"
#include "sections/shared/connection_secrets/connection_secret.h"

namespace loom {
namespace {

constexpr absl::string_view kType = "ConnectionDetailsReady";

// Gives the details to the composite, whose earlier ones stay.
absl::Status Publish(const GatheredDetails& gathered, Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Details before,
                        call.composite.ObservedPublished());
  LOOM_RETURN_IF_ERROR(
      Spend(Sorting(before.size() + gathered.values.size()), call.pool));
  LOOM_ASSIGN_OR_RETURN(const Details* published,
                        call.composite.PublishedDetails());
  Details now = gathered.values;
  for (const auto& [key, value] : before) {
    if (!gathered.Keeps(key) || published->contains(key)) continue;
    LOOM_RETURN_IF_ERROR(Charge(value.size(), call.pool));
    now.emplace(key, value);
  }
  if (now.empty()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(Details * details, call.composite.ChangeDetails());
  for (auto& [key, value] : now) (*details)[key] = std::move(value);
  return absl::OkStatus();
}

void Tell(std::vector<std::string> texts, Outcome* outcome) {
  for (std::string& text : texts) {
    outcome->remarks.push_back({.type = std::string(kType),
                                .status = ConditionStatus::kFalse,
                                .reason = "KeysMissing",
                                .text = std::move(text)});
  }
  outcome->remarks.push_back(
      {.type = std::string(kType), .reason = "Complete"});
}

}  // namespace

std::unique_ptr<const Section> DetailsSection::Parse(Fields& input) {
  std::vector<Detail> list;
  std::set<std::string> names;
  for (const Input& entry : input.ListSection("connectionDetails")) {
    list.push_back(Detail::Parse(entry));
    const std::string& name = list.back().name();
    if (!name.empty() && !names.insert(name).second) {
      entry.Invalid("name", absl::StrCat("\"", name, "\" is there twice"));
    }
  }
  DetailsOutput output = DetailsOutput::Parse(input, !list.empty());
  if (list.empty()) return nullptr;
  return std::make_unique<const DetailsSection>(std::move(list),
                                                std::move(output));
}

void DetailsSection::AddReads(Reads* reads) const {
  for (const Detail& detail : list_) detail.AddReads(reads);
  AddSecretLocation(&reads->composite);
  // Of the observed Secret, whose name is known in a call alone.
  reads->resources.Add({"data"});
}

absl::Status DetailsSection::Run(Call& call, Outcome* outcome) const {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  LOOM_ASSIGN_OR_RETURN(GatheredDetails gathered, GatherDetails(list_, call));
  LOOM_RETURN_IF_ERROR(output_.GoesToSecret(*composite)
                           ? ComposeDetails(gathered, output_, call)
                           : Publish(gathered, call));
  Tell(std::move(gathered.texts), outcome);
  return absl::OkStatus();
}

}  // namespace loom
