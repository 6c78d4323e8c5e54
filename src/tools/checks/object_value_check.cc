// SPDX-License-Identifier: Apache-2.0
// Values of Kubernetes' own kinds that the API server takes for something else than the
// author meant, and some that it refuses although the schema allows them.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "base/strings.h"
#include "crossplane/kinds/builtin_kinds.h"
#include "crossplane/objects/object.h"
#include "data/go/quantity.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/expression_reads.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/pod_template.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {
namespace {

// Maps of quantities.
constexpr absl::string_view kAmounts[] = {
    "capacity", "default", "defaultRequest", "hard",
    "limits",   "max",     "requests"};

constexpr double kLeastBytes = 1 << 20;

// Whether a quantity of this name is a number of bytes.
bool CountsBytes(absl::string_view name) {
  return absl::EndsWith(name, "memory") || absl::EndsWith(name, "storage") ||
         name == "sizeLimit";
}

// Whether objects of the kind have pods, or are about their amounts.
bool HasAmounts(const Value& object) {
  if (PodTemplateOf(object).has_value()) return true;
  constexpr absl::string_view kKinds[] = {"LimitRange", "PersistentVolume",
                                          "PersistentVolumeClaim",
                                          "ResourceQuota"};
  return GroupOf(ApiVersion(object)).empty() &&
         absl::c_linear_search(kKinds, Kind(object));
}

bool IsAmount(absl::Span<const Segment> path) {
  if (path.empty() || path.back().is_index) return false;
  if (path.back().field == "sizeLimit") return true;
  return path.size() > 1 && !path[path.size() - 2].is_index &&
         absl::c_linear_search(kAmounts, path[path.size() - 2].field);
}

bool IsRole(const Value& object) {
  return GroupOf(ApiVersion(object)) == "rbac.authorization.k8s.io" &&
         (Kind(object) == "Role" || Kind(object) == "ClusterRole");
}

// "" is the core group, which has no other name.
std::string QuotedGroup(absl::string_view group) {
  return group.empty() ? "\"\", the core group" : std::string(group);
}

bool IsVersionOfKubernetes(absl::string_view text) {
  return absl::c_any_of(BuiltinKinds(), [text](const BuiltinKind& each) {
    return absl::c_linear_search(BuiltinVersions(each.group), text);
  });
}

class ValueCheck {
 public:
  ValueCheck(const LintInput& input, const TemplateTypes& types,
             LintFindings* findings)
      : input_(input), types_(types), findings_(findings) {}

  void Check(const LintResource& resource, const LintObject& object) {
    resource_ = &resource;
    object_ = &object;
    if (HasAmounts(*object.value)) {
      std::vector<Segment> path;
      Walk(*object.value, &path);
      for (const LintPatch& patch : resource.patches) CheckPatch(patch);
    }
    if (IsRole(*object.value)) CheckRole();
    CheckRestartPolicy();
  }

 private:
  void Add(absl::Span<const Segment> path, absl::string_view message,
           absl::string_view help, bool mild,
           YamlPart part = YamlPart::kValue) {
    findings_->Add("object/value", *input_.document,
                   input_.At(absl::StrCat(object_->place, ".", ToString(path))),
                   message, help, part);
    findings_->all().back().mild = mild;
  }

  bool IsWritten(absl::Span<const Segment> path) const {
    return IsPatched(*resource_, PathJoined(object_->above, path));
  }

  void Walk(const Value& value, std::vector<Segment>* path) {
    if (value.IsArray()) {
      for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
        path->push_back(Segment::Index(i));
        Walk(ItemAt(value, i), path);
        path->pop_back();
      }
    }
    if (!value.IsObject()) return;
    for (const Member& each : Members(value)) {
      path->push_back(Segment::Field(View(each.name)));
      if (IsAmount(*path)) {
        CheckAmount(each.value, *path);
      } else if (View(each.name) == "defaultMode" ||
                 View(each.name) == "mode") {
        CheckMode(each.value, *path);
      } else {
        Walk(each.value, path);
      }
      path->pop_back();
    }
  }

