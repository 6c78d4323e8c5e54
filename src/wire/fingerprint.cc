// SPDX-License-Identifier: Apache-2.0
#include "wire/fingerprint.h"

#include <cstring>
#include <random>

#include "base/limits.h"
#include "wire/map_entry.h"
#include "wire/reader.h"

namespace loom {
namespace {

constexpr int kMaxDepth = limits::kDepth;

// Fields of google.protobuf.Value.
constexpr uint32_t kStringField = 3;
constexpr uint32_t kStructField = 5;
constexpr uint32_t kListField = 6;

// The two halves of the product, combined by xor: this is how the hashes of the
// wyhash family mix.
inline uint64_t Fold(uint64_t a, uint64_t b) {
  unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

inline uint64_t Load(const char* at) {
  uint64_t word;
  std::memcpy(&word, at, 8);
  return word;
}

inline uint64_t LoadHalf(const char* at) {
  uint32_t word;
  std::memcpy(&word, at, 4);
  return word;
}

class Hasher {
 public:
  explicit Hasher(const FingerprintKey& key) : key_(key.words) {}

  bool ok() const { return ok_; }

  Fingerprint Struct(absl::string_view bytes, int depth) {
    Fingerprint sum;
    if (depth >= kMaxDepth) return Fail();
    WireReader in(bytes);
    while (in.Next()) {
      Fingerprint entry = in.Is(1, WireType::kBytes) ? Entry(in.bytes(), depth)
                                                     : Field(in, depth);
      sum.high += entry.high;
      sum.low += entry.low;
    }
    if (!in.ok()) return Fail();
    return Final(sum, bytes.size(), kStructTag);
  }

 private:
  // Each hash includes the kind of its node, so that equal bytes in nodes of
  // different kinds have different hashes.
  enum Tag : uint64_t {
    kStructTag = 1,
    kListTag,
    kEntryTag,
    kTextTag,
    kWordTag
  };

  Fingerprint Fail() {
    ok_ = false;
    return {};
  }

  Fingerprint Final(Fingerprint state, uint64_t size, Tag tag) const {
    return {Fold(state.high ^ key_[0] ^ size, state.low ^ key_[1] ^ tag),
            Fold(state.low ^ key_[2] ^ size, state.high ^ key_[3] ^ tag)};
  }

  Fingerprint Text(absl::string_view text) const {
    Fingerprint state = {key_[4], key_[5]};
    const char* at = text.data();
    size_t left = text.size();
    for (; left > 16; at += 16, left -= 16) Mix(Load(at), Load(at + 8), &state);
    uint64_t a = 0, b = 0;
    if (left >= 8) {
      a = Load(at);
      b = Load(at + left - 8);
    } else if (left >= 4) {
      a = LoadHalf(at);
      b = LoadHalf(at + left - 4);
    } else if (left > 0) {
      a = uint64_t(uint8_t(at[0])) << 16 |
          uint64_t(uint8_t(at[left / 2])) << 8 | uint8_t(at[left - 1]);
    }
    Mix(a, b, &state);
    return Final(state, text.size(), kTextTag);
  }

  void Mix(uint64_t a, uint64_t b, Fingerprint* state) const {
    state->high = Fold(a ^ key_[0], b ^ state->high);
    state->low = Fold(a ^ key_[2], b ^ state->low);
  }

  Fingerprint Entry(absl::string_view bytes, int depth) {
    Fingerprint key, value;
    absl::string_view name, content;
    if (SplitMapEntry(bytes, &name, &content)) {
      Add(Text(name), &key);
      Add(AnyValue(content, depth), &value);
      return Join(key, value);
    }
    WireReader in(bytes);
    while (in.Next()) {
      if (in.Is(1, WireType::kBytes)) {
        Add(Text(in.bytes()), &key);
      } else if (in.Is(2, WireType::kBytes)) {
        Add(AnyValue(in.bytes(), depth), &value);
      } else {
        Add(Field(in, depth), &key);
      }
    }
    if (!in.ok()) return Fail();
    return Join(key, value);
  }

  Fingerprint Join(Fingerprint key, Fingerprint value) const {
    return Final({Fold(key.high ^ key_[3], value.high ^ key_[4]),
                  Fold(key.low ^ key_[1], value.low ^ key_[5])},
                 0, kEntryTag);
  }

  // Appends to the hash of a sequence, in which the order matters.
  void Add(Fingerprint next, Fingerprint* sequence) const {
    sequence->high = Fold(sequence->high ^ key_[2], next.high ^ key_[5]);
    sequence->low = Fold(sequence->low ^ key_[3], next.low ^ key_[4]);
  }

  Fingerprint AnyValue(absl::string_view bytes, int depth) {
    Fingerprint state;
    const char* at = bytes.data();
    absl::string_view text;
    constexpr uint8_t kStringTag = kStringField << 3 | 2;
    if (ReadUsualField(kStringTag, &at, bytes.data() + bytes.size(), &text) &&
        at == bytes.data() + bytes.size()) {
      Add(Final(Text(text), kStringTag, kWordTag), &state);
      return state;
    }
    WireReader in(bytes);
    while (in.Next()) Add(Field(in, depth), &state);
    if (!in.ok()) return Fail();
    return state;
  }

  // A field of a Value, or an unknown field.
  Fingerprint Field(const WireReader& in, int depth) {
    Fingerprint content;
    if (in.Is(kStructField, WireType::kBytes)) {
      content = Struct(in.bytes(), depth + 1);
    } else if (in.Is(kListField, WireType::kBytes)) {
      content = List(in.bytes(), depth + 1);
    } else if (in.Is(in.number(), WireType::kBytes)) {
      content = Text(in.bytes());
    } else {
      content = {in.integer(), in.integer()};
    }
    return Final(content, uint64_t{in.number()} << 3 | uint64_t(in.type()),
                 kWordTag);
  }

  Fingerprint List(absl::string_view bytes, int depth) {
    Fingerprint state;
    if (depth >= kMaxDepth) return Fail();
    WireReader in(bytes);
    while (in.Next()) {
      Add(in.Is(1, WireType::kBytes) ? AnyValue(in.bytes(), depth)
                                     : Field(in, depth),
          &state);
    }
    if (!in.ok()) return Fail();
    return Final(state, bytes.size(), kListTag);
  }

  const uint64_t* key_;
  bool ok_ = true;
};

}  // namespace

FingerprintKey FingerprintKey::Random() {
  FingerprintKey key;
  std::random_device device;
  for (uint64_t& word : key.words) {
    word = uint64_t(device()) << 32 | device();
  }
  return key;
}

std::optional<Fingerprint> FingerprintOfStruct(absl::string_view bytes,
                                               const FingerprintKey& key) {
  Hasher hasher(key);
  Fingerprint print = hasher.Struct(bytes, 0);
  if (!hasher.ok()) return std::nullopt;
  return print;
}

}  // namespace loom
