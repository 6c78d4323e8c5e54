// SPDX-License-Identifier: Apache-2.0
// EncodedObject is an object together with its encoding, so that a copy of which a few
// fields were changed is encoded without walking through all the others.
//
//   const EncodedObject base(object);           // once; `object` outlives it
//   Value copy = Copy(object, pool);            // many times
//   Set(copy, "kind", Borrow("Bucket"), pool);
//   WireWriter out;
//   base.Encode(copy, &out);                    // as EncodeStruct(copy, &out)
//
// Members that follow each other and are those of the object, at the same position, are
// written at once, as they stand in its encoding. They are told by their bits: a copy
// shares the characters of its texts (value.h), which are never changed. A text that is
// equal and stands elsewhere is therefore encoded again, which costs time and does no
// harm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "value/value.h"
#include "wire/writer.h"

namespace loom {

class EncodedObject {
 public:
  explicit EncodedObject(const Value& object);

  // Writes the content of a Struct, in front of what `out` holds. `copy` may be any
  // object.
  void Encode(const Value& copy, WireWriter* out) const;

 private:
  // Where the members of an object, or the elements of a list, stand in the encoding.
  struct Node {
    // The one at i begins marks[i] bytes in front of the end of the encoding, and ends
    // marks[i + 1] bytes in front of it.
    std::vector<uint32_t> marks;
    // Those that are objects or lists, the last one first, and where they are.
    std::vector<Node> nested;
    std::vector<uint32_t> positions;

    void Add(uint32_t position, Node node);
    const Node& At(uint32_t position) const;
  };

  // A Part is a member of an object, or an element of a list.
  template <typename Part>
  static Node WriteParts(absl::Span<const Part> parts, WireWriter* out);
  static bool WriteNested(const Value& value, Node* node, WireWriter* out);

  template <typename Part>
  void EncodeParts(absl::Span<const Part> made, absl::Span<const Part> known,
                   const Node& node, WireWriter* out) const;
  // A Value at a position where the object has `known`.
  void EncodeAt(const Value& value, const Value& known, const Node& node,
                uint32_t position, WireWriter* out) const;
  absl::string_view BytesOf(const Node& node, size_t first,
                            size_t behind_last) const;

  const Value& object_;
  std::string bytes_;
  Node root_;
};

}  // namespace loom
