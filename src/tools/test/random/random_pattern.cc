// SPDX-License-Identifier: Apache-2.0
// RandomMatch walks a regular expression once, from left to right, and writes what it
// walks over. An alternative that is not chosen and a group that is repeated are walked
// with the output switched off, or again from their beginning.
#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tools/test/random/random_values.h"

namespace loom {
namespace {

constexpr int kMostRepeats = 300;

class PatternWalk {
 public:
  PatternWalk(absl::string_view pattern, int most, Random* random)
      : pattern_(pattern), most_(most), random_(random) {}

  std::optional<std::string> Run() {
    std::string out;
    Alternatives(&out);
    if (failed_ || at_ < pattern_.size()) return std::nullopt;
    return out;
  }

 private:
  bool AtEnd() const { return at_ >= pattern_.size() || failed_; }
  char Peek() const { return AtEnd() ? '\0' : pattern_[at_]; }

  // The first pass counts the alternatives, the second one writes one of them.
  void Alternatives(std::string* out) {
    const size_t begin = at_;
    int count = 1;
    std::string unused;
    Sequence(&unused);
    for (; !AtEnd() && Peek() == '|'; ++count) {
      ++at_;
      Sequence(&unused);
    }
    const size_t end = at_;
    int chosen = static_cast<int>(random_->Below(count));
    at_ = begin;
    for (; chosen > 0; --chosen) {
      Sequence(&unused);
      ++at_;
    }
    Sequence(out);
    at_ = end;
  }

  void Sequence(std::string* out) {
    while (!AtEnd() && Peek() != '|' && Peek() != ')') Repeated(out);
  }

  void Repeated(std::string* out) {
    const size_t begin = at_;
    std::string once;
    Atom(&once);
    int least = 1, most = 1;
    if (!Quantifier(&least, &most)) {
      *out += once;
      return;
    }
    const size_t end = at_;
    const int span = std::max(0, most - least);
    const int times = least + static_cast<int>(random_->Below(span + 1));
    for (int i = 0; i < std::min(times, kMostRepeats) && !failed_; ++i) {
      at_ = begin;
      Atom(out);
    }
    at_ = end;
  }

  bool Quantifier(int* least, int* most) {
    switch (Peek()) {
      case '*':
        *least = 0, *most = most_;
        break;
      case '+':
        *least = 1, *most = 1 + most_;
        break;
      case '?':
        *least = 0, *most = 1;
        break;
      case '{': {
        const size_t close = pattern_.find('}', at_);
        if (close == pattern_.npos) return false;
        const absl::string_view inside =
            pattern_.substr(at_ + 1, close - at_ - 1);
        const size_t comma = inside.find(',');
        if (!absl::SimpleAtoi(inside.substr(0, comma), least)) return false;
        *most = *least;
        if (comma != inside.npos &&
            !absl::SimpleAtoi(inside.substr(comma + 1), most)) {
          *most = *least + most_;
        }
        at_ = close;
        break;
      }
      default:
        return false;
    }
    ++at_;
    if (Peek() == '?') ++at_;  // lazy
    return true;
  }

  void Atom(std::string* out) {
    const char c = pattern_[at_++];
    switch (c) {
      case '^':
      case '$':
        return;
      case '.':
        *out += static_cast<char>('a' + random_->Below(26));
        return;
      case '(':
        return Group(out);
      case '[':
        return Class(out);
      case '\\':
        return Escape(out);
      default:
        *out += c;
    }
  }

  void Group(std::string* out) {
    if (Peek() == '?') {
      if (pattern_.substr(at_, 2) == "?:") {
        at_ += 2;
      } else if (const size_t name = pattern_.find('>', at_);
                 pattern_.substr(at_, 2) == "?P" && name != pattern_.npos) {
        at_ = name + 1;
      } else {
        failed_ = true;
        return;
      }
    }
    Alternatives(out);
    if (Peek() != ')') failed_ = true;
    ++at_;
  }

  // The characters that an escape stands for; "" for an assertion.
  static std::string Escaped(char c) {
    switch (c) {
      case 'd':
        return "0123456789";
      case 'w':
        return "abcxyz019_";
      case 's':
        return " ";
      case 'D':
      case 'W':
      case 'S':
        return c == 'W' ? "-" : "ab";
      case 'b':
      case 'B':
      case 'A':
      case 'z':
        return "";
      case 't':
        return "\t";
      case 'n':
        return "\n";
      default:
        return std::string(1, c);
    }
  }

  void Escape(std::string* out) {
    if (AtEnd()) {
      failed_ = true;
      return;
    }
    const char c = pattern_[at_++];
    if (c == 'p' || c == 'P' || c == 'x' || c == 'Q') failed_ = true;
    const std::string all = Escaped(c);
    if (!all.empty()) *out += all[random_->Below(all.size())];
  }

  // Reads a character, a range or an escape of a class, and adds what it stands for.
  void ItemOfClass(std::string* all) {
    char c = pattern_[at_++];
    if (c == '[' && Peek() == ':') failed_ = true;
    if (c == '\\' && !AtEnd()) {
      const std::string escaped = Escaped(pattern_[at_++]);
      if (escaped.size() != 1) {
        *all += escaped;
        return;
      }
      c = escaped[0];
    }
    if (Peek() != '-' || at_ + 1 >= pattern_.size() ||
        pattern_[at_ + 1] == ']') {
      *all += c;
      return;
    }
    ++at_;
    char last = pattern_[at_++];
    if (last == '\\' && !AtEnd()) last = pattern_[at_++];
    for (int each = static_cast<unsigned char>(c);
         each <= static_cast<unsigned char>(last); ++each) {
      *all += static_cast<char>(each);
    }
  }

  void Class(std::string* out) {
    const bool negated = Peek() == '^';
    if (negated) ++at_;
    std::string all;
    for (bool first = true; !AtEnd() && (first || Peek() != ']');
         first = false) {
      ItemOfClass(&all);
    }
    ++at_;
    if (negated) {
      std::string others;
      for (char c : absl::string_view("abcxyzABCXYZ0123456789-_.")) {
        if (all.find(c) == all.npos) others += c;
      }
      all = others;
    }
    if (all.empty() || failed_) {
      failed_ = true;
      return;
    }
    *out += all[random_->Below(all.size())];
  }

  absl::string_view pattern_;
  int most_;
  Random* random_;
  size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<std::string> RandomMatch(absl::string_view pattern, int most,
                                       Random* random) {
  return PatternWalk(pattern, most, random).Run();
}

}  // namespace loom
