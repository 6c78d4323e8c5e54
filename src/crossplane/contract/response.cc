// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/response.h"

#include "crossplane/contract/message.h"
#include "data/value/struct_codec.h"

namespace loom {
namespace {

// Numbers of the enum Target of the contract.
constexpr uint64_t kComposite = 1;
constexpr uint64_t kCompositeAndClaim = 2;

// Fields of Requirements in the contract.
constexpr uint32_t kExtraResources = 1;
constexpr uint32_t kResources = 2;
constexpr uint32_t kSchemas = 3;

// Returns the number in the enum Status of the contract.
uint64_t StatusNumber(ConditionStatus status) {
  switch (status) {
    case ConditionStatus::kUnknown:
      return 1;
    case ConditionStatus::kTrue:
      return 2;
    case ConditionStatus::kFalse:
      return 3;
  }
  return 0;
}

void WriteCondition(const Condition& condition, WireWriter* out) {
  size_t end = out->size();
  out->Integer(5, condition.tells_claim ? kCompositeAndClaim : kComposite);
  if (!condition.message.empty()) out->String(4, Shown(condition.message));
  out->String(3, condition.reason);
  out->Integer(2, StatusNumber(condition.status));
  out->String(1, condition.type);
  out->Message(6, end);
}

void WriteSelector(const std::string& key, const Requirement& requirement,
                   uint32_t field, WireWriter* out) {
  size_t entry = out->size();
  size_t end = out->size();
  // Crossplane before 2.0, which reads extra_resources, does not support
  // namespaces.
  if (requirement.ns.has_value() && field == kResources) {
    out->String(5, *requirement.ns);
  }
  if (requirement.name.has_value()) {
    out->String(3, *requirement.name);
  } else {
    size_t labels = out->size();
    for (auto it = requirement.labels.rbegin(); it != requirement.labels.rend();
         ++it) {
      size_t label = out->size();
      out->String(2, it->second);
      out->String(1, it->first);
      out->Message(1, label);
    }
    out->Message(4, labels);
  }
  out->String(2, requirement.kind);
  out->String(1, requirement.api_version);
  out->Message(2, end);
  out->String(1, key);
  out->Message(field, entry);
}

void WriteSelectors(const Requirements& requirements, uint32_t field,
                    WireWriter* out) {
  for (auto it = requirements.rbegin(); it != requirements.rend(); ++it) {
    WriteSelector(it->first, it->second, field, out);
  }
}

void WriteSchemaSelector(const std::string& key,
                         const SchemaRequirement& requirement,
                         WireWriter* out) {
  size_t entry = out->size();
  size_t end = out->size();
  out->String(2, requirement.kind);
  out->String(1, requirement.api_version);
  out->Message(2, end);
  out->String(1, key);
  out->Message(kSchemas, entry);
}

void WriteRequirements(const Response& response, WireWriter* out) {
  if (!response.requirements.has_value() && response.schemas.empty()) return;
  size_t end = out->size();
  const SchemaRequirements& schemas = response.schemas;
  for (auto it = schemas.rbegin(); it != schemas.rend(); ++it) {
    WriteSchemaSelector(it->first, it->second, out);
  }
  if (response.requirements.has_value()) {
    WriteSelectors(*response.requirements, kResources, out);
    if (response.fill_extra_resources) {
      WriteSelectors(*response.requirements, kExtraResources, out);
    }
  }
  out->Message(5, end);
}

void WriteEntry(const ContextEntry& entry, WireWriter* out) {
  size_t end = out->size();
  if (entry.value != nullptr) {
    EncodeValue(*entry.value, out);
    out->Message(2, end);
  } else {
    out->String(2, entry.bytes);
  }
  out->String(1, entry.key);
}

void WriteContext(const std::vector<ContextEntry>& context, WireWriter* out) {
  size_t end = out->size();
  for (auto it = context.rbegin(); it != context.rend(); ++it) {
    size_t entry = out->size();
    WriteEntry(*it, out);
    out->Message(1, entry);
  }
  out->Message(4, end);
}

void WriteResult(const Result& result, WireWriter* out) {
  size_t end = out->size();
  out->Integer(4, result.tells_claim ? kCompositeAndClaim : kComposite);
  if (!result.reason.empty()) out->String(3, result.reason);
  out->String(2, Shown(result.message));
  out->Integer(1, static_cast<uint64_t>(result.severity));
  out->Message(3, end);
}

// Writes a Resource as the given field of the enclosing message.
void WriteResource(const DesiredResource& resource, uint32_t field,
                   WireWriter* out) {
  if (resource.object == nullptr && !resource.object_bytes.has_value()) {
    return out->String(field, resource.bytes);
  }
  size_t end = out->size();
  if (resource.has_more) out->Raw(MoreOfResource(resource.bytes));
  if (resource.ready != Ready::kUnspecified) {
    out->Integer(3, static_cast<uint64_t>(resource.ready));
  }
  const auto& details = resource.connection_details;
  for (auto it = details.rbegin(); it != details.rend(); ++it) {
    size_t entry = out->size();
    out->String(2, it->second);
    out->String(1, it->first);
    out->Message(2, entry);
  }
  if (resource.object == nullptr) {
    out->String(1, *resource.object_bytes);
  } else {
    size_t object = out->size();
    if (resource.copied != nullptr) {
      resource.copied->Encode(*resource.object, out);
    } else {
      EncodeStruct(*resource.object, out);
    }
    out->Message(1, object);
  }
  out->Message(field, end);
}

void WriteEntry(const DesiredResource& resource, WireWriter* out) {
  WriteResource(resource, 2, out);
  out->String(1, resource.name);
}

void WriteDesired(const Response& response, WireWriter* out) {
  if (response.passes_through) {
    if (response.desired_bytes.has_value()) {
      out->String(2, *response.desired_bytes);
    }
    return;
  }
  bool nothing = !response.desired_bytes.has_value() &&
                 !response.composite.has_value() && response.resources.empty();
  if (nothing) return;
  size_t end = out->size();
  if (response.desired_has_more) {
    out->Raw(MoreOfState(response.desired_bytes.value_or("")));
  }
  for (auto it = response.resources.rbegin(); it != response.resources.rend();
       ++it) {
    size_t entry = out->size();
    WriteEntry(*it, out);
    out->Message(2, entry);
  }
  if (response.composite.has_value())
    WriteResource(*response.composite, 1, out);
  out->Message(2, end);
}

// A google.protobuf.Duration: whole seconds and nanoseconds of the same sign.
void WriteTtl(absl::Duration ttl, WireWriter* out) {
  size_t end = out->size();
  int64_t seconds = absl::IDivDuration(ttl, absl::Seconds(1), &ttl);
  int64_t nanoseconds = absl::ToInt64Nanoseconds(ttl);
  if (nanoseconds != 0) out->Integer(2, static_cast<uint64_t>(nanoseconds));
  if (seconds != 0) out->Integer(1, static_cast<uint64_t>(seconds));
  out->Message(2, end);
}

void WriteMeta(const Response& response, WireWriter* out) {
  size_t end = out->size();
  WriteTtl(response.ttl, out);
  if (!response.tag.empty()) out->String(1, response.tag);
  out->Message(1, end);
}

void Write(const Response& response, WireWriter* out) {
  if (response.output.has_value()) {
    const size_t end = out->size();
    EncodeStruct(*response.output, out);
    out->Message(7, end);
  }
  for (auto it = response.conditions.rbegin(); it != response.conditions.rend();
       ++it) {
    WriteCondition(*it, out);
  }
  WriteRequirements(response, out);
  if (response.context_bytes.has_value()) {
    out->String(4, *response.context_bytes);
  } else if (response.context.has_value()) {
    WriteContext(*response.context, out);
  }
  for (auto it = response.results.rbegin(); it != response.results.rend();
       ++it) {
    WriteResult(*it, out);
  }
  WriteDesired(response, out);
  WriteMeta(response, out);
}

}  // namespace

Bytes Serialize(const Response& response, size_t size_hint) {
  WireWriter out(size_hint);
  Write(response, &out);
  return std::move(out).Finish();
}

std::optional<Bytes> SerializeWithin(const Response& response, size_t size_hint,
                                     size_t most) {
  WireWriter out(size_hint, most);
  Write(response, &out);
  if (!out.complete()) return std::nullopt;
  return std::move(out).Finish();
}

size_t SizeOf(const Response& response) {
  WireWriter out(0, 0);
  Write(response, &out);
  return out.size();
}

size_t SizeOf(const DesiredResource& resource) {
  WireWriter out(0, 0);
  WriteEntry(resource, &out);
  return out.size();
}

size_t SizeOf(const ContextEntry& entry) {
  WireWriter out(0, 0);
  WriteEntry(entry, &out);
  return out.size();
}

}  // namespace loom
