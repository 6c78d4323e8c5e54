// SPDX-License-Identifier: Apache-2.0
#include "data/wire/fingerprint.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "data/wire/reader.h"
#include "data/wire/writer.h"

namespace loom {
namespace {

constexpr int kMaxDepth = limits::kDepth;

constexpr uint8_t kFirstTag = 1 << 3 | 2;
constexpr uint8_t kSecondTag = 2 << 3 | 2;
constexpr uint8_t kStructTag = kStructField << 3 | 2;
constexpr uint8_t kListTag = kListField << 3 | 2;

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

// The entries of a map are hashed one by one, with the key, and their hashes are
// added up. An entry is one sequence: its bytes from the tag to the last, but that the
// sum of a nested map stands for the bytes of its entries. Tags and lengths stand in
// front of what they describe and are part of the sequence, so different entries are
// different sequences.
class Hasher {
 public:
  explicit Hasher(const FingerprintKey& key) : key_(key.words) {}

  bool ok() const { return ok_; }

  Fingerprint Whole(absl::string_view bytes) {
    const Fingerprint sum = Struct(bytes, 0);
    const uint64_t size = bytes.size();
    return {Fold(sum.high ^ key_[0] ^ size, sum.low ^ key_[1]),
            Fold(sum.low ^ key_[2] ^ size, sum.high ^ key_[3])};
  }

 private:
  Fingerprint Fail() {
    ok_ = false;
    return {};
  }

  // The sum of the hashes of the entries.
  Fingerprint Struct(absl::string_view bytes, int depth) {
    if (depth >= kMaxDepth) return Fail();
    Fingerprint sum;
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    while (true) {
      if (AddShortEntry(&at, end, depth, &sum)) continue;
      const char* const begin = at;
      absl::string_view entry;
      if (!ReadUsualField(kFirstTag, &at, end, &entry)) break;
      AddUp(Entry({begin, size_t(at - begin)}, entry, depth), &sum);
    }
    if (at != end) RareFields({at, size_t(end - at)}, depth, &sum);
    return sum;
  }

  // Adds the entry that begins at *at and moves behind it, if it has fewer than 128 bytes
  // and is written as Go writes it, as most are. False: it is another one.
  bool AddShortEntry(const char** at, const char* end, int depth,
                     Fingerprint* sum) {
    const char* const begin = *at;
    const auto* p = reinterpret_cast<const uint8_t*>(begin);
    if (end - begin < 4 || p[0] != kFirstTag || p[1] >= 0x80) return false;
    const size_t size = size_t{2} + p[1];
    const size_t value = size_t{4} + p[3];  // behind the name
    if (size_t(end - begin) < size || value + 2 >= size) return false;
    if (p[2] != kFirstTag || p[value] != kSecondTag) return false;
    if (p[value + 1] != size - value - 2) return false;
    const uint8_t tag = p[value + 2];
    size_t head = size;  // what is hashed as it stands
    if (tag == kStructTag || tag == kListTag) {
      head = value + 4;
      if (head > size || p[value + 3] != size - head) return false;
    }
    const absl::string_view content(begin + head, size - head);
    Fingerprint sequence = Appended({begin, head}, Start());
    if (tag == kStructTag) {
      const Fingerprint entries = Struct(content, depth + 1);
      sequence = Mixed(entries.high, entries.low, sequence);
    } else if (tag == kListTag) {
      sequence = WithList(content, depth + 1, sequence);
    }
    AddUp(sequence, sum);
    *at += size;
    return true;
  }

  static void AddUp(const Fingerprint& entry, Fingerprint* sum) {
    sum->high += entry.high;
    sum->low += entry.low;
  }

  Fingerprint Start() const { return {key_[4], key_[5]}; }

  // A sequence and sixteen bytes more.
  Fingerprint Mixed(uint64_t a, uint64_t b, Fingerprint sequence) const {
    return {Fold(a ^ key_[0], b ^ sequence.high),
            Fold(a ^ key_[2], b ^ sequence.low)};
  }

  // The same at half the price, for all but the last ones: the product is kept as it is. It
  // must not be added up, because sums of products are the same after an exchange of parts.
  Fingerprint Multiplied(uint64_t a, uint64_t b, Fingerprint sequence) const {
    const unsigned __int128 product =
        static_cast<unsigned __int128>(a ^ key_[0] ^ sequence.low) *
        (b ^ key_[2] ^ sequence.high);
    return {static_cast<uint64_t>(product >> 64),
            static_cast<uint64_t>(product)};
  }

  // A sequence and bytes more, whose first ones say how many they are. Most are 16 to 48,
  // which takes no loop: maps come in another order each time, so a processor cannot
  // foresee how often it would go round. Some bytes may be mixed twice.
  Fingerprint Appended(absl::string_view bytes, Fingerprint sequence) const {
    const char* at = bytes.data();
    if (bytes.size() < 16) return AppendedShort(bytes, sequence);
    const char* const last = at + bytes.size() - 16;
    if (bytes.size() > 48) {
      for (; at < last; at += 16) {
        sequence = Multiplied(Load(at), Load(at + 8), sequence);
      }
    } else {
      const char* const middle = std::min(at + 16, last);
      sequence = Multiplied(Load(at), Load(at + 8), sequence);
      sequence = Multiplied(Load(middle), Load(middle + 8), sequence);
    }
    return Mixed(Load(last), Load(last + 8), sequence);
  }

