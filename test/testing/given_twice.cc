// SPDX-License-Identifier: Apache-2.0
#include "test/testing/given_twice.h"

#include <set>
#include <utility>

#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/unknown_field_set.h"

namespace loom::testing {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::UnknownField;
using google::protobuf::UnknownFieldSet;

// Whether protobuf takes the field for the one of its number.
bool IsOf(const UnknownField& field, const FieldDescriptor& of) {
  switch (of.type()) {
    case FieldDescriptor::TYPE_MESSAGE:
    case FieldDescriptor::TYPE_STRING:
    case FieldDescriptor::TYPE_BYTES:
      return field.type() == UnknownField::TYPE_LENGTH_DELIMITED;
    case FieldDescriptor::TYPE_DOUBLE:
      return field.type() == UnknownField::TYPE_FIXED64;
    default:
      return field.type() == UnknownField::TYPE_VARINT;
  }
}

std::string KeyOf(const std::string& entry) {
  UnknownFieldSet fields;
  fields.ParseFromString(entry);
  std::string key;
  for (int i = 0; i < fields.field_count(); ++i) {
    const UnknownField& field = fields.field(i);
    const bool is_key = field.number() == 1 &&
                        field.type() == UnknownField::TYPE_LENGTH_DELIMITED;
    if (is_key) key = field.length_delimited();
  }
  return key;
}

// What may be given once: the field, or the oneof that it is in; nullptr: it may be
// given several times.
const void* GivenOnce(const FieldDescriptor& field) {
  if (field.is_repeated()) return nullptr;
  if (field.real_containing_oneof() != nullptr) {
    return field.real_containing_oneof();
  }
  const bool once = field.type() == FieldDescriptor::TYPE_MESSAGE ||
                    field.containing_type()->options().map_entry();
  return once ? &field : nullptr;
}

}  // namespace

bool GivesTwice(const std::string& bytes, const Descriptor* type) {
  UnknownFieldSet fields;
  fields.ParseFromString(bytes);
  std::set<const void*> given;
  std::set<std::pair<int, std::string>> keys;
  for (int i = 0; i < fields.field_count(); ++i) {
    const UnknownField& field = fields.field(i);
    const FieldDescriptor* of = type->FindFieldByNumber(field.number());
    if (of == nullptr || !IsOf(field, *of)) continue;
    const void* once = GivenOnce(*of);
    if (once != nullptr && !given.insert(once).second) return true;
    if (of->type() != FieldDescriptor::TYPE_MESSAGE) continue;
    const std::string& content = field.length_delimited();
    if (of->is_map() && !keys.emplace(field.number(), KeyOf(content)).second) {
      return true;
    }
    if (GivesTwice(content, of->message_type())) return true;
  }
  return false;
}

}  // namespace loom::testing
