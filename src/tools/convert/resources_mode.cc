// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/resources_mode.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "tools/convert/step_kind.h"

namespace loom {
namespace {

// What a missing `type` was understood as: the first of these members that is
// there says it.
struct Implied {
  absl::string_view member;
  absl::string_view type;
};
constexpr Implied kMathTypes[] = {{"multiply", "Multiply"},
                                  {"clampMin", "ClampMin"},
                                  {"clampMax", "ClampMax"}};
constexpr Implied kStringTypes[] = {
    {"fmt", "Format"}, {"convert", "Convert"}, {"regexp", "Regexp"}};
constexpr Implied kDetailTypes[] = {
    {"fromConnectionSecretKey", "FromConnectionSecretKey"},
    {"fromFieldPath", "FromFieldPath"},
    {"value", "FromValue"}};

// mergeOptions: keepMapValues, appendSlice.
constexpr absl::string_view kToFieldPath[2][2] = {
    {"ForceMergeObjects", "ForceMergeObjectsAppendArrays"},
    {"MergeObjects", "MergeObjectsAppendArrays"}};

class Reader {
 public:
  Reader(const Value& composition, bool name_unnamed)
      : spec_(*Find(composition, "spec")), name_unnamed_(name_unnamed) {}

  ResourcesMode Read() && {
    if (MemberOf(&spec_, "functions") != nullptr) {
      Refuse({"spec", "functions"},
             "alpha functions ran only in Crossplane before 1.14; make them "
             "steps of a pipeline first");
    }
    const Value* environment = MemberOf(&spec_, "environment");
    if (MemberOf(MemberOf(environment, "policy"), "resolve") != nullptr) {
      Refuse({"spec", "environment", "policy", "resolve"},
             "no function has policy.resolve: configs are selected on every "
             "call; remove it if that is acceptable");
    }
    Patches(environment, {"spec", "environment"});
    Each(MemberOf(&spec_, "patchSets"), {"spec", "patchSets"},
         [this](const Value& set, const NodePath& path) {
           Patches(&set, path);
         });
    Each(MemberOf(&spec_, "resources"), {"spec", "resources"},
         [this](const Value& resource, const NodePath& path) {
           Resource(resource, path);
         });
    return std::move(mode_);
  }

 private:
  template <typename Visit>
  void Each(const Value* list, const NodePath& path, Visit visit) {
    if (list == nullptr || !list->IsArray()) return;
    for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
      visit(ItemAt(*list, i), Below(path, {absl::StrCat(i)}));
    }
  }

  void Refuse(NodePath path, std::string why, std::string help = "") {
    mode_.remarks.refusals.push_back(
        {std::move(path), std::move(why), std::move(help)});
  }
  void FillIn(const NodePath& path, std::string name, absl::string_view value) {
    mode_.fills.push_back({path, std::move(name), std::string(value)});
  }

  void Resource(const Value& resource, const NodePath& path) {
    if (ScalarMember(&resource, "name").empty()) {
      if (name_unnamed_) {
        FillIn(path, "name", absl::StrCat("resource-", path.back()));
      } else {
        Refuse(
            path,
            "the resource has no name; Crossplane would orphan the existing "
            "resource and recreate it",
            "name it in this Composition, apply, wait, convert again; or pass "
            "--name-unnamed if no composite resource exists");
      }
    }
    Patches(&resource, path);
    Each(MemberOf(&resource, "connectionDetails"),
         Below(path, {"connectionDetails"}),
         [this](const Value& detail, const NodePath& at) {
           Detail(detail, at);
         });
  }

  void Patches(const Value* owner, const NodePath& path) {
    Each(MemberOf(owner, "patches"), Below(path, {"patches"}),
         [this](const Value& patch, const NodePath& at) { Patch(patch, at); });
  }

  void Patch(const Value& patch, const NodePath& path) {
    if (patch.IsObject() && ScalarMember(&patch, "type").empty()) {
      FillIn(path, "type", "FromCompositeFieldPath");
    }
    Each(MemberOf(&patch, "transforms"), Below(path, {"transforms"}),
         [this](const Value& transform, const NodePath& at) {
           Imply(MemberOf(&transform, "string"), Below(at, {"string"}),
                 kStringTypes);
           Imply(MemberOf(&transform, "math"), Below(at, {"math"}), kMathTypes);
         });
    const Value* policy = MemberOf(&patch, "policy");
    if (ScalarMember(policy, "fromFieldPath") == "Required") {
      mode_.remarks.notes.push_back(
          {Below(path, {"policy", "fromFieldPath"}),
           "while a Required source is missing, the resource is withheld; "
           "before, it was an error for the whole composite resource"});
    }
    if (auto fill = ToFieldPathOf(patch, path)) {
      mode_.fills.push_back(*std::move(fill));
    }
  }

  template <size_t kSize>
  void Imply(const Value* block, const NodePath& path,
             const Implied (&types)[kSize]) {
    if (block == nullptr || !block->IsObject()) return;
    if (!ScalarMember(block, "type").empty()) return;
    for (const Implied& implied : types) {
      if (Find(*block, implied.member) == nullptr) continue;
      return FillIn(path, "type", implied.type);
    }
  }

  void Detail(const Value& detail, const NodePath& path) {
    Imply(&detail, path, kDetailTypes);
    std::string key = ScalarMember(&detail, "fromConnectionSecretKey");
    if (!ScalarMember(&detail, "name").empty()) return;
    if (!key.empty()) return FillIn(path, "name", ScalarYaml(key));
    Refuse(path,
           "the connection detail has neither a name nor a secret key to take "
           "it from");
  }

  const Value& spec_;
  const bool name_unnamed_;
  ResourcesMode mode_;
};

}  // namespace

std::optional<Fill> ToFieldPathOf(const Value& patch, const NodePath& path) {
  const Value* options = MemberOf(MemberOf(&patch, "policy"), "mergeOptions");
  if (options == nullptr) return std::nullopt;
  const bool keeps = IsTrue(MemberOf(options, "keepMapValues"));
  const bool appends = IsTrue(MemberOf(options, "appendSlice"));
  return Fill{Below(path, {"policy"}), "toFieldPath",
              std::string(kToFieldPath[keeps][appends]), "mergeOptions"};
}

bool IsResourcesMode(const Value& composition) {
  const Value* spec = MemberOf(&composition, "spec");
  std::string mode = ScalarMember(spec, "mode");
  if (mode == "Resources") return true;
  return mode.empty() && MemberOf(spec, "pipeline") == nullptr &&
         MemberOf(spec, "resources") != nullptr;
}

ResourcesMode ReadResourcesMode(const Value& composition, bool name_unnamed) {
  return Reader(composition, name_unnamed).Read();
}

}  // namespace loom
