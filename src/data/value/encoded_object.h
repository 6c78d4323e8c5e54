// SPDX-License-Identifier: Apache-2.0
// EncodedObject is an object together with its encoding, so that a copy with few
// changed fields is encoded without visiting all other fields.
//
//   const EncodedObject base(object);           // once; `object` outlives it
//   Value copy = Copy(object, pool);            // many times
//   Set(copy, "kind", Borrow("Bucket"), pool);
//   WireWriter out;
//   base.Encode(copy, &out);                    // as EncodeStruct(copy, &out)
//
// A run of unchanged fields at their original positions is written at once, as bytes of
// the encoding of the object. Unchanged fields are recognized by their bits, because a
// copy shares the characters of its strings (value.h). An equal string at another
// address is encoded again. Encoding the whole copy would add 7 % to the instructions
// of pt-medium.steady (test/suites/benchmark), beyond the limit of that benchmark.
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

  // Writes the content of a Struct in front of the content of `out`. `copy` may be any
  // object.
  void Encode(const Value& copy, WireWriter* out) const;

 private:
  // A node is an index in table_. It gives the positions of the fields of an object, or
  // of the elements of a list, in the encoding. The table has at this index:
  //   n, the number of fields or elements
  //   n + 1 marks: part i begins mark[i] bytes before the end of the encoding, and ends
  //     mark[i + 1] bytes before it
  //   n nodes of the parts that are objects or lists; kNoNode for other parts
  using Node = uint32_t;
  static constexpr Node kRoot = 0;
  static constexpr Node kNoNode = 0;  // the root is in no other node

  // A Part is a field of an object or an element of a list.
  template <typename Part>
  Node WriteParts(absl::Span<const Part> parts, WireWriter* out);
  Node WriteNested(const Value& value, WireWriter* out);

  template <typename Part>
  void EncodeParts(absl::Span<const Part> made, absl::Span<const Part> known,
                   Node node, WireWriter* out) const;
  // Encodes a Value at a position where the object has `known`.
  void EncodeAt(const Value& value, const Value& known, Node node,
                uint32_t position, WireWriter* out) const;
  absl::string_view BytesOf(Node node, size_t first, size_t behind_last) const;

  const Value& object_;
  std::string bytes_;
  std::vector<uint32_t> table_;
};

}  // namespace loom
