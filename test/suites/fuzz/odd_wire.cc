// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/odd_wire.h"

#include <optional>
#include <vector>

#include "absl/strings/str_join.h"
#include "data/wire/reader.h"
#include "test/testing/wire_text.h"

namespace loom::testing {
namespace {

using Change = std::string (*)(const std::string& field, RandomValues* values);

// A varint in `bytes` bytes, more than it needs.
std::string Padded(uint64_t value, int bytes) {
  std::string wire;
  for (; bytes > 1; --bytes, value >>= 7) wire += char(value | 0x80);
  return wire + char(value & 0x7f);
}

std::string Fixed32(uint32_t number, uint64_t value) {
  std::string wire = VarintWire(uint64_t{number} << 3 | 5);
  for (int i = 0; i < 4; ++i, value >>= 8) wire += char(value);
  return wire;
}

std::string Written(const WireReader& in) {
  int number = int(in.number());
  switch (in.type()) {
    case WireType::kVarint:
      return VarintFieldWire(number, in.integer());
    case WireType::kFixed64:
      return FixedFieldWire(number, in.real());
    case WireType::kBytes:
      return FieldWire(number, std::string(in.bytes()));
    case WireType::kFixed32:
      return Fixed32(in.number(), in.integer());
  }
  return "";
}

// The fields of a message, each with its tag; nullopt if it is no message, or
// an empty one.
std::optional<std::vector<std::string>> Fields(absl::string_view message) {
  std::vector<std::string> fields;
  WireReader in(message);
  while (in.Next()) fields.push_back(Written(in));
  if (!in.ok() || fields.empty()) return std::nullopt;
  return fields;
}

// Tag and content of a field of bytes; nullopt if it is another field.
struct Bytes {
  uint32_t number;
  std::string content;
};
std::optional<Bytes> BytesOf(absl::string_view field) {
  WireReader in(field);
  if (!in.Next() || in.type() != WireType::kBytes) return std::nullopt;
  return Bytes{in.number(), std::string(in.bytes())};
}

std::string Unknown(RandomValues* values) {
  switch (values->Below(4)) {
    case 0:
      return VarintFieldWire(1000, ~uint64_t{0});
    case 1:
      return FieldWire(100, "\x0b not a field");
    case 2:
      return FixedFieldWire(15, 2.5);
    default:
      return Fixed32(536870911, 7);
  }
}

// Each of these makes something of one field that stands in its place.
constexpr Change kOdd[] = {
    // the field twice
    [](const std::string& field, RandomValues*) { return field + field; },
    // an unknown field beside it
    [](const std::string& field, RandomValues* values) {
      return values->Chance(50) ? Unknown(values) + field
                                : field + Unknown(values);
    },
    // its number with another type
    [](const std::string& field, RandomValues*) {
      WireReader in(field);
      in.Next();
      return VarintFieldWire(int(in.number()), 1) + field;
    },
    // a message in two halves
    [](const std::string& field, RandomValues* values) {
      auto bytes = BytesOf(field);
      auto fields = bytes ? Fields(bytes->content) : std::nullopt;
      if (!fields) return field;
      auto middle = fields->begin() + values->Below(int(fields->size()) + 1);
      int number = int(bytes->number);
      return FieldWire(number, absl::StrJoin(fields->begin(), middle, "")) +
             FieldWire(number, absl::StrJoin(middle, fields->end(), ""));
    },
    // nothing in it, and the same field in front of it
    [](const std::string& field, RandomValues*) {
      auto bytes = BytesOf(field);
      return bytes ? FieldWire(int(bytes->number), "") + field : field;
    },
    // tag and length in five bytes
    [](const std::string& field, RandomValues*) {
      auto bytes = BytesOf(field);
      if (!bytes) return field;
      return Padded(uint64_t{bytes->number} << 3 | 2, 5) +
             Padded(bytes->content.size(), 5) + bytes->content;
    },
    // left out
    [](const std::string&, RandomValues*) { return std::string(); },
};

constexpr Change kBroken[] = {
    [](const std::string& field, RandomValues*) {
      return field + std::string("\0\0", 2);
    },
    // the end of a group, and its begin without an end
    [](const std::string& field, RandomValues*) { return field + "\x0c"; },
    [](const std::string& field, RandomValues*) { return "\x0b" + field; },
    [](const std::string& field, RandomValues*) {
      return Padded(1000 << 3, 6) + "\x01" + field;
    },
    // a length of six bytes, or one that is wrong
    [](const std::string& field, RandomValues*) {
      return VarintWire(100 << 3 | 2) + Padded(1, 6) + "x" + field;
    },
    [](const std::string& field, RandomValues* values) {
      auto bytes = BytesOf(field);
      if (!bytes) return field;
      return VarintWire(uint64_t{bytes->number} << 3 | 2) +
             VarintWire(bytes->content.size() + (values->Chance(50) ? 1 : -1)) +
             bytes->content;
    },
    // an integer of eleven bytes
    [](const std::string& field, RandomValues*) {
      return field + VarintWire(1000 << 3) + Padded(1, 11);
    },
    // text that is not UTF-8
    [](const std::string& field, RandomValues* values) {
      auto bytes = BytesOf(field);
      if (!bytes) return field;
      std::string text = values->OneOf(
          {"\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"});
      return FieldWire(int(bytes->number), bytes->content + text);
    },
    // an end too early
    [](const std::string& field, RandomValues* values) {
      return field.substr(0, size_t(values->Below(int(field.size()))));
    },
};

template <size_t size>
std::string Changed(const std::string& message, const Change (&changes)[size],
                    RandomValues* values) {
  auto fields = Fields(message);
  if (!fields) return changes[values->Below(size)](message, values);
  size_t at = size_t(values->Below(int(fields->size())));
  std::string& field = (*fields)[at];
  auto bytes = BytesOf(field);
  if (bytes && values->Chance(85) && Fields(bytes->content)) {
    field =
        FieldWire(int(bytes->number), Changed(bytes->content, changes, values));
  } else {
    field = changes[values->Below(size)](field, values);
    // In another place among the fields, now and then.
    if (values->Chance(30)) {
      std::swap(field, (*fields)[size_t(values->Below(int(fields->size())))]);
    }
  }
  return absl::StrJoin(*fields, "");
}

// The wire of a field of another type than bytes is its content.
std::string WithLeaf(const std::string& message, ChangeContent change,
                     RandomValues* values) {
  auto fields = Fields(message);
  if (!fields) return change(message, values);
  std::string& field = (*fields)[size_t(values->Below(int(fields->size())))];
  auto bytes = BytesOf(field);
  field = bytes ? FieldWire(int(bytes->number),
                            WithLeaf(bytes->content, change, values))
                : change(field, values);
  return absl::StrJoin(*fields, "");
}

}  // namespace

std::string WithContent(const std::string& message, ChangeContent change,
                        RandomValues* values) {
  return WithLeaf(message, change, values);
}

std::string WithOddWire(const std::string& message, RandomValues* values) {
  return Changed(message, kOdd, values);
}

std::string WithBrokenWire(const std::string& message, RandomValues* values) {
  return Changed(message, kBroken, values);
}

}  // namespace loom::testing
