// SPDX-License-Identifier: Apache-2.0
#include "sections/connection_details/details_secret.h"

#include <map>
#include <utility>

#include "absl/strings/escaping.h"
#include "base/status_macros.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/object.h"
#include "sections/shared/connection_secrets/connection_secret.h"

namespace loom {
namespace {

// Keys and their values in base64, in the order of the keys.
using Data = std::map<absl::string_view, absl::string_view>;

absl::Status AddDetails(const Details& details, Pool* pool, Data* data) {
  LOOM_RETURN_IF_ERROR(Spend(Sorting(details.size()), pool));
  for (const auto& [key, value] : details) {
    LOOM_RETURN_IF_ERROR(Spend(Writing(value.size()), pool));
    LOOM_RETURN_IF_ERROR(Charge(value.size(), pool));
    (*data)[pool->Keep(key)] = pool->Keep(absl::Base64Escape(value));
  }
  return absl::OkStatus();
}

// Adds what a Secret has. `adds` says of which keys.
template <typename Adds>
absl::Status AddDataOf(const Value* secret, Adds adds, Pool* pool, Data* data) {
  const Value* object = secret == nullptr ? nullptr : Dig(*secret, {"data"});
  if (object == nullptr || !object->IsObject()) return absl::OkStatus();
  LOOM_RETURN_IF_ERROR(Spend(Sorting(object->MemberCount()), pool));
  for (const Member& member : object->GetObject()) {
    if (!member.value.IsString() || !adds(View(member.name))) continue;
    (*data)[View(member.name)] = View(member.value);
  }
  return absl::OkStatus();
}

absl::Status AddEarlier(const Value& composite, const Value* composed,
                        Call& call, Data* data) {
  if (IsModern(composite)) {
    LOOM_ASSIGN_OR_RETURN(const Details* published,
                          call.composite.PublishedDetails());
    LOOM_RETURN_IF_ERROR(AddDetails(*published, call.pool, data));
  }
  return AddDataOf(
      composed, [](absl::string_view) { return true; }, call.pool, data);
}

}  // namespace

absl::Status ComposeDetails(const GatheredDetails& gathered,
                            const DetailsOutput& output, Call& call) {
  Pool* pool = call.pool;
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  const absl::string_view name = pool->Keep(SecretResourceName(*composite));
  LOOM_ASSIGN_OR_RETURN(const Value* composed, call.composed.Desired(name));
  LOOM_ASSIGN_OR_RETURN(const Value* observed, call.composed.Observed(name));
  // Also before there are details, so that an author learns of it at once.
  LOOM_ASSIGN_OR_RETURN(const Value location,
                        output.Location(*composite, composed, observed, pool));
  Data data;
  LOOM_RETURN_IF_ERROR(AddEarlier(*composite, composed, call, &data));
  LOOM_RETURN_IF_ERROR(AddDataOf(
      observed,
      [&](absl::string_view key) {
        return gathered.Keeps(key) && !data.contains(key);
      },
      pool, &data));
  LOOM_RETURN_IF_ERROR(AddDetails(gathered.values, pool, &data));
  if (data.empty() && observed == nullptr) return absl::OkStatus();
  Value secret = ComposeSecret(location, {}, pool);
  Value& object = *Find(secret, "data", pool);
  for (const auto& [key, value] : data) {
    Set(object, key, Borrow(value), pool);
  }
  return call.composed.SetDesired(name, std::move(secret), Ready::kTrue);
}

}  // namespace loom
