// SPDX-License-Identifier: Apache-2.0
// These functions encode google.protobuf.Struct and Value piece by piece, so that a test
// can combine the pieces incorrectly.
//
//   std::string object = EntryWire("a", NumberWire(1)) +
//                        EntryWire("b", ListWire({TextWire("x")}));
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace loom {

inline std::string VarintWire(uint64_t value) {
  std::string wire;
  for (; value >= 0x80; value >>= 7) wire += char(value | 0x80);
  return wire + char(value);
}

// A length-delimited field: a string or a message.
inline std::string FieldWire(int number, const std::string& bytes) {
  return VarintWire(uint64_t(number) << 3 | 2) + VarintWire(bytes.size()) +
         bytes;
}
inline std::string VarintFieldWire(int number, uint64_t value) {
  return VarintWire(uint64_t(number) << 3) + VarintWire(value);
}
inline std::string FixedFieldWire(int number, double value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return VarintWire(uint64_t(number) << 3 | 1) + bytes;
}

// Values.
inline std::string NullWire() { return VarintFieldWire(1, 0); }
inline std::string NumberWire(double value) { return FixedFieldWire(2, value); }
inline std::string TextWire(const std::string& text) {
  return FieldWire(3, text);
}
inline std::string BoolWire(bool value) { return VarintFieldWire(4, value); }
inline std::string StructWire(const std::string& entries) {
  return FieldWire(5, entries);
}
inline std::string ListWire(const std::vector<std::string>& values) {
  std::string elements;
  for (const std::string& value : values) elements += FieldWire(1, value);
  return FieldWire(6, elements);
}

// An entry of any map, and an entry of the map in a Struct.
inline std::string MapEntryWire(int number, const std::string& key,
                                const std::string& value) {
  return FieldWire(number, FieldWire(1, key) + FieldWire(2, value));
}
inline std::string EntryWire(const std::string& key, const std::string& value) {
  return MapEntryWire(1, key, value);
}

}  // namespace loom
