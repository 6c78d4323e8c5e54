// SPDX-License-Identifier: Apache-2.0
#include "sections/typed_references/wrapper.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "base/status_macros.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

// The steps of a name, and of looking for its object.
constexpr uint64_t kWrapperSteps = 200;

Failure Faulty(std::string cause) {
  return {.reason = reasons::kInvalid, .cause = std::move(cause)};
}

// A member that is a text; "" if it is missing or something else.
std::string TextAt(const Value& object, absl::string_view name, Pool* pool) {
  const Value* text = Find(object, name, pool);
  return text != nullptr && text->IsString() ? std::string(View(*text)) : "";
}

// Adds the name in one wrapper; nothing if it has no `from`.
void ReadWrapper(const Value& wrapper, absl::string_view ref_field, Pool* pool,
                 Wrappers* read) {
  if (!wrapper.IsObject()) {
    read->failure =
        Faulty(absl::StrCat(ref_field, ": want an object with from.name"));
    return;
  }
  const Value* from = Find(wrapper, "from", pool);
  if (from == nullptr || from->IsNull()) return;
  ObjectName name;
  if (from->IsObject()) {
    name = {.name = TextAt(*from, "name", pool),
            .ns = TextAt(*from, "namespace", pool)};
  }
  if (name.name.empty()) {
    read->failure = Faulty(absl::StrCat(
        "provided resource reference is nil or empty: ", ref_field));
    return;
  }
  read->names.push_back(std::move(name));
}

}  // namespace

absl::StatusOr<Wrappers> ReadWrappers(const Value* value, bool list,
                                      absl::string_view ref_field, Pool* pool) {
  Wrappers read;
  if (value == nullptr || value->IsNull()) return read;
  if (!list) {
    ReadWrapper(*value, ref_field, pool, &read);
    return read;
  }
  if (!value->IsArray()) {
    read.failure = Faulty(absl::StrCat(ref_field, ": want a list"));
    return read;
  }
  if (value->Size() > limits::kRequirements) {
    read.failure = Faulty(absl::StrCat(ref_field, ": more than ",
                                       limits::kRequirements, " references"));
    return read;
  }
  LOOM_RETURN_IF_ERROR(Spend(kWrapperSteps * value->Size(), pool));
  for (const Value& wrapper : value->GetArray()) {
    if (!read.failure.cause.empty()) break;
    ReadWrapper(wrapper, ref_field, pool, &read);
  }
  return read;
}

}  // namespace loom
