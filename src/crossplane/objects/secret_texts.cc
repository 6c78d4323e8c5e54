// SPDX-License-Identifier: Apache-2.0
// All parts of eight bytes of all values are in a hash table, so a string is searched for
// all of them at once. In base64, what a byte becomes depends on its position modulo
// three, so a value has three forms there.
#include "crossplane/objects/secret_texts.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"
#include "data/value/utf8.h"

namespace loom {
namespace {

// A shorter value occurs in other strings by chance.
constexpr size_t kDistinct = 4;
// The size of a part.
constexpr size_t kPart = sizeof(uint64_t);
// How often a value may be encoded.
constexpr int kNested = 3;

// What many values have in common. None of their parts is secret.
constexpr absl::string_view kCommon[] = {
    "https://",           "http://localhost",  "postgres://",
    "postgresql://",      "mysql://",          "mongodb://",
    "mongodb+srv://",     "rediss://",         "redis://",
    "jdbc:postgresql://", "jdbc:mysql://",     "amqps://",
    ".svc.cluster.local", "-----BEGIN ",       "-----END ",
    " PRIVATE KEY-----",  " CERTIFICATE-----", "apiVersion: v1",
    "kubernetes",         "localhost"};

// The fields and the words that identify an object or describe its state.
constexpr absl::string_view kIdentifying[] = {
    "apiVersion", "kind",   "name",      "namespace", "uid",  "generateName",
    "type",       "status", "reason",    "severity",  "step", "function",
    "format",     "key",    "matchName", "where"};
constexpr absl::string_view kWords[] = {
    "True",   "False",    "Unknown",   "Ready",      "Synced",
    "Opaque", "Creating", "Available", "in-process", "skipped"};

// Case, and the two alphabets of base64, make no difference.
char Folded(char c) {
  c = absl::ascii_tolower(static_cast<unsigned char>(c));
  return c == '-' ? '+' : c == '_' ? '/' : c;
}

std::string Fold(absl::string_view text) {
  std::string folded(text);
  std::transform(folded.begin(), folded.end(), folded.begin(), Folded);
  return folded;
}

template <typename Visit>
void EachPart(absl::string_view text, const Visit& visit) {
  const std::string folded = Fold(text);
  for (size_t at = 0; at + kPart <= folded.size(); ++at) {
    uint64_t part;
    std::memcpy(&part, folded.data() + at, kPart);
    visit(at, part);
  }
}

// What the bytes are in base64 behind `shift` other bytes, without the letters that
// depend on their neighbors.
std::string InnerBase64(absl::string_view text, size_t shift) {
  std::string form =
      absl::Base64Escape(absl::StrCat(std::string(shift, '\0'), text));
  form.erase(form.find_last_not_of('=') + 1);
  const size_t begin = shift == 0 ? 0 : shift + 1;
  const size_t whole = (shift + text.size()) * 8 / 6;
  return form.substr(std::min(begin, form.size()),
                     whole > begin ? whole - begin : 0);
}

std::string InJson(absl::string_view text) {
  if (!IsUtf8(text)) return "";
  Pool pool;
  const std::string json = CompactJson(Borrow(text)).value_or("\"\"");
  return json.substr(1, json.size() - 2);
}

bool IsCommon(uint64_t part) {
  static const auto& parts = *[] {
    auto* all = new absl::flat_hash_set<uint64_t>;
    for (absl::string_view text : kCommon) {
      EachPart(text, [all](size_t, uint64_t each) { all->insert(each); });
    }
    return all;
  }();
  return parts.contains(part);
}

bool IsSecretKind(const Value& object) {
  const absl::string_view kind = Kind(object);
  return kind == "Secret" || kind == "SecretList";
}

std::string Below(const std::string& path, absl::string_view member) {
  return member.find_first_of(".[]") == member.npos
             ? absl::StrCat(path, path.empty() ? "" : ".", member)
             : absl::StrCat(path, "[", member, "]");
}

}  // namespace

void SecretTexts::Add(absl::string_view text) {
  if (text.empty() || texts_.contains(std::string(text))) return;
  ++values_;
  // Its forms, and about five parts for each byte.
  constexpr size_t kForms = 3, kParts = 5 * 18;
  bytes_ += text.size() * (kForms + kParts);
  texts_.insert(std::string(text));
  texts_.insert(absl::Base64Escape(text));
  AddParts(text);
  for (size_t shift : {0, 1, 2}) AddParts(InnerBase64(text, shift));
  const std::string json = InJson(text);
  if (json.size() > text.size()) {
    texts_.insert(json);
    AddParts(json);
  }
}

void SecretTexts::AddParts(absl::string_view form) {
  EachPart(form, [this](size_t, uint64_t part) {
    if (!IsCommon(part)) parts_.insert(part);
  });
}

void SecretTexts::AddObject(const Value& object) {
  if (object.IsArray()) {
    for (const Value& each : Items(object)) AddObject(each);
  }
  if (!object.IsObject()) return;
  for (const Member& member : Members(object)) AddObject(member.value);
  if (!IsSecretKind(object)) return;
  for (absl::string_view map : {"data", "stringData"}) {
    const Value* texts = Find(object, map);
    if (texts == nullptr || !texts->IsObject()) continue;
    for (const Member& each : Members(*texts)) {
      if (!each.value.IsString()) continue;
      std::string decoded;
      const bool encoded =
          map == "data" && absl::Base64Unescape(View(each.value), &decoded);
      Add(encoded ? absl::string_view(decoded) : View(each.value));
    }
  }
}

void SecretTexts::AddIdentity(const Value& object) {
  identities_.emplace(ApiVersion(object));
  identities_.emplace(Kind(object));
  identities_.emplace(Name(object));
  identities_.emplace(Namespace(object));
  identities_.emplace(Annotation(object, kResourceNameAnnotation).value_or(""));
}

// A value that the author wrote as a whole stays one: only its parts are public.
void SecretTexts::Publish(const Value& tree) {
  if (tree.IsString()) Publish(View(tree));
  if (tree.IsArray()) {
    for (const Value& each : Items(tree)) Publish(each);
  }
  if (!tree.IsObject()) return;
  for (const Member& member : Members(tree)) {
    Publish(View(member.name));
    Publish(member.value);
  }
}

void SecretTexts::Publish(absl::string_view text) {
  EachPart(text, [this](size_t, uint64_t part) { public_parts_.insert(part); });
}

std::vector<bool> SecretTexts::Covered(absl::string_view text) const {
  std::vector<bool> covered(text.size(), false);
  auto cover = [&](size_t at, size_t size) {
    std::fill_n(covered.begin() + std::ptrdiff_t(at), size, true);
  };
  EachPart(text, [&](size_t at, uint64_t part) {
    if (IsPart(part)) cover(at, kPart);
  });
  for (const std::string& secret : texts_) {
    if (text == secret) cover(0, text.size());
    if (secret.size() < kDistinct) continue;
    for (size_t at = text.find(secret); at != text.npos;
         at = text.find(secret, at + 1)) {
      cover(at, secret.size());
    }
  }
  return covered;
}

bool SecretTexts::IsIn(absl::string_view text, int depth) const {
  if (empty() || text.empty()) return false;
  bool found = false;
  EachPart(text, [&](size_t, uint64_t part) { found = found || IsPart(part); });
  if (found) return true;
  for (const std::string& secret : texts_) {
    if (text == secret) return true;
    if (secret.size() >= kDistinct && absl::StrContains(text, secret)) {
      return true;
    }
  }
  std::string decoded;
  return depth < kNested && text.size() >= kPart &&
         (absl::Base64Unescape(text, &decoded) ||
          absl::WebSafeBase64Unescape(text, &decoded)) &&
         IsIn(decoded, depth + 1);
}

bool SecretTexts::Hides(absl::string_view member, const Value& leaf) const {
  if (leaf.IsString()) return Hides(member, View(leaf));
  if (!leaf.IsNumber()) return false;
  std::string digits;
  AppendJsonNumber(leaf, &digits);
  return digits.size() >= kDigits && IsIn(digits);
}

bool SecretTexts::IsPublic(absl::string_view member,
                           absl::string_view text) const {
  const bool identifies =
      identities_.contains(std::string(text)) ||
      std::find(std::begin(kWords), std::end(kWords), text) != std::end(kWords);
  return identifies &&
         (std::find(std::begin(kIdentifying), std::end(kIdentifying), member) !=
              std::end(kIdentifying) ||
          absl::StrContains(member, "crossplane.io/"));
}

void SecretTexts::RedactAt(const std::string& path, absl::string_view member,
                           Value* value, Pool* pool, absl::string_view by,
                           std::vector<std::string>* paths) const {
  if (value->IsArray()) {
    for (rapidjson::SizeType i = 0; i < value->Size(); ++i) {
      RedactAt(absl::StrCat(path, "[", i, "]"), member, &ItemAt(*value, i),
               pool, by, paths);
    }
    return;
  }
  if (value->IsObject()) {
    for (Member& each : Members(*value)) {
      const absl::string_view name = View(each.name);
      RedactAt(Below(path, name), name, &each.value, pool, by, paths);
      if (name.size() < kPart || !IsIn(name)) continue;
      each.name = Text(by, pool);
      paths->push_back(Below(path, by));
    }
    return;
  }
  if (!Hides(member, *value)) return;
  *value = Text(by, pool);
  paths->push_back(path);
}

std::vector<std::string> SecretTexts::Redact(Value* tree, Pool* pool,
                                             absl::string_view by) const {
  std::vector<std::string> paths;
  if (!empty()) RedactAt("", "", tree, pool, by, &paths);
  return paths;
}

std::string SecretTexts::Redacted(absl::string_view text,
                                  absl::string_view by) const {
  if (empty()) return std::string(text);
  const std::vector<bool> covered = Covered(text);
  std::string shown;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!covered[at]) {
      shown.push_back(text[at]);
    } else if (at == 0 || !covered[at - 1]) {
      absl::StrAppend(&shown, by);
    }
  }
  return shown;
}

}  // namespace loom
