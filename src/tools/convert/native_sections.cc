// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/native_sections.h"

#include <iterator>

#include "absl/strings/str_cat.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "tools/convert/native_steps.h"
#include "tools/convert/resources_mode.h"
#include "tools/yaml/block_style.h"

namespace loom {
namespace {

constexpr absl::string_view kEnvironmentVersion =
    "environmentconfigs.fn.crossplane.io/v1beta1";
constexpr absl::string_view kPatchVersion = "pt.fn.crossplane.io/v1beta1";

class SectionConverter {
 public:
  SectionConverter(const std::string& function, YamlEdit* edit)
      : function_(function),
        edit_(*edit),
        spec_(*edit->ValueAt({"spec"})),
        style_(BlockStyleOf(edit->nodes(), edit->layout(), *edit->NodeAt({}))) {
  }

  void ToNative(const std::string& step) {
    const YamlEdit::Place place = Start();
    edit_.Rename({"spec", "environment", "environmentConfigs"}, "configs");
    edit_.Write(place, absl::StrCat(PipelineKey(),
                                    Header(step, kNativeVersion, "Input")));
    MoveSections(InputOf(place, 0));
  }

  void ToDropIn() {
    const YamlEdit::Place configs = Start();
    const YamlEdit::Place patches = BeforeSections();
    edit_.Write(configs, PipelineKey());
    const Value* environment = Find(spec_, "environment");
    if (environment == nullptr || !environment->IsObject()) {
      WriteStep(patches, Header("patch", kPatchVersion, "Resources"));
      return MoveSections(InputOf(patches, 0));
    }
    const bool has_patches = Find(*environment, "patches") != nullptr;
    const bool has_configs = environment->MemberCount() > (has_patches ? 1 : 0);
    const YamlEdit::Place input = InputOf(patches, has_configs ? 1 : 0);
    if (has_configs) {
      WriteStep(configs, absl::StrCat(Header("environment", kEnvironmentVersion,
                                             "Input"),
                                      Margin(input_), "spec:\n"));
    }
    WriteStep(patches, Header("patch", kPatchVersion, "Resources"));
    if (has_patches) {
      edit_.Write(input, absl::StrCat(Margin(input_), "environment:\n"));
    }
    edit_.IfStuck({{"spec", "environment"},
                   "environment has to be split, but is in flow style"});
    for (const Member& field : Members(*environment)) {
      const std::string name(View(field.name));
      edit_.Move({"spec", "environment", name},
                 name == "patches" ? Inside(input, "environment")
                                   : Inside(InputOf(configs, 0), "spec"));
    }
    edit_.Dissolve({"spec", "environment"}, input);
    MoveSections(input, /*except=*/"environment");
  }

 private:
  // Writes the mode, and returns where the pipeline begins.
  YamlEdit::Place Start() {
    edit_.IfStuck({{"spec"}, "spec has to be split, but is in flow style"});
    const YamlEdit::Place place = BeforeSections();
    edit_.Need(place);
    dash_ = place.column + style_.list;
    input_ = dash_ + 2 + style_.map;
    column_ = place.column;
    if (Find(spec_, "mode") != nullptr) {
      edit_.IfStuck({{"spec", "mode"}, "mode is not a plain string here"});
      edit_.ReplaceScalar({"spec", "mode"}, "Pipeline");
    }
    return place;
  }

  YamlEdit::Place BeforeSections() {
    return edit_.Before({"spec"}, {std::begin(kSections), std::end(kSections)});
  }

  static std::string Margin(size_t column) { return std::string(column, ' '); }

  std::string PipelineKey() const {
    const std::string margin = Margin(column_);
    const bool has_mode = Find(spec_, "mode") != nullptr;
    return absl::StrCat(
        has_mode ? "" : absl::StrCat(margin, "mode: Pipeline\n"), margin,
        "pipeline:\n");
  }

  // The lines of a step above the sections of its input.
  std::string Header(absl::string_view step, absl::string_view version,
                     absl::string_view kind) const {
    const std::string field = Margin(dash_ + 2);
    const std::string input = Margin(input_);
    return absl::StrCat(
        Margin(dash_), "- step: ", ScalarYaml(std::string(step)), "\n", field,
        "functionRef:\n", input, "name: ", ScalarYaml(function_), "\n", field,
        "input:\n", input, "apiVersion: ", version, "\n", input, "kind: ", kind,
        "\n");
  }

  void WriteStep(YamlEdit::Place place, const std::string& lines) {
    place.below = {"pipeline"};
    edit_.Write(place, lines);
  }

  // The end of the input of a step that was written at the place.
  YamlEdit::Place InputOf(const YamlEdit::Place& place, size_t step) const {
    return {place.slot, input_, {"pipeline", absl::StrCat(step), "input"}};
  }
  YamlEdit::Place Inside(const YamlEdit::Place& place,
                         const std::string& field) const {
    return {place.slot, place.column + style_.map, Below(place.below, {field})};
  }

  void MoveSections(const YamlEdit::Place& input,
                    absl::string_view except = "") {
    for (const absl::string_view section : kSections) {
      if (section == except || Find(spec_, section) == nullptr) continue;
      edit_.Move({"spec", std::string(section)}, input);
    }
  }

  const std::string& function_;
  YamlEdit& edit_;
  const Value& spec_;
  const BlockStyle style_;
  size_t column_ = 0;  // of the fields of `spec`
  size_t dash_ = 0;    // of the steps
  size_t input_ = 0;   // of the fields of their inputs
};

}  // namespace

void ConvertSections(const std::string& step, const std::string& function,
                     YamlEdit* edit) {
  SectionConverter(function, edit).ToNative(step);
}

void ConvertSectionsToDropIn(const std::string& function, YamlEdit* edit) {
  SectionConverter(function, edit).ToDropIn();
}

}  // namespace loom