  void CheckAmount(const Value& value, absl::Span<const Segment> path) {
    const std::string text = ScalarText(&value);
    if (text.empty() || value.IsBool() || IsWritten(path)) return;
    const absl::string_view name = path.back().field;
    const auto amount = ParseQuantity(text);
    if (!amount.ok()) return CheckUnit(text, path);
    if (name == "cpu" && absl::EndsWith(text, "i")) {
      return Add(path, absl::StrCat(text, " is a number of bytes, not of CPUs"),
                 "write 500m for half a CPU", true);
    }
    if (!CountsBytes(name) || *amount <= 0 || *amount >= kLeastBytes) return;
    absl::string_view digits = text;
    const absl::string_view unit =
        absl::EndsWith(name, "storage") ? "Gi" : "Mi";
    if (absl::ConsumeSuffix(&digits, "m")) {
      Add(path,
          absl::StrCat(text, " is ", *amount, " bytes, because m means milli"),
          absl::StrCat("write ", digits, "Mi"), false);
    } else if (absl::c_all_of(text, absl::ascii_isdigit)) {
      Add(path,
          absl::StrCat("a number without a unit is a number of bytes, so this "
                       "is ",
                       text, *amount == 1 ? " byte" : " bytes"),
          absl::StrCat("write the unit, for example ", text, unit), true);
    }
  }

  // A text that is no quantity.
  void CheckUnit(const std::string& text, absl::Span<const Segment> path) {
    constexpr std::pair<absl::string_view, absl::string_view> kUnits[] = {
        {"KB", "k"},   {"MB", "M"},   {"GB", "G"},   {"TB", "T"},
        {"KiB", "Ki"}, {"MiB", "Mi"}, {"GiB", "Gi"}, {"TiB", "Ti"},
        {"kb", "k"},   {"mb", "M"},   {"gb", "G"},   {"tb", "T"},
        {"K", "k"},    {"mi", "Mi"},  {"gi", "Gi"},  {"ki", "Ki"}};
    std::string help = "write a number and a unit, for example 512Mi or 500m";
    for (const auto& [wrong, right] : kUnits) {
      absl::string_view number = text;
      if (!absl::ConsumeSuffix(&number, wrong)) continue;
      number = absl::StripTrailingAsciiWhitespace(number);
      const std::string meant = absl::StrCat(number, right);
      if (!ParseQuantity(meant).ok()) continue;
      help = MeantHelp(meant);
      break;
    }
    Add(path,
        absl::StrCat(text, " is not a quantity, so the API server refuses it"),
        help, false);
  }

  // A mode is a number, whose digits are octal only after a zero.
  void CheckMode(const Value& value, absl::Span<const Segment> path) {
    if (!value.IsInt() || IsWritten(path)) return;
    const int mode = value.GetInt();
    constexpr int kLikeOctal[] = {400, 440, 444, 500};
    const bool is_refused = mode > 0777;
    if (!is_refused && !absl::c_linear_search(kLikeOctal, mode)) return;
    const std::string digits = absl::StrCat(mode);
    const bool is_octal =
        digits.size() == 3 &&
        absl::c_all_of(digits, [](char c) { return c < '8'; });
    Add(path,
        absl::StrFormat("%d is decimal, which is 0%o in octal%s", mode, mode,
                        is_refused ? ", so the API server refuses it" : ""),
        is_octal ? absl::StrCat("write 0", digits)
                 : "write it in octal, for example 0644",
        !is_refused);
  }