  Fingerprint AppendedShort(absl::string_view bytes,
                            Fingerprint sequence) const {
    const char* const at = bytes.data();
    const size_t size = bytes.size();
    if (size >= 8) return Mixed(Load(at), Load(at + size - 8), sequence);
    if (size >= 4) {
      return Mixed(LoadHalf(at), LoadHalf(at + size - 4), sequence);
    }
    if (size == 0) return sequence;
    return Mixed(uint64_t(uint8_t(at[0])) << 8 | uint8_t(at[size - 1]),
                 uint8_t(at[size / 2]), sequence);
  }

  // `field` is the whole field, and `entry` its content.
  Fingerprint Entry(absl::string_view field, absl::string_view entry,
                    int depth) {
    absl::string_view name, value;
    if (!SplitMapEntry(entry, &name, &value)) return RareEntry(entry, depth);
    return WithValue(field, value, depth, Start());
  }

  // A sequence and a field more that ends with a Value, `value`.
  Fingerprint WithValue(absl::string_view field, absl::string_view value,
                        int depth, Fingerprint sequence) {
    const std::optional<absl::string_view> content = ContentOf(value);
    if (!content.has_value()) return Appended(field, sequence);
    field.remove_suffix(content->size());
    return WithNested(uint8_t(value[0]), *content, depth,
                      Appended(field, sequence));
  }

  // The content of a Value that is one map or one list, and nothing else.
  static std::optional<absl::string_view> ContentOf(absl::string_view value) {
    const uint8_t tag = value.empty() ? 0 : uint8_t(value[0]);
    if (tag != kStructTag && tag != kListTag) return std::nullopt;
    const char* at = value.data();
    const char* const end = at + value.size();
    absl::string_view content;
    if (!ReadUsualField(tag, &at, end, &content)) {
      WireReader in(value);
      if (!in.Next()) return std::nullopt;
      content = in.bytes();
      at = in.at();
    }
    if (at != end) return std::nullopt;
    return content;
  }

  Fingerprint WithNested(uint8_t tag, absl::string_view content, int depth,
                         Fingerprint sequence) {
    if (tag == kListTag) return WithList(content, depth + 1, sequence);
    const Fingerprint sum = Struct(content, depth + 1);
    return Mixed(sum.high, sum.low, sequence);
  }

  Fingerprint WithList(absl::string_view bytes, int depth,
                       Fingerprint sequence) {
    if (depth >= kMaxDepth) return Fail();
    const char* at = bytes.data();
    const char* const end = at + bytes.size();
    absl::string_view element;
    for (const char* begin = at; ReadUsualField(kFirstTag, &at, end, &element);
         begin = at) {
      sequence =
          WithValue({begin, size_t(at - begin)}, element, depth, sequence);
    }
    for (WireReader in({at, size_t(end - at)}); at != end; at = in.at()) {
      if (!in.Next()) return Fail();
      const absl::string_view field(at, size_t(in.at() - at));
      if (in.Is(1, WireType::kBytes)) {
        sequence = WithValue(field, in.bytes(), depth, sequence);
      } else {
        const Fingerprint other = Unsorted(field);
        sequence = Mixed(other.high, other.low, sequence);
      }
    }
    return sequence;
  }

  // The fields of a Struct from the first that is unknown, or long.
  void RareFields(absl::string_view bytes, int depth, Fingerprint* sum) {
    WireReader in(bytes);
    for (const char* at = bytes.data(); in.Next(); at = in.at()) {
      const absl::string_view field(at, size_t(in.at() - at));
      AddUp(in.Is(1, WireType::kBytes) ? Entry(field, in.bytes(), depth)
                                       : Unsorted(field),
            sum);
    }
    if (!in.ok()) Fail();
  }

  // An entry that is not written as Go writes it. If it has a name and a value, it is
  // hashed as if it were.
  Fingerprint RareEntry(absl::string_view entry, int depth) {
    absl::string_view name, value;
    int names = 0, values = 0, others = 0;
    WireReader in(entry);
    while (in.Next()) {
      const bool is_name = in.Is(1, WireType::kBytes);
      const bool is_value = in.Is(2, WireType::kBytes);
      if (is_name) name = in.bytes();
      if (is_value) value = in.bytes();
      names += is_name;
      values += is_value;
      others += !is_name && !is_value;
    }
    if (!in.ok()) return Fail();
    if (names > 1 || values > 1 || others > 0) return Unsorted(entry);
    const std::optional<absl::string_view> content = ContentOf(value);
    if (content.has_value()) value.remove_suffix(content->size());
    const size_t size = value.size() + (content ? content->size() : 0);
    const Fingerprint sequence =
        Appended(absl::StrCat(EntryHeader(name, size), value), Start());
    if (!content.has_value()) return sequence;
    return WithNested(uint8_t(value[0]), *content, depth, sequence);
  }

  // What Go writes in front of a Value of so many bytes.
  static std::string EntryHeader(absl::string_view name, size_t size) {
    WireWriter out(name.size() + 32);
    out.Header(2, size);
    out.String(1, name);
    out.Header(1, out.size() + size);
    return std::string(std::move(out).Finish().view());
  }

  // A sequence of its own kind, because its first bytes do not say its length.
  Fingerprint Unsorted(absl::string_view bytes) const {
    return Appended(bytes, Mixed(bytes.size(), 0, {key_[5], key_[4]}));
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
  Fingerprint print = hasher.Whole(bytes);
  if (!hasher.ok()) return std::nullopt;
  return print;
}

}  // namespace loom
