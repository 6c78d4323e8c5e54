// SPDX-License-Identifier: Apache-2.0
#include "sections/identities/identities.h"

#include <map>
#include <optional>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/call/field.h"
#include "crossplane/call/observer.h"
#include "crossplane/contract/outcome.h"
#include "crossplane/objects/names.h"
#include "crossplane/objects/status.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "sections/shared/templates/for_each.h"

namespace loom {
namespace {

// Returns the string at a path; "" if it is not set or not a string.
absl::StatusOr<std::string> TextAt(const Value* object, const Path& path,
                                   Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(const Value* text, FindSet(object, path, pool));
  if (text == nullptr || !text->IsString()) return std::string();
  return std::string(View(*text));
}

// Returns the string of the resource at a path. Crossplane keeps a name that it has
// generated.
absl::StatusOr<std::string> TextOf(const Path& path, const Value& desired,
                                   const Value* observed, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(std::string text, TextAt(&desired, path, pool));
  if (!text.empty() || path.text() != "metadata.name") return text;
  return TextAt(observed, path, pool);
}

// Returns the value of a variable; "" if it is not known.
absl::StatusOr<std::string> ValueOf(const IdentityField& field,
                                    bool is_generated, const Value& desired,
                                    const Value* observed, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(std::string text,
                        TextOf(field.path, desired, observed, pool));
  if (text.empty() && field.fallback.has_value() && !is_generated) {
    LOOM_ASSIGN_OR_RETURN(text,
                          TextOf(*field.fallback, desired, observed, pool));
  }
  return std::string(absl::StripPrefix(text, field.trim_prefix));
}

void TellRead(const FieldUse& field, const Call& call) {
  if (call.observer != nullptr) call.observer->Read(field);
}

}  // namespace

absl::StatusOr<Established> FindEstablished(const Identity& identity,
                                            Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  Established found;
  LOOM_ASSIGN_OR_RETURN(found.text,
                        TextAt(composite, identity.publish_to, call.pool));
  found.is_published = !found.text.empty();
  if (found.is_published) {
    TellRead({.holder = FieldUse::Holder::kComposite,
              .object = composite,
              .path = identity.publish_to.segments()},
             call);
    return found;
  }
  LOOM_ASSIGN_OR_RETURN(const Value* observed,
                        call.composed.Observed(call.NameOf(identity.resource)));
  for (const Path& path : identity.paths) {
    LOOM_ASSIGN_OR_RETURN(found.text, TextAt(observed, path, call.pool));
    if (found.text.empty()) continue;
    TellRead({.holder = FieldUse::Holder::kComposed,
              .name = call.NameOf(identity.resource),
              .object = observed,
              .path = path.segments()},
             call);
    break;
  }
  return found;
}

absl::StatusOr<std::optional<ExternalIdentity>> FindCandidate(
    const Identity& identity, Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Value* desired,
                        call.composed.Desired(call.NameOf(identity.resource)));
  LOOM_ASSIGN_OR_RETURN(const Value* observed,
                        call.composed.Observed(call.NameOf(identity.resource)));
  std::optional<ExternalIdentity> last;
  if (desired == nullptr) return last;
  for (const ExternalFormat* format = identity.formats.end();
       format != identity.formats.begin();) {
    --format;
    ExternalIdentity candidate{.format = format, .segments = {}};
    const std::string generated = identity.Generated(*format);
    bool is_known = true;
    for (const std::string& name : format->variables()) {
      auto field = identity.from.find(name);
      std::string value;
      if (field != identity.from.end()) {
        LOOM_ASSIGN_OR_RETURN(value, ValueOf(field->second, name == generated,
                                             *desired, observed, call.pool));
      }
      if (!value.empty()) candidate.segments[name] = std::move(value);
      is_known &= candidate.segments.contains(name) || name == generated;
    }
    if (is_known) return candidate;
    if (!last.has_value()) last = std::move(candidate);
  }
  return last;
}

std::optional<ExternalIdentity> ReadIdentity(const Identity& identity,
                                             absl::string_view text,
                                             Call& call) {
  for (const ExternalFormat& format : identity.formats) {
    if (auto segments = format.Match(text, call.pool)) {
      return ExternalIdentity{.format = &format,
                              .segments = *std::move(segments)};
    }
  }
  return std::nullopt;
}

std::vector<std::string> Differing(const ExternalIdentity& candidate,
                                   const ExternalIdentity& established) {
  std::vector<std::string> names;
  const bool same_format = candidate.format == established.format;
  if (!same_format && !candidate.IsComplete()) return names;
  for (const std::string& name : candidate.format->variables()) {
    auto desired = candidate.segments.find(name);
    auto actual = established.segments.find(name);
    if (desired == candidate.segments.end()) continue;
    if (actual == established.segments.end() ||
        actual->second != desired->second) {
      names.push_back(name);
    }
  }
  return names;
}

