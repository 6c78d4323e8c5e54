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
// written at once, as they stand in its encoding. They are recognised by their bits: a copy
// shares the characters of its texts (value.h), which are never changed. A text that is
// equal and stands elsewhere is therefore encoded again, which costs time and does no
// harm. Encoding the whole copy instead adds 7 % to the instructions of pt-medium.steady
// (test/suites/benchmark), whose bar leaves no room for that.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "data/value/value.h"
#include "data/wire/writer.h"

namespace loom {

class EncodedObject {
 public:
  explicit EncodedObject(const Value& object);

  // Writes the content of a Struct, in front of what `out` holds. `copy` may be any
  // object.
  void Encode(const Value& copy, WireWriter* out) const;

 private:
  // A node says where the members of an object, or the elements of a list, stand in the
  // encoding. It is a place in table_, where these follow each other:
  //   how many they are, n
  //   n + 1 marks: the one at i begins so many bytes in front of the end of the encoding,
  //     and ends as many in front of it as the next mark says
  //   n nodes: those that are objects or lists themselves; of the others kNoNode
  using Node = uint32_t;
  static constexpr Node kRoot = 0;
  static constexpr Node kNoNode = 0;  // the root is in no other node

  // A Part is a member of an object, or an element of a list.
  template <typename Part>
  Node WriteParts(absl::Span<const Part> parts, WireWriter* out);
  // Writes a Value, and returns its node.
  Node WriteNested(const Value& value, WireWriter* out);

  template <typename Part>
  void EncodeParts(absl::Span<const Part> made, absl::Span<const Part> known,
                   Node node, WireWriter* out) const;
  // A Value at a position where the object has `known`.
  void EncodeAt(const Value& value, const Value& known, Node node,
                uint32_t position, WireWriter* out) const;
  absl::string_view BytesOf(Node node, size_t first, size_t behind_last) const;

  const Value& object_;
  std::string bytes_;
  std::vector<uint32_t> table_;
};

}  // namespace loom
