// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/request.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/strings.h"
#include "data/value/utf8.h"
#include "data/wire/reader.h"

namespace loom {
namespace {

// The highest numbers of the fields in the contract.
constexpr uint32_t kLastOfState = 2;
constexpr uint32_t kLastOfResource = 3;

absl::Status Malformed(absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrCat("not a RunFunctionRequest: ", what));
}

std::string MoreThan(absl::string_view whole, size_t most,
                     absl::string_view parts) {
  return absl::StrCat(whole, " has more than ", most, " ", parts);
}

absl::Status TooMany(absl::string_view whole, size_t most,
                     absl::string_view parts) {
  return absl::InvalidArgumentError(MoreThan(whole, most, parts));
}

// Takes a field that is not repeated.
absl::Status Take(absl::string_view name, absl::string_view bytes,
                  std::optional<absl::string_view>* field) {
  if (field->has_value()) {
    return Malformed(absl::StrCat(name, " occurs twice"));
  }
  *field = bytes;
  return absl::OkStatus();
}

// Adds one entry of a map from strings to messages.
absl::Status TakeEntry(absl::string_view bytes, SpanMap* map) {
  std::optional<absl::string_view> key, value;
  WireReader in(bytes);
  while (in.Next()) {
    if (in.Is(1, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(Take("the key of a map entry", in.bytes(), &key));
    } else if (in.Is(2, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(
          Take("the value of a map entry", in.bytes(), &value));
    }
  }
  if (!in.ok()) return Malformed("a map entry is truncated");
  if (!IsUtf8(key.value_or(""))) return Malformed("a name is not UTF-8");
  if (map->Add(key.value_or(""), value.value_or(""))) return absl::OkStatus();
  return Malformed(absl::StrCat(
      "the key \"", Cut(key.value_or(""), limits::kName), "\" occurs twice"));
}

absl::Status TakeState(absl::string_view name, absl::string_view bytes,
                       StateSpans* state) {
  LOOM_RETURN_IF_ERROR(Take(name, bytes, &state->bytes));
  WireReader in(bytes);
  while (in.Next()) {
    if (in.Is(1, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(Take("composite", in.bytes(), &state->composite));
    } else if (in.Is(2, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(TakeEntry(in.bytes(), &state->resources));
    } else {
      state->has_more |= in.number() > kLastOfState;
    }
  }
  return in.ok() ? absl::OkStatus() : Malformed("a State is truncated");
}

// Returns the entries of a message whose field 1 is a map.
absl::StatusOr<SpanMap> TakeMap(absl::string_view message,
                                absl::string_view name) {
  SpanMap map;
  WireReader in(message);
  while (in.Next()) {
    if (!in.Is(1, WireType::kBytes)) continue;
    LOOM_RETURN_IF_ERROR(TakeEntry(in.bytes(), &map));
  }
  if (!in.ok()) return Malformed(absl::StrCat("a ", name, " is truncated"));
  return map;
}

// Returns field 1 of a message, which is not repeated.
absl::StatusOr<std::optional<absl::string_view>> TakeField(
    absl::string_view message, absl::string_view name,
    absl::string_view field_name) {
  std::optional<absl::string_view> field;
  WireReader in(message);
  while (in.Next()) {
    if (!in.Is(1, WireType::kBytes)) continue;
    LOOM_RETURN_IF_ERROR(Take(field_name, in.bytes(), &field));
  }
  if (!in.ok()) return Malformed(absl::StrCat("a ", name, " is truncated"));
  return field;
}

// Returns the bytes of the fields with higher numbers, concatenated.
std::string FieldsBeyond(uint32_t number, absl::string_view message) {
  std::string fields;
  WireReader in(message);
  for (const char* begin = in.at(); in.Next(); begin = in.at()) {
    if (in.number() > number) fields.append(begin, in.at());
  }
  return fields;
}

absl::Status TakeMeta(absl::string_view bytes, Request* request) {
  // Protobuf keeps the lower 32 bits of an enum.
  auto add = [request](uint64_t integer) {
    auto capability = static_cast<uint32_t>(integer);
    if (capability < 32) request->capabilities |= uint32_t{1} << capability;
  };
  bool packed_ok = true;
  WireReader in(bytes);
  while (in.Next()) {
    if (in.Is(1, WireType::kBytes)) {
      request->tag = in.bytes();
      if (!IsUtf8(request->tag)) return Malformed("the tag is not UTF-8");
    } else if (in.Is(2, WireType::kVarint)) {
      add(in.integer());
    } else if (in.Is(2, WireType::kBytes)) {  // packed
      WireReader packed(in.bytes());
      while (packed.NextPacked()) add(packed.integer());
      packed_ok &= packed.ok();
    }
  }
  if (!in.ok() || !packed_ok) return Malformed("the metadata is truncated");
  return absl::OkStatus();
}

std::string ExcessOf(const Request& request) {
  const struct {
    const SpanMap& map;
    absl::string_view whole, parts;
  } maps[] = {
      {request.observed.resources, "the composite", "resources"},
      {request.desired.resources, "the composite", "resources"},
      {request.required_resources, "the request", "required resources"},
      {request.extra_resources, "the request", "required resources"},
      {request.required_schemas, "the request", "required schemas"},
      {request.credentials, "the request", "credentials"},
  };
  for (const auto& each : maps) {
    if (each.map.complete()) continue;
    return MoreThan(each.whole, limits::kEntries, each.parts);
  }
  return "";
}

}  // namespace

bool SpanMap::Add(absl::string_view key, absl::string_view value) {
  if (entries_.size() >= limits::kEntries) {
    if (positions_.Find(key).has_value()) return false;
    complete_ = false;
    return true;
  }
  bool fresh = positions_.Insert(key, entries_.size());
  if (fresh) entries_.push_back({key, value});
  return fresh;
}

const absl::string_view* SpanMap::Find(absl::string_view key) const {
  std::optional<uint32_t> index = IndexOf(key);
  return index.has_value() ? &entries_[*index].value : nullptr;
}

absl::StatusOr<Resource> Resource::Parse(absl::string_view bytes) {
  Resource resource;
  std::optional<absl::string_view> object;
  SpanMap details;
  WireReader in(bytes);
  while (in.Next()) {
    if (in.Is(1, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(Take("resource", in.bytes(), &object));
    } else if (in.Is(2, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(TakeEntry(in.bytes(), &details));
    } else if (in.Is(3, WireType::kVarint)) {
      // Protobuf keeps the lower 32 bits of an enum.
      auto ready = static_cast<uint32_t>(in.integer());
      resource.unknown_ready = ready > 2;
      resource.ready =
          ready <= 2 ? static_cast<Ready>(ready) : Ready::kUnspecified;
    } else {
      resource.has_more |= in.number() > kLastOfResource;
    }
  }
  if (!in.ok()) return Malformed("a Resource is truncated");
  if (!details.complete()) {
    return TooMany("a Resource", limits::kEntries, "connection details");
  }
  resource.object = object.value_or("");
  for (const SpanMap::Entry& entry : details.entries()) {
    resource.connection_details.emplace_back(entry.key, entry.value);
  }
  return resource;
}

absl::StatusOr<Request> Request::Parse(absl::string_view bytes) {
  Request request;
  std::optional<absl::string_view> meta;
  WireReader in(bytes);
  while (in.Next()) {
    if (in.Is(1, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(Take("meta", in.bytes(), &meta));
      LOOM_RETURN_IF_ERROR(TakeMeta(in.bytes(), &request));
    } else if (in.Is(2, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(
          TakeState("observed", in.bytes(), &request.observed));
    } else if (in.Is(3, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(TakeState("desired", in.bytes(), &request.desired));
    } else if (in.Is(4, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(Take("input", in.bytes(), &request.input));
    } else if (in.Is(5, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(Take("context", in.bytes(), &request.context));
    } else if (in.Is(6, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(TakeEntry(in.bytes(), &request.extra_resources));
    } else if (in.Is(7, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(TakeEntry(in.bytes(), &request.credentials));
    } else if (in.Is(8, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(TakeEntry(in.bytes(), &request.required_resources));
    } else if (in.Is(9, WireType::kBytes)) {
      LOOM_RETURN_IF_ERROR(TakeEntry(in.bytes(), &request.required_schemas));
    }
  }
  if (!in.ok()) return Malformed("it is truncated or not protobuf");
  request.excess = ExcessOf(request);
  return request;
}

const absl::string_view* Request::Answer(absl::string_view key) const {
  const absl::string_view* answer = required_resources.Find(key);
  return answer != nullptr ? answer : extra_resources.Find(key);
}

absl::StatusOr<std::vector<absl::string_view>> ObjectsOf(
    absl::string_view resources) {
  std::vector<absl::string_view> objects;
  WireReader in(resources);
  while (in.Next()) {
    if (!in.Is(1, WireType::kBytes)) continue;
    LOOM_ASSIGN_OR_RETURN(Resource resource, Resource::Parse(in.bytes()));
    if (objects.size() == limits::kElements) {
      return TooMany("a Resources", limits::kElements, "objects");
    }
    objects.push_back(resource.object);
  }
  if (!in.ok()) return Malformed("a Resources is truncated");
  return objects;
}

absl::StatusOr<SpanMap> CredentialDataOf(absl::string_view credentials) {
  LOOM_ASSIGN_OR_RETURN(
      std::optional<absl::string_view> data,
      TakeField(credentials, "Credentials", "credential_data"));
  LOOM_ASSIGN_OR_RETURN(SpanMap map,
                        TakeMap(data.value_or(""), "CredentialData"));
  if (map.complete()) return map;
  return TooMany("a CredentialData", limits::kEntries, "keys");
}

absl::StatusOr<std::optional<absl::string_view>> OpenApiOf(
    absl::string_view schema) {
  return TakeField(schema, "Schema", "openapi_v3");
}

std::string MoreOfState(absl::string_view state) {
  return FieldsBeyond(kLastOfState, state);
}

std::string MoreOfResource(absl::string_view resource) {
  return FieldsBeyond(kLastOfResource, resource);
}

absl::StatusOr<SpanMap> EntriesOf(absl::string_view structure) {
  return TakeMap(structure, "Struct");
}

}  // namespace loom