namespace {

constexpr absl::string_view kType = "ExternalIdentityValid";

// The identity of an item: published below the path, under its key.
absl::StatusOr<Identity> OfItem(const Identity& identity,
                                absl::string_view key) {
  Identity item = identity;
  item.resource = absl::StrCat(identity.resource, "-", key);
  LOOM_ASSIGN_OR_RETURN(
      item.publish_to,
      Path::Parse(absl::StrCat(identity.publish_to.text(), "['", key, "']")));
  return item;
}

// Resolves the identities of one call.
class Keeper {
 public:
  Keeper(Call& call, Outcome* outcome) : call_(call), outcome_(*outcome) {}

  // A template with forEach has a name for each of its items.
  absl::Status SettleAll(const Identity& identity, size_t order) {
    if (!identity.has_items) return Settle(identity, order);
    Keys made;
    if (const auto* names = call_.expansions.Of(identity.resource)) {
      for (absl::string_view name : *names) {
        made.insert(call_.expansions.KeyOf(identity.resource, name));
      }
    }
    for (absl::string_view key : made) {
      LOOM_ASSIGN_OR_RETURN(const Identity item, OfItem(identity, key));
      LOOM_RETURN_IF_ERROR(Settle(item, order));
    }
    return KeepOthers(identity, made);
  }

  absl::Status Settle(const Identity& identity, size_t order) {
    LOOM_RETURN_IF_ERROR(call_.Begin(identity.place, order));
    order_ = order;
    LOOM_ASSIGN_OR_RETURN(const auto candidate, FindCandidate(identity, call_));
    LOOM_ASSIGN_OR_RETURN(const Established established,
                          FindEstablished(identity, call_));
    if (established.text.empty()) return Await(identity, candidate);
    const auto actual = ReadIdentity(identity, established.text, call_);
    if (!actual.has_value()) {
      Say(ConditionStatus::kFalse, "InvalidFormat",
          absl::StrCat(identity.resource,
                       ": cannot parse existing externalRef=",
                       Quoted(established.text)));
      if (!established.is_published) return absl::OkStatus();
      return Publish(identity, established.text);
    }
    LOOM_RETURN_IF_ERROR(Publish(identity, established.is_published
                                               ? established.text
                                               : actual->Text()));
    std::vector<std::string> differing;
    if (candidate.has_value()) differing = Differing(*candidate, *actual);
    if (!differing.empty()) {
      return Mismatch(identity, *candidate, *actual, established, differing);
    }
    SayEstablished(identity);
    return absl::OkStatus();
  }

  // An error makes the call FATAL.
  absl::Status Finish() {
    outcome_.Add(Remark{
        .type = std::string(kType), .reason = "Established", .idle = true});
    if (fatal_.empty()) return absl::OkStatus();
    return WithPlace(WithFact(Harmless(absl::FailedPreconditionError(
                                  absl::StrJoin(fatal_, "; "))),
                              Fact::kReason, "IdentityMismatch"),
                     fatal_place_);
  }

 private:
  using Keys = std::set<absl::string_view>;

  // Publishes again the names of items that are not rendered in this call, because
  // their list is shorter now or not known yet.
  absl::Status KeepOthers(const Identity& identity, const Keys& made) {
    LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
    LOOM_ASSIGN_OR_RETURN(const Value* published,
                          FindSet(composite, identity.publish_to, call_.pool));
    if (published == nullptr || !published->IsObject()) return absl::OkStatus();
    std::map<absl::string_view, absl::string_view> others;
    for (const Member& member : Members(*published, call_.pool)) {
      const absl::string_view key = View(member.name);
      if (member.value.IsString() && member.value.GetStringLength() > 0 &&
          IsLabelValue(key) && !made.contains(key)) {
        others[key] = View(member.value);
      }
    }
    for (const auto& [key, text] : others) {
      LOOM_ASSIGN_OR_RETURN(const Identity item, OfItem(identity, key));
      LOOM_ASSIGN_OR_RETURN(const Value* desired, call_.composite.Desired());
      LOOM_ASSIGN_OR_RETURN(const Value* present,
                            FindSet(desired, item.publish_to, call_.pool));
      if (present == nullptr) LOOM_RETURN_IF_ERROR(Publish(item, text));
    }
    return absl::OkStatus();
  }

  std::string Shown(absl::string_view text) const {
    return call_.pool->redacted() ? "?" : Cut(text, limits::kName);
  }
  std::string Quoted(absl::string_view text) const {
    return absl::StrCat("\"", Shown(text), "\"");
  }

  void Say(ConditionStatus status, absl::string_view reason, std::string text) {
    outcome_.Add(Remark{.type = std::string(kType),
                        .status = status,
                        .reason = std::string(reason),
                        .text = std::move(text),
                        .order = order_});
  }

  void SayEstablished(const Identity& identity) {
    TellTested(identity, true);
    Say(ConditionStatus::kTrue, "Established", "");
  }

  void TellTested(const Identity& identity, bool is_established) const {
    if (call_.observer == nullptr) return;
    call_.observer->Tested(identity.place, is_established);
  }

