// SPDX-License-Identifier: Apache-2.0
#include "sections/connection_details/object_details.h"

#include <optional>
#include <set>

#include "absl/strings/str_cat.h"
#include "base/discretion.h"
#include "base/status_macros.h"
#include "data/value/budget.h"
#include "sections/connection_details/detail.h"
#include "sections/connection_details/object_details_writer.h"

namespace loom {
namespace {

ObjectDetail ParseDetail(const Input& entry) {
  Fields fields(entry);
  ObjectDetail detail;
  detail.api_version = std::string(fields.Required("apiVersion"));
  detail.kind = std::string(fields.Required("kind"));
  detail.name = TextOrField::Parse(fields, "name", "nameFrom");
  if (!detail.name.given()) entry.Missing("name");
  detail.ns = TextOrField::Parse(fields, "namespace", "namespaceFrom");
  detail.field_path = std::string(fields.Required("fieldPath"));
  if (!detail.field_path.empty()) {
    entry.ParsePath("fieldPath", detail.field_path).IgnoreError();
  }
  detail.key = std::string(fields.Required("toConnectionSecretKey"));
  CheckSecretKey(entry, "toConnectionSecretKey", detail.key);
  fields.Done();
  return detail;
}

ObjectDetailsOf ParseEntry(const Input& entry) {
  Fields fields(entry);
  ObjectDetailsOf object;
  object.resource = std::string(fields.Required("resource"));
  if (auto secret = fields.Object("writeConnectionSecretToRef")) {
    Fields members(*secret);
    object.secret_name = TextOrField::Parse(members, "name", "nameFrom");
    if (!object.secret_name.given()) secret->Missing("name");
    object.secret_ns =
        TextOrField::Parse(members, "namespace", "namespaceFrom");
    members.Done();
  }
  const std::vector<Input> details = fields.List("details");
  if (details.empty()) entry.Missing("details");
  std::set<std::string> keys;
  for (const Input& detail : details) {
    object.details.push_back(ParseDetail(detail));
    const std::string& key = object.details.back().key;
    if (!key.empty() && !keys.insert(key).second) {
      detail.Invalid("toConnectionSecretKey",
                     absl::StrCat("\"", key, "\" is there twice"));
    }
  }
  fields.Done();
  return object;
}

}  // namespace

std::unique_ptr<const Section> ObjectDetails::Parse(Fields& input) {
  std::vector<ObjectDetailsOf> list;
  std::set<std::string> resources;
  for (const Input& entry : input.ListSection("objectConnectionDetails")) {
    list.push_back(ParseEntry(entry));
    const std::string& resource = list.back().resource;
    if (!resource.empty() && !resources.insert(resource).second) {
      entry.Invalid("resource",
                    absl::StrCat("\"", resource, "\" is there twice"));
    }
  }
  if (list.empty()) return nullptr;
  return std::make_unique<const ObjectDetails>(std::move(list));
}

void ObjectDetails::AddReads(Reads* reads) const {
  for (const ObjectDetailsOf& object : list_) {
    FieldMask* observed = reads->Resource(object.resource);
    observed->Add({"spec", "connectionDetails"});
    observed->Add({"spec", "writeConnectionSecretToRef"});
    object.secret_name.AddReads(reads);
    object.secret_ns.AddReads(reads);
    for (const ObjectDetail& detail : object.details) {
      detail.name.AddReads(reads);
      detail.ns.AddReads(reads);
    }
  }
}

absl::Status ObjectDetails::Run(Call& call, Outcome* outcome) const {
  for (const ObjectDetailsOf& object : list_) {
    LOOM_RETURN_IF_ERROR(ObjectDetailsWriter(object, call, outcome).Write());
  }
  outcome->remarks.push_back(
      {.type = "ConnectionDetailsReady", .reason = "Complete", .idle = true});
  return absl::OkStatus();
}

}  // namespace loom
