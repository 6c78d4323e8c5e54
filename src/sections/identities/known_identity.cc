// SPDX-License-Identifier: Apache-2.0
#include "sections/identities/known_identity.h"

#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "data/value/budget.h"
#include "sections/shared/targets/resource_field.h"

namespace loom {
namespace {

// The text at a path; "" if it is not a text that is set.
absl::StatusOr<std::string> TextAt(const Value* object, const Path& path,
                                   Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(const Value* text, FindSet(object, path, pool));
  if (text == nullptr || !text->IsString()) return std::string();
  LOOM_RETURN_IF_ERROR(Spend(Reading(text->GetStringLength()), pool));
  return std::string(View(*text));
}

// The text that the resource has at a path. Crossplane keeps a name that it has once
// made up.
absl::StatusOr<std::string> TextOf(const Path& path, const Value& desired,
                                   const Value* observed, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(std::string text, TextAt(&desired, path, pool));
  if (!text.empty() || path.text() != "metadata.name") return text;
  return TextAt(observed, path, pool);
}

// The value of a variable; "" if it is not known.
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

}  // namespace

absl::StatusOr<Established> FindEstablished(const Identity& identity,
                                            Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
  Established found;
  LOOM_ASSIGN_OR_RETURN(found.text,
                        TextAt(composite, identity.publish_to, call.pool));
  found.is_published = !found.text.empty();
  if (found.is_published) return found;
  LOOM_ASSIGN_OR_RETURN(const Value* observed,
                        call.composed.Observed(identity.resource));
  for (const Path& path : identity.paths) {
    LOOM_ASSIGN_OR_RETURN(found.text, TextAt(observed, path, call.pool));
    if (!found.text.empty()) break;
  }
  return found;
}

absl::StatusOr<std::optional<ExternalIdentity>> FindCandidate(
    const Identity& identity, Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Value* desired,
                        call.composed.Desired(identity.resource));
  LOOM_ASSIGN_OR_RETURN(const Value* observed,
                        call.composed.Observed(identity.resource));
  std::optional<ExternalIdentity> last;
  if (desired == nullptr) return last;
  for (auto format = identity.formats.rbegin();
       format != identity.formats.rend(); ++format) {
    ExternalIdentity candidate{.format = &*format, .segments = {}};
    const std::string generated = identity.Generated(*format);
    bool is_known = true;
    LOOM_RETURN_IF_ERROR(Spend(Finding(format->variables().size()), call.pool));
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

absl::StatusOr<std::optional<ExternalIdentity>> ReadIdentity(
    const Identity& identity, absl::string_view text, Call& call) {
  LOOM_RETURN_IF_ERROR(
      Spend(Writing(text.size() * identity.formats.size()), call.pool));
  for (const ExternalFormat& format : identity.formats) {
    if (auto segments = format.Match(text)) {
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

}  // namespace loom