  // Nothing is established yet.
  absl::Status Await(const Identity& identity,
                     const std::optional<ExternalIdentity>& candidate) {
    LOOM_ASSIGN_OR_RETURN(
        const Value* observed,
        call_.composed.Observed(call_.NameOf(identity.resource)));
    if (!candidate.has_value() && observed == nullptr) return absl::OkStatus();
    const bool acquires = identity.server_generated && candidate.has_value() &&
                          candidate->IsComplete() && observed != nullptr &&
                          ConditionOf(*observed, "Ready", call_.pool) == "True";
    if (acquires) {
      SayEstablished(identity);
      return Publish(identity, candidate->Text());
    }
    TellTested(identity, false);
    Say(ConditionStatus::kUnknown, "Pending",
        absl::StrCat(identity.resource, ": no external reference yet"));
    return absl::OkStatus();
  }

  absl::Status Publish(const Identity& identity, absl::string_view text) {
    LOOM_ASSIGN_OR_RETURN(Value * composite, call_.composite.Change());
    absl::Status put = Put(*composite, identity.publish_to,
                           MakeText(text, call_.pool), call_.pool);
    if (put.ok() && call_.observer != nullptr) {
      call_.observer->Wrote({.holder = FieldUse::Holder::kComposite,
                             .path = identity.publish_to.segments()});
    }
    return Annotate(
        WithPlace(std::move(put), absl::StrCat(identity.place, ".publishTo")),
        absl::StrCat(identity.resource, ": cannot publish its name"));
  }

  absl::Status Mismatch(const Identity& identity,
                        const ExternalIdentity& candidate,
                        const ExternalIdentity& actual,
                        const Established& established,
                        const std::vector<std::string>& differing) {
    std::vector<std::string> changes;
    changes.reserve(differing.size());
    for (const std::string& name : differing) {
      changes.push_back(absl::StrCat(
          name, " changed, desired ", Shown(ValueIn(candidate, name)),
          ", actual ", Shown(ValueIn(actual, name))));
    }
    std::string text = absl::StrCat(
        identity.resource, ": existing externalRef=", Quoted(established.text),
        " does not match the identity resolved from spec: ",
        Quoted(candidate.Text()), "; ", absl::StrJoin(changes, ", "));
    Say(ConditionStatus::kFalse, "IdentityMismatch", text);
    if (identity.fatal) {
      if (fatal_.empty()) fatal_place_ = identity.place;
      fatal_.push_back(std::move(text));
      return absl::OkStatus();
    }
    for (const std::string& name : differing) {
      LOOM_RETURN_IF_ERROR(Restore(identity, name, actual));
    }
    return absl::OkStatus();
  }

  static std::string ValueIn(const ExternalIdentity& identity,
                             const std::string& name) {
    auto value = identity.segments.find(name);
    return value == identity.segments.end() ? absl::StrCat("{", name, "}")
                                            : value->second;
  }

  // Restores the observed value in the field of a variable, or the established one if
  // the resource no longer exists.
  absl::Status Restore(const Identity& identity, const std::string& name,
                       const ExternalIdentity& actual) {
    auto from = identity.from.find(name);
    auto established = actual.segments.find(name);
    if (from == identity.from.end() || established == actual.segments.end()) {
      return absl::OkStatus();
    }
    const IdentityField& field = from->second;
    LOOM_ASSIGN_OR_RETURN(
        Value * desired,
        call_.composed.Change(call_.NameOf(identity.resource)));
    LOOM_ASSIGN_OR_RETURN(
        const Value* observed,
        call_.composed.Observed(call_.NameOf(identity.resource)));
    LOOM_ASSIGN_OR_RETURN(const Value* given,
                          FindSet(desired, field.path, call_.pool));
    const Path& path = given == nullptr && field.fallback.has_value()
                           ? *field.fallback
                           : field.path;
    LOOM_ASSIGN_OR_RETURN(const Value* before,
                          FindSet(observed, path, call_.pool));
    if (before == nullptr && observed != nullptr) {
      EraseField(*desired, path, call_.pool);
      return absl::OkStatus();
    }
    if (call_.observer != nullptr) {
      call_.observer->Wrote({.holder = FieldUse::Holder::kComposed,
                             .name = call_.NameOf(identity.resource),
                             .object = before == nullptr ? nullptr : observed,
                             .path = path.segments()});
    }
    if (before != nullptr) {
      return Put(*desired, path, MakeCopy(*before, call_.pool), call_.pool);
    }
    const std::string text =
        absl::StrCat(field.trim_prefix, established->second);
    return Put(*desired, path, MakeText(text, call_.pool), call_.pool);
  }

  Call& call_;
  Outcome& outcome_;
  size_t order_ = 0;
  std::vector<std::string> fatal_;
  std::string fatal_place_;  // of the first of them
};

}  // namespace

std::unique_ptr<const Section> Identities::Parse(Fields& input) {
  std::vector<Identity> list = ParseIdentities(input);
  if (list.empty()) return nullptr;
  return std::make_unique<const Identities>(std::move(list));
}

absl::Status Identities::Run(Call& call, Outcome* outcome) const {
  Keeper keeper(call, outcome);
  for (size_t i = 0; i < list_.size(); ++i) {
    LOOM_RETURN_IF_ERROR(keeper.SettleAll(list_[i], i));
  }
  return keeper.Finish();
}

}  // namespace loom