  // A patch that writes an integer of the composite as a number of bytes.
  void CheckPatch(const LintPatch& patch) {
    if (patch.type->to != Endpoint::kDesiredComposed) return;
    const std::vector<Segment>& to = patch.to.segments();
    const size_t above = object_->above.size();
    if (to.size() <= above ||
        !std::equal(object_->above.begin(), object_->above.end(), to.begin())) {
      return;
    }
    const absl::Span<const Segment> path =
        absl::MakeConstSpan(to).subspan(above);
    if (!IsAmount(path) || !CountsBytes(path.back().field)) return;
    const std::optional<std::vector<Segment>> from = IntegerOf(patch);
    if (!from.has_value() || MayBeBytes(*from)) return;
    const std::string field = absl::AsciiStrToLower(from->back().field);
    const bool is_mega =
        absl::StrContains(field, "mb") || absl::StrContains(field, "mi");
    const absl::string_view unit = is_mega ? "Mi" : "Gi";
    findings_->Add("object/value", *input_.document, input_.At(patch.ToPlace()),
                   "a number without a unit is a number of bytes",
                   patch.inlined.empty()
                       ? absl::StrCat("add a transform: {type: string, string: "
                                      "{type: Format, fmt: \"%d",
                                      unit, "\"}}")
                       : absl::StrCat("write ${", patch.inlined[0], "}", unit));
    findings_->all().back().mild = true;
  }

  // Returns the integer field of the composite that a patch copies as it is.
  std::optional<std::vector<Segment>> IntegerOf(const LintPatch& patch) const {
    std::vector<Segment> from;
    if (patch.type->form == PatchForm::kExpression) {
      const auto read =
          OnlyReadOf(ScalarText(Find(*patch.value, "expression")));
      if (!read.has_value() || read->name != "composite" || read->is_open) {
        return std::nullopt;
      }
      from = read->path;
    } else if (patch.type->form == PatchForm::kCopy &&
               patch.type->from == Endpoint::kObservedComposite) {
      from = patch.from.segments();
    }
    if (from.empty() || !ItemsAt(*patch.value, {"transforms"}).empty() ||
        TypeAt(types_.composite().schema, from) != "integer") {
      return std::nullopt;
    }
    return from;
  }

  // Whether the values of a field may be that large.
  bool MayBeBytes(absl::Span<const Segment> from) const {
    if (absl::StrContains(absl::AsciiStrToLower(from.back().field), "byte"))
      return true;
    const SchemaPlace place = FollowPath(*types_.composite().schema, from);
    if (place.schema == nullptr) return false;
    for (absl::string_view limit : {"default", "minimum", "example"}) {
      const Value* number = Find(*place.schema, limit);
      if (number != nullptr && number->IsNumber() &&
          number->GetDouble() >= kLeastBytes) {
        return true;
      }
    }
    const absl::Span<const Value> allowed = ItemsAt(*place.schema, {"enum"});
    return absl::c_any_of(allowed, [](const Value& each) {
      return each.IsNumber() && each.GetDouble() >= kLeastBytes;
    });
  }

  // The pods of a job end, and those of a workload do not.
  void CheckRestartPolicy() {
    const Value& object = *object_->value;
    const auto pod = PodTemplateOf(object);
    if (!pod.has_value() || pod->empty()) return;
    const std::vector<Segment> spec = PathBelow(*pod, {"spec"});
    const std::vector<Segment> path = PathBelow(spec, {"restartPolicy"});
    const Value* pods = ValueAt(object, spec);
    if (pods == nullptr || !pods->IsObject() || IsWritten(path)) return;
    const std::string policy = ScalarText(Find(*pods, "restartPolicy"));
    const bool ends = GroupOf(ApiVersion(object)) == "batch";
    // What has no containers is a part of an object that exists.
    if (ends && policy.empty() && !ItemsAt(*pods, {"containers"}).empty() &&
        Find(*input_.value, "overlays") == nullptr) {
      Add(spec,
          absl::StrCat("the pods of a ", Kind(object),
                       " have no restartPolicy, and the API server refuses the "
                       "default, Always"),
          "write restartPolicy: OnFailure, or Never", false, YamlPart::kKey);
    } else if (ends ? policy == "Always"
                    : policy == "Never" || policy == "OnFailure") {
      Add(path,
          absl::StrCat("the API server refuses ", policy, " for the pods of a ",
                       Kind(object)),
          ends ? "write OnFailure or Never"
               : "leave it out: these pods always restart",
          false);
    }
  }

