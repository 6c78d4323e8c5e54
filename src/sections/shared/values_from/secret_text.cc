// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/values_from/secret_text.h"

#include "crossplane/kinds/provider_object.h"
#include "crossplane/objects/object.h"

namespace loom {
namespace {

constexpr struct {
  absl::string_view name;
  Decoding decoding;
} kDecodings[] = {{"Auto", Decoding::kAuto},
                  {"None", Decoding::kNone},
                  {"Base64", Decoding::kBase64}};

bool IsSecret(const Value& object) {
  return ApiVersion(object) == "v1" && Kind(object) == "Secret";
}

// Whether the segments begin with these fields, and how many follow.
bool Below(const std::vector<Segment>& segments,
           std::initializer_list<absl::string_view> fields, size_t* more) {
  if (segments.size() < fields.size()) return false;
  auto segment = segments.begin();
  for (absl::string_view field : fields) {
    if (segment->is_index || segment->field != field) return false;
    ++segment;
  }
  *more = size_t(segments.end() - segment);
  return true;
}

}  // namespace

Decoding ParseDecoding(Fields& fields) {
  const auto* row = fields.Choice("decode", kDecodings, &kDecodings[0]);
  return row == nullptr ? Decoding::kAuto : row->decoding;
}

bool IsSecretData(const Value& target, const Path& path) {
  size_t more = 0;
  if (IsSecret(target)) return Below(path.segments(), {"data"}, &more);
  const Value* manifest = ManifestOf(target);
  return manifest != nullptr && IsSecret(*manifest) &&
         Below(path.segments(), {"spec", "forProvider", "manifest", "data"},
               &more);
}

bool IsEncoded(const Value& object, const Path& path) {
  size_t more = 0;
  return IsSecret(object) && Below(path.segments(), {"data"}, &more) &&
         more == 1;
}

}  // namespace loom
