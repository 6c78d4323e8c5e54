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

// The members of an object and the elements of a list are written by one code, which
// asks these for the difference.
const Value& ValueAt(const Member* member) { return member->value; }
const Value& ValueAt(const Value* element) { return *element; }

bool HaveOneName(const Member& a, const Member& b) {
  return AreSame(a.name, b.name);
}
bool HaveOneName(const Value&, const Value&) { return true; }

// Ends what was begun by its value, which was written since size() was `end`.
void End(const Member& member, size_t end, WireWriter* out) {
  out->Message(2, end);
  out->String(1, View(member.name));
  out->Message(1, end);
}
void End(const Value&, size_t end, WireWriter* out) { out->Message(1, end); }

absl::Span<const Member> MembersOf(const Value& object) {
  return {object.MemberBegin().operator->(), object.MemberCount()};
}
absl::Span<const Value> ElementsOf(const Value& list) {
  return {list.Begin(), list.Size()};
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
  root_ = WriteParts(MembersOf(object), &out);
  bytes_ = std::string(std::move(out).Finish().view());
}

template <typename Part>
EncodedObject::Node EncodedObject::WriteParts(absl::Span<const Part> parts,
                                              WireWriter* out) {
  Node node;
  node.marks.resize(parts.size() + 1);
  node.marks.back() = uint32_t(out->size());
  for (size_t i = parts.size(); i-- > 0;) {
    const size_t end = out->size();
    Node nested;
    if (WriteNested(ValueAt(&parts[i]), &nested, out)) {
      node.Add(uint32_t(i), std::move(nested));
    }
    End(parts[i], end, out);
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
  *node = value.IsObject() ? WriteParts(MembersOf(value), out)
                           : WriteParts(ElementsOf(value), out);
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
  EncodeParts(MembersOf(copy), MembersOf(object_), root_, out);
}

template <typename Part>
void EncodedObject::EncodeParts(absl::Span<const Part> made,
                                absl::Span<const Part> known, const Node& node,
                                WireWriter* out) const {
  const size_t both = std::min(made.size(), known.size());
  for (size_t i = made.size(); i > 0;) {
    const size_t behind = i--;
    if (i < both && AreSame(made[i], known[i])) {
      while (i > 0 && AreSame(made[i - 1], known[i - 1])) --i;
      out->Raw(BytesOf(node, i, behind));
      continue;
    }
    const size_t end = out->size();
    if (i < both && HaveOneName(made[i], known[i])) {
      EncodeAt(ValueAt(&made[i]), ValueAt(&known[i]), node, uint32_t(i), out);
    } else {
      EncodeValue(ValueAt(&made[i]), out);
    }
    End(made[i], end, out);
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
    EncodeParts(MembersOf(value), MembersOf(known), nested, out);
  } else {
    EncodeParts(ElementsOf(value), ElementsOf(known), nested, out);
  }
  out->Message(value.IsObject() ? kStructField : kListField, end);
}

}  // namespace loom