  void CheckRole() {
    const absl::Span<const Value> rules = ItemsAt(*object_->value, {"rules"});
    for (uint32_t i = 0; i < rules.size(); ++i) {
      std::vector<Segment> path = PathBelow({}, {"rules"});
      path.push_back(Segment::Index(i));
      const absl::Span<const Value> resources =
          ItemsAt(rules[i], {"resources"});
      const std::vector<std::string> groups =
          CheckGroups(ItemsAt(rules[i], {"apiGroups"}), resources,
                      PathBelow(path, {"apiGroups"}));
      // What other groups have is not known.
      if (groups.empty() || !absl::c_all_of(groups, IsOfKubernetes)) continue;
      for (uint32_t k = 0; k < resources.size(); ++k) {
        std::vector<Segment> place = PathBelow(path, {"resources"});
        place.push_back(Segment::Index(k));
        if (!IsWritten(place)) {
          CheckResource(ScalarText(&resources[k]), groups, place);
        }
      }
    }
  }

  // Returns the groups, and those that are meant by what is none.
  std::vector<std::string> CheckGroups(absl::Span<const Value> groups,
                                       absl::Span<const Value> resources,
                                       absl::Span<const Segment> path) {
    std::vector<std::string> meant;
    for (uint32_t i = 0; i < groups.size(); ++i) {
      std::vector<Segment> place(path.begin(), path.end());
      place.push_back(Segment::Index(i));
      const std::string group = ScalarText(&groups[i]);
      // A pattern is not a group, and neither is what is not known yet.
      if (group == "*" || IsWritten(place)) return {};
      const bool has_slash = absl::StrContains(group, '/');
      if (!has_slash && group != "core" && !IsVersionOfKubernetes(group)) {
        meant.push_back(group);
        continue;
      }
      meant.push_back(has_slash ? group.substr(0, group.find('/'))
                                : GroupOfResources(resources));
      Add(place,
          absl::StrCat(group, has_slash ? " is an apiVersion, not a group"
                              : group == "core"
                                  ? " is not the name of the core group"
                                  : " is a version, not a group"),
          absl::StrCat("write ", QuotedGroup(meant.back())), false);
    }
    return meant;
  }

  static std::string GroupOfResources(absl::Span<const Value> resources) {
    for (const Value& each : resources) {
      const std::string name = ScalarText(&each);
      for (const BuiltinKind& kind : BuiltinKinds()) {
        if (kind.resource == name) return std::string(kind.group);
      }
    }
    return "";
  }

  void CheckResource(const std::string& text,
                     const std::vector<std::string>& groups,
                     absl::Span<const Segment> path) {
    const std::string name = text.substr(0, text.find('/'));
    const std::string lower = absl::AsciiStrToLower(name);
    const BuiltinKind* meant = nullptr;
    for (const BuiltinKind& each : BuiltinKinds()) {
      if (!absl::c_linear_search(groups, each.group)) continue;
      if (each.resource == name) return;
      if (each.resource == lower || absl::AsciiStrToLower(each.kind) == lower) {
        meant = &each;
      }
    }
    if (meant == nullptr) return;
    Add(path,
        absl::StrCat("no resource is called ", name,
                     ", so the rule grants nothing for it: names of resources "
                     "are plural and in lower case"),
        MeantHelp(absl::StrCat(meant->resource, text.substr(name.size()))),
        false);
    findings_->Replace(*input_.document, name, meant->resource);
  }

  const LintInput& input_;
  const TemplateTypes& types_;
  LintFindings* findings_;
  const LintResource* resource_ = nullptr;
  const LintObject* object_ = nullptr;
};

}  // namespace

void CheckValues(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const TemplateTypes types(corpus, pipeline);
    for (const LintInput* input : pipeline.inputs) {
      ValueCheck check(*input, types, findings);
      for (const LintResource& resource : ResourcesOf(*input)) {
        for (const LintObject& object : ObjectsOf(resource)) {
          check.Check(resource, object);
        }
      }
    }
  }
}

}  // namespace loom
