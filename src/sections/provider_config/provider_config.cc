// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/provider_config.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "language/input/fields.h"

namespace loom {
namespace {

// A row of a table of choices, of which the first is the default.
template <typename T>
struct Row {
  absl::string_view name;
  T value;
};

template <typename T, size_t kCount>
T Chosen(Fields& fields, absl::string_view member,
         const Row<T> (&rows)[kCount]) {
  const Row<T>* row = fields.Choice(member, rows, &rows[0]);
  return row == nullptr ? rows[0].value : row->value;
}

constexpr Row<Detection> kDetections[] = {{"Auto", Detection::kAuto},
                                          {"Schema", Detection::kSchema},
                                          {"All", Detection::kAll}};
constexpr Row<NestedMode> kNestedModes[] = {
    {"LabelOnly", NestedMode::kLabelOnly},
    {"Ignore", NestedMode::kIgnore},
    {"Inject", NestedMode::kInject}};
constexpr Row<IgnoreMatch> kIgnoreMatches[] = {{"Exists", IgnoreMatch::kExists},
                                               {"True", IgnoreMatch::kTrue}};
constexpr Row<InjectionPolicy> kPolicies[] = {
    {"Override", InjectionPolicy::kOverride},
    {"IfNotPresent", InjectionPolicy::kIfNotPresent}};
constexpr Row<PropagateLabel> kPropagations[] = {
    {"Injected", PropagateLabel::kInjected},
    {"All", PropagateLabel::kAll},
    {"Never", PropagateLabel::kNever}};
constexpr Row<RefKind> kRefKinds[] = {
    {"Auto", RefKind::kAuto},
    {"ProviderConfig", RefKind::kProviderConfig},
    {"ClusterProviderConfig", RefKind::kClusterProviderConfig},
    {"None", RefKind::kNone}};

void ReadKey(Fields& fields, absl::string_view member, std::string* key) {
  auto text = fields.String(member);
  if (!text) return;
  if (text->empty()) fields.at().Invalid(member, "must not be empty");
  *key = std::string(*text);
}

std::vector<std::string> Texts(Fields& fields, absl::string_view member) {
  std::vector<std::string> texts;
  for (const Input& element : fields.List(member)) {
    if (element.value().IsString()) {
      texts.emplace_back(View(element.value()));
    } else {
      element.Problem(absl::StrCat("Invalid value: expected a string, got ",
                                   KindName(element.value())),
                      ProblemKind::kType);
    }
  }
  return texts;
}

// {fieldPath: …}
Path PathOf(const Input& source) {
  Fields fields(source);
  absl::string_view text = fields.Required("fieldPath");
  fields.Done();
  absl::StatusOr<Path> path = Path::Parse(text);
  if (path.ok()) return *std::move(path);
  source.Invalid("fieldPath", absl::string_view(path.status().message()),
                 ProblemKind::kPath);
  return Path();
}

Fallback ParseFallback(const Input& input) {
  Fallback fallback;
  Fields fields(input);
  int sources = 0;
  if (auto composite = fields.Object("composite")) {
    fallback = {Fallback::From::kComposite, PathOf(*composite)};
    ++sources;
  }
  if (auto environment = fields.Object("environment")) {
    fallback = {Fallback::From::kEnvironment, PathOf(*environment)};
    ++sources;
  }
  if (auto claim = fields.Bool("claimNamespace")) {
    if (!*claim) input.Invalid("claimNamespace", "expected true");
    fallback = {Fallback::From::kClaimNamespace, Path()};
    ++sources;
  }
  fields.Done();
  if (sources != 1) {
    input.Problem(
        "Required value: exactly one of composite, environment and "
        "claimNamespace is required",
        ProblemKind::kMissing);
  }
  return fallback;
}

void ParseTargets(const Input& input, ProviderConfig* config) {
  Fields fields(input);
  config->detection = Chosen(fields, "detection", kDetections);
  for (const Input& selector : fields.List("include")) {
    config->include.push_back(Selector::Parse(selector));
  }
  for (const Input& selector : fields.List("exclude")) {
    config->exclude.push_back(Selector::Parse(selector));
  }
  fields.Done();
}

void ParseNested(const Input& input, ProviderConfig* config) {
  Fields fields(input);
  config->nested_mode = Chosen(fields, "mode", kNestedModes);
  for (const Input& kind : fields.List("kinds")) {
    config->nested_kinds.push_back(Selector::ParseKind(kind));
  }
  config->copied_labels = Texts(fields, "copyLabels");
  fields.Done();
}

void ParseKeys(Fields& fields, ProviderConfig* config) {
  config->label_key =
      std::string(fields.String("labelKey").value_or(config->label_key));
  ReadKey(fields, "kindLabelKey", &config->kind_label_key);
  ReadKey(fields, "ignoreLabelKey", &config->ignore_label_key);
  if (config->ignore_label_key == config->label_key) {
    fields.at().Invalid("ignoreLabelKey", "must differ from labelKey");
  }
  if (config->kind_label_key == config->label_key ||
      config->kind_label_key == config->ignore_label_key) {
    fields.at().Invalid("kindLabelKey",
                        "must differ from labelKey and ignoreLabelKey");
  }
}

}  // namespace

ProviderConfig ProviderConfig::Parse(const Input& section, Fields& root) {
  ProviderConfig config;
  Fields fields(section);
  ParseKeys(fields, &config);
  config.ignore_match = Chosen(fields, "ignoreMatch", kIgnoreMatches);
  if (fields.Has("noopValues")) {
    config.noop_values = Texts(fields, "noopValues");
  }
  config.allowed = Texts(fields, "allow");
  config.required = fields.Bool("required").value_or(false);
  for (const Input& fallback : fields.List("from")) {
    config.fallbacks.push_back(ParseFallback(fallback));
  }
  config.policy = Chosen(fields, "policy", kPolicies);
  config.propagate_label = Chosen(fields, "propagateLabel", kPropagations);
  config.kind = Chosen(fields, "kind", kRefKinds);
  if (auto targets = fields.Object("targets")) ParseTargets(*targets, &config);
  if (auto nested = fields.Object("nestedComposites")) {
    ParseNested(*nested, &config);
  }
  if (auto map = fields.Object("map")) config.names = NameMap::Parse(*map);
  for (const Input& rule : fields.List("fieldPaths")) {
    config.field_rules.push_back(FieldRule::Parse(rule));
  }
  if (auto validate = fields.Object("validate")) {
    config.validation = Validation::Parse(*validate, root);
  }
  fields.Done();
  return config;
}

}  // namespace loom
