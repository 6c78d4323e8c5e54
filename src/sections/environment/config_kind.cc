// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/config_kind.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/discretion.h"
#include "base/status_macros.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/merge.h"
#include "data/value/object.h"
#include "language/input/input.h"
#include "language/transforms/decoded_text.h"

namespace loom {
namespace {

// The table. Add a kind here, and its type in object_query.cc.
constexpr ConfigKind kKinds[] = {
    {.type = "",
     .api_version = "apiextensions.crossplane.io/v1beta1",
     .kind = "EnvironmentConfig",
     .noun = "environment config"},
    {.type = "ConfigMap",
     .api_version = "v1",
     .kind = "ConfigMap",
     .noun = "ConfigMap",
     .guarded = true},
    {.type = "Secret",
     .api_version = "v1",
     .kind = "Secret",
     .noun = "Secret",
     .encoded = true,
     .guarded = true},
};

absl::StatusOr<Value> Decoded(const Value& data, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(Finding(data.MemberCount()), pool));
  Value decoded = Object();
  for (const Member& member : data.GetObject()) {
    LOOM_ASSIGN_OR_RETURN(Value text, DecodedText(member.value, pool));
    decoded.AddMember(Borrow(View(member.name)), std::move(text),
                      pool->allocator());
  }
  LOOM_RETURN_IF_ERROR(Charge(decoded, pool));
  return decoded;
}

bool HasIndex(const Path& path) {
  return std::any_of(path.segments().begin(), path.segments().end(),
                     [](const Segment& segment) { return segment.is_index; });
}

// A list replaces a list, so what an element had before does not count.
void Lay(Value data, const Path& to, Value* group, Pool* pool) {
  if (HasIndex(to)) *group = Object();
  Overlay(*group, std::move(data), pool);
}

}  // namespace

const ConfigKind& ConfigKindOf(absl::string_view type) {
  for (const ConfigKind& kind : kKinds) {
    if (kind.type == type) return kind;
  }
  return kKinds[0];
}

absl::StatusOr<absl::string_view> RefusalOf(const ConfigKind& kind,
                                            absl::string_view ns, bool fixed,
                                            const Value& composite,
                                            AccessPolicies policies,
                                            Pool* pool) {
  const KnownKind known{.kind = std::string(kind.kind),
                        .scope = Scope::kNamespaced};
  return RefusalOf(policies,
                   {.kind = known,
                    .ns = ns,
                    .ns_is_fixed = fixed,
                    .composite_ns = Namespace(composite)},
                   pool);
}

const FieldMask& FieldsOfConfig() {
  static const FieldMask* const fields = [] {
    auto* mask = new FieldMask;
    mask->Add({"metadata", "name"});
    mask->Add({"data"});
    return mask;
  }();
  return *fields;
}

absl::Status AddData(const ConfigKind& kind, Value config, const Path& to,
                     Value* group, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(Finding(config.MemberCount()), pool));
  Value* data = Find(config, "data");
  const bool at_root = to.segments().empty();
  const bool wants_object = at_root || kind.encoded;
  if (data == nullptr || (data->IsNull() && wants_object)) {
    return absl::OkStatus();
  }
  auto failed = [&](absl::string_view why) {
    return Harmless(absl::FailedPreconditionError(absl::StrCat(
        "cannot get data from ", kind.noun, " \"", Name(config), "\": ", why)));
  };
  if (wants_object && !data->IsObject()) {
    return failed(absl::StrCat("data: want an object, got ", KindName(*data)));
  }
  if (kind.encoded) {
    pool->NoteSecret();
    absl::StatusOr<Value> decoded = Decoded(*data, pool);
    if (EndsCall(decoded.status())) return decoded.status();
    if (!decoded.ok()) return failed(decoded.status().message());
    Lay(*std::move(decoded), to, group, pool);
    return absl::OkStatus();
  }
  // What came with the request is charged only where it is placed anew.
  if (!at_root) LOOM_RETURN_IF_ERROR(Charge(*data, pool));
  Lay(std::move(*data), to, group, pool);
  return absl::OkStatus();
}

}  // namespace loom
