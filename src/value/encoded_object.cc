// SPDX-License-Identifier: Apache-2.0
#include "value/encoded_object.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include "value/struct_codec.h"
#include "wire/value_field.h"

namespace loom {
namespace {

// Whether they have the same bits, and so the same content.
template <typename T>
bool AreSame(const T& a, const T& b) {
  return std::memcmp(static_cast<const void*>(&a), static_cast<const void*>(&b),
                     sizeof(T)) == 0;
}

bool IsNested(const Value& value) {
  return value.IsObject() || value.IsArray();
}

// Ends a member, whose value was written since size() was `end`.
void EndMember(const Member& member, size_t end, WireWriter* out) {
  out->Message(2, end);
  out->String(1, View(member.name));
  out->Message(1, end);
}

}  // namespace

void EncodedObject::Node::Add(uint32_t position, Node node) {
  nested.push_back(std::move(node));
  positions.push_back(position);
}

const EncodedObject::Node& EncodedObject::Node::At(uint32_t position) const {
  const auto found = std::lower_bound(positions.begin(), positions.end(),
                                      position, std::greater<uint32_t>());
  return nested[size_t(found - positions.begin())];
}

EncodedObject::EncodedObject(const Value& object) : object_(object) {
  WireWriter out;
  root_ = WriteMembers(object, &out);
  bytes_ = std::string(std::move(out).Finish().view());
}

EncodedObject::Node EncodedObject::WriteMembers(const Value& object,
                                                WireWriter* out) {
  const uint32_t count = object.MemberCount();
  Node node;
  node.marks.resize(count + 1);
  node.marks[count] = uint32_t(out->size());
  for (uint32_t i = count; i-- > 0;) {
    const Member& member = object.MemberBegin()[i];
    const size_t end = out->size();
    Node nested;
    if (WriteNested(member.value, &nested, out)) {
      node.Add(i, std::move(nested));
    }
    EndMember(member, end, out);
    node.marks[i] = uint32_t(out->size());
  }
  return node;
}

EncodedObject::Node EncodedObject::WriteElements(const Value& list,
                                                 WireWriter* out) {
  const uint32_t count = list.Size();
  Node node;
  node.marks.resize(count + 1);
  node.marks[count] = uint32_t(out->size());
  for (uint32_t i = count; i-- > 0;) {
    const size_t end = out->size();
    Node nested;
    if (WriteNested(list[i], &nested, out)) {
      node.Add(i, std::move(nested));
    }
    out->Message(1, end);
    node.marks[i] = uint32_t(out->size());
  }
  return node;
}

// Writes a Value, and says whether it is nested and `node` was set.
bool EncodedObject::WriteNested(const Value& value, Node* node,
                                WireWriter* out) {
  if (!IsNested(value)) {
    EncodeValue(value, out);
    return false;
  }
  const size_t end = out->size();
  *node =
      value.IsObject() ? WriteMembers(value, out) : WriteElements(value, out);
  out->Message(value.IsObject() ? kStructField : kListField, end);
  return true;
}

absl::string_view EncodedObject::BytesOf(const Node& node, size_t first,
                                         size_t behind_last) const {
  const size_t begin = bytes_.size() - node.marks[first];
  const size_t end = bytes_.size() - node.marks[behind_last];
  return absl::string_view(bytes_).substr(begin, end - begin);
}

void EncodedObject::Encode(const Value& copy, WireWriter* out) const {
  EncodeMembers(copy, object_, root_, out);
}

void EncodedObject::EncodeMembers(const Value& copy, const Value& object,
                                  const Node& node, WireWriter* out) const {
  const auto made = copy.MemberBegin();
  const auto known = object.MemberBegin();
  const uint32_t both = std::min(copy.MemberCount(), object.MemberCount());
  for (uint32_t i = copy.MemberCount(); i > 0;) {
    const uint32_t behind = i--;
    if (i < both && AreSame(made[i], known[i])) {
      while (i > 0 && AreSame(made[i - 1], known[i - 1])) --i;
      out->Raw(BytesOf(node, i, behind));
      continue;
    }
    const size_t end = out->size();
    if (i < both && AreSame(made[i].name, known[i].name)) {
      EncodeAt(made[i].value, known[i].value, node, i, out);
    } else {
      EncodeValue(made[i].value, out);
    }
    EndMember(made[i], end, out);
  }
}

void EncodedObject::EncodeElements(const Value& copy, const Value& list,
                                   const Node& node, WireWriter* out) const {
  const uint32_t both = std::min(copy.Size(), list.Size());
  for (uint32_t i = copy.Size(); i > 0;) {
    const uint32_t behind = i--;
    if (i < both && AreSame(copy[i], list[i])) {
      while (i > 0 && AreSame(copy[i - 1], list[i - 1])) --i;
      out->Raw(BytesOf(node, i, behind));
      continue;
    }
    const size_t end = out->size();
    if (i < both) {
      EncodeAt(copy[i], list[i], node, i, out);
    } else {
      EncodeValue(copy[i], out);
    }
    out->Message(1, end);
  }
}

void EncodedObject::EncodeAt(const Value& value, const Value& known,
                             const Node& node, uint32_t position,
                             WireWriter* out) const {
  if (!IsNested(value) || value.GetType() != known.GetType()) {
    return EncodeValue(value, out);
  }
  const size_t end = out->size();
  const Node& nested = node.At(position);
  if (value.IsObject()) {
    EncodeMembers(value, known, nested, out);
  } else {
    EncodeElements(value, known, nested, out);
  }
  out->Message(value.IsObject() ? kStructField : kListField, end);
}

}  // namespace loom
