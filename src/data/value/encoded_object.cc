// SPDX-License-Identifier: Apache-2.0
//
// How it works. An object is encoded once. A table contains the position in the bytes
// of each field and each element, for every object and list at any depth.
//
// To encode a copy, the code walks through the copy and the object together. Nodes that
// are equal bit by bit have the same content, because a copy shares strings with the
// object and a string never changes. A run of such fields is written as one piece of
// the known bytes. Where two nodes differ, the walk continues one level deeper, and
// only a value that really differs is encoded again.
#include "data/value/encoded_object.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "data/value/struct_codec.h"
#include "data/wire/reader.h"

namespace loom {
namespace {

// Returns whether two parts have the same bits, and therefore the same content.
template <typename T>
bool AreSame(const T& a, const T& b) {
  return std::memcmp(static_cast<const void*>(&a), static_cast<const void*>(&b),
                     sizeof(T)) == 0;
}

bool IsNested(const Value& value) {
  return value.IsObject() || value.IsArray();
}

// The same code writes the fields of an object and the elements of a list. These
// functions provide the difference.
const Value& ValueAt(const Member* member) { return member->value; }
const Value& ValueAt(const Value* element) { return *element; }

bool HaveOneName(const Member& a, const Member& b) {
  return AreSame(a.name, b.name);
}
bool HaveOneName(const Value&, const Value&) { return true; }

// Completes a part whose value was written since size() was `end`.
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

EncodedObject::EncodedObject(const Value& object) : object_(object) {
  WireWriter out;
  WriteParts(MembersOf(object), &out);
  bytes_ = std::string(std::move(out).Finish().view());
  table_.shrink_to_fit();
}

template <typename Part>
EncodedObject::Node EncodedObject::WriteParts(absl::Span<const Part> parts,
                                              WireWriter* out) {
  const size_t count = parts.size();
  const size_t node = table_.size();
  const size_t marks = node + 1;
  const size_t nodes = marks + count + 1;
  table_.resize(nodes + count);
  table_[node] = uint32_t(count);
  table_[marks + count] = uint32_t(out->size());
  for (size_t i = count; i-- > 0;) {
    const size_t end = out->size();
    const Node nested = WriteNested(ValueAt(&parts[i]), out);
    End(parts[i], end, out);
    table_[marks + i] = uint32_t(out->size());
    table_[nodes + i] = nested;
  }
  return Node(node);
}

EncodedObject::Node EncodedObject::WriteNested(const Value& value,
                                               WireWriter* out) {
  if (!IsNested(value)) {
    EncodeValue(value, out);
    return kNoNode;
  }
  const size_t end = out->size();
  const Node node = value.IsObject() ? WriteParts(MembersOf(value), out)
                                     : WriteParts(ElementsOf(value), out);
  out->Message(value.IsObject() ? kStructField : kListField, end);
  return node;
}

absl::string_view EncodedObject::BytesOf(Node node, size_t first,
                                         size_t behind_last) const {
  const uint32_t* marks = &table_[node + 1];
  const size_t begin = bytes_.size() - marks[first];
  const size_t end = bytes_.size() - marks[behind_last];
  return absl::string_view(bytes_).substr(begin, end - begin);
}

void EncodedObject::Encode(const Value& copy, WireWriter* out) const {
  EncodeParts(MembersOf(copy), MembersOf(object_), kRoot, out);
}

template <typename Part>
void EncodedObject::EncodeParts(absl::Span<const Part> made,
                                absl::Span<const Part> known, Node node,
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

void EncodedObject::EncodeAt(const Value& value, const Value& known, Node node,
                             uint32_t position, WireWriter* out) const {
  if (!IsNested(value) || value.GetType() != known.GetType()) {
    return EncodeValue(value, out);
  }
  const size_t end = out->size();
  const Node nested = table_[node + 1 + table_[node] + 1 + position];
  if (value.IsObject()) {
    EncodeParts(MembersOf(value), MembersOf(known), nested, out);
  } else {
    EncodeParts(ElementsOf(value), ElementsOf(known), nested, out);
  }
  out->Message(value.IsObject() ? kStructField : kListField, end);
}

}  // namespace loom
