// SPDX-License-Identifier: Apache-2.0
//
// The idea: each entry of a map is hashed with the key, and the hashes of the entries
// are added up, so their order does not matter. The hash of an entry is that of its
// bytes, except that the bytes of a nested map or list are replaced by its hash:
//
//   hash of a map     the sum of the hashes of its entries
//   hash of a list    the hashes of its elements, absorbed one after the other
//   hash of a field   for a nested map or list: the bytes before its content, and then
//                     its hash, are absorbed; for any other value: all bytes
//
// A field is an entry or an element with its tag and length. Two steps do the work, as in
// the wyhash family of hashes; both multiply 64 by 64 bits.
//
//   absorb   combines each half of the state with a word of the bytes and replaces the
//            state by the 128 bits of their product. The state begins with the key and
//            the number of bytes, so different fields are different sequences.
//   finish   combines the two halves of a product by xor, once for each half of the hash.
//            Only what is finished is added up: sums of products are equal after an
//            exchange of their factors.
//
// An author who does not know the key knows neither a state nor a hash. To make two inputs
// collide, two sums of unknown terms would have to be equal.
//
// Bytes that protobuf writers do not produce, and values that are nested too deeply,
// are hashed unchanged up to the end of their map or list. The order of entries then
// matters: the cache does not find the plan of an equal input, which only costs time.
#include "data/wire/fingerprint.h"

#include <cstring>
#include <random>

#include "absl/base/attributes.h"
#include "base/limits.h"
#include "data/wire/reader.h"
#include "data/wire/writer.h"

namespace loom {
namespace {

// The tags of an entry or element, of the name in an entry, and of its value.
constexpr uint8_t kFieldTag = 1 << 3 | 2;
constexpr uint8_t kNameTag = 1 << 3 | 2;
constexpr uint8_t kValueTag = 2 << 3 | 2;
constexpr uint8_t kStructTag = kStructField << 3 | 2;
constexpr uint8_t kListTag = kListField << 3 | 2;

// Returns the content of the field that consists of the bytes up to `end`; nullptr if
// they are not a single field with that tag.
inline const char* ContentOf(uint8_t tag, const char* at, const char* end) {
  const size_t size = size_t(end - at);
  if (size < 2 || uint8_t(at[0]) != tag) return nullptr;
  if (size < 2 + 0x80) return uint8_t(at[1]) == size - 2 ? at + 2 : nullptr;
  absl::string_view content;
  return ReadUsualField(tag, &at, end, &content) && at == end ? content.data()
                                                              : nullptr;
}

// Returns the value of the map entry that begins at *at, and moves *at after the entry.
// Returns nullptr if the entry is not written as a name and a value.
inline const char* ReadEntry(const char** at, const char* end) {
  absl::string_view entry, name;
  if (!ReadUsualField(kFieldTag, at, end, &entry)) return nullptr;
  const char* value = entry.data();
  if (!ReadUsualField(kNameTag, &value, *at, &name)) return nullptr;
  return ContentOf(kValueTag, value, *at);
}

// Does the same for the element of a list.
inline const char* ReadElement(const char** at, const char* end) {
  absl::string_view value;
  return ReadUsualField(kFieldTag, at, end, &value) ? value.data() : nullptr;
}

template <typename Word>
uint64_t Load(const char* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

class Hasher {
 public:
  explicit Hasher(const FingerprintKey& key) : key_(key.words) {}

  Fingerprint Map(const char* at, const char* end, int depth) const {
    Fingerprint sum;
    while (at != end) {
      const char* const begin = at;
      const char* value = ReadEntry(&at, end);
      if (value == nullptr) at = value = end;
      const Fingerprint hash = Field(begin, value, at, depth);
      sum.high += hash.high;
      sum.low += hash.low;
    }
    return sum;
  }

 private:
  Fingerprint List(const char* at, const char* end, int depth) const {
    Fingerprint state = Start(0);
    while (at != end) {
      const char* const begin = at;
      const char* value = ReadElement(&at, end);
      if (value == nullptr) at = value = end;
      const Fingerprint hash = Field(begin, value, at, depth);
      state = Absorb(hash.high, hash.low, state);
    }
    return state;
  }

  // Returns the hash of a field with a google.protobuf.Value at its end. It is inlined:
  // a call for each field would add 20 % to the instructions of a fingerprint.
  ABSL_ATTRIBUTE_ALWAYS_INLINE Fingerprint Field(const char* begin,
                                                 const char* value,
                                                 const char* end,
                                                 int depth) const {
    const uint8_t tag = value == end ? 0 : uint8_t(*value);
    if ((tag == kStructTag || tag == kListTag) && depth < limits::kDepth) {
      const char* const content = ContentOf(tag, value, end);
      if (content != nullptr) {
        const Fingerprint inside = tag == kStructTag
                                       ? Map(content, end, depth + 1)
                                       : List(content, end, depth + 1);
        return Finish(Absorb(inside.high, inside.low, State(begin, content)));
      }
    }
    return Finish(State(begin, end));
  }

  Fingerprint Start(uint64_t size) const {
    return {key_[0], key_[1] * (size + 1)};
  }

  static Fingerprint Absorb(uint64_t a, uint64_t b, Fingerprint state) {
    const auto product =
        static_cast<unsigned __int128>(a ^ state.low) * (b ^ state.high);
    return {uint64_t(product >> 64), uint64_t(product)};
  }

  // Returns the state after these bytes, which are read in pairs of words. The last two
  // words may overlap.
  Fingerprint State(const char* at, const char* end) const {
    size_t left = size_t(end - at);
    Fingerprint state = Start(left);
    for (; left > 16; at += 16, left -= 16) {
      state = Absorb(Load<uint64_t>(at), Load<uint64_t>(at + 8), state);
    }
    if (left >= 8) {
      return Absorb(Load<uint64_t>(at), Load<uint64_t>(end - 8), state);
    }
    if (left >= 4) {
      return Absorb(Load<uint32_t>(at), Load<uint32_t>(end - 4), state);
    }
    if (left == 0) return state;
    return Absorb(Load<uint8_t>(at),
                  Load<uint8_t>(at + left / 2) << 8 | Load<uint8_t>(end - 1),
                  state);
  }

  static uint64_t Fold(uint64_t a, uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return uint64_t(product >> 64) ^ uint64_t(product);
  }
  Fingerprint Finish(Fingerprint state) const {
    return {Fold(state.high ^ key_[2], state.low ^ key_[3]),
            Fold(state.high ^ key_[4], state.low ^ key_[5])};
  }

  const uint64_t* key_;
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

Fingerprint FingerprintOfStruct(absl::string_view bytes,
                                const FingerprintKey& key) {
  return Hasher(key).Map(bytes.data(), bytes.data() + bytes.size(), 0);
}

}  // namespace loom
