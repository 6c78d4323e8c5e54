// SPDX-License-Identifier: Apache-2.0
#include "function/plan/sections.h"

#include "base/limits.h"
#include "sections/conditions/conditions_section.h"
#include "sections/conditions/validations.h"
#include "sections/connection_details/details_section.h"
#include "sections/connection_details/object_details.h"
#include "sections/dependencies/dependencies.h"
#include "sections/dependencies/withdrawal.h"
#include "sections/drop_in/auto_ready/auto_ready.h"
#include "sections/drop_in/sequencer/sequencer.h"
#include "sections/environment/environment.h"
#include "sections/environment/extra_resources.h"
#include "sections/identities/identities.h"
#include "sections/output/step_output.h"
#include "sections/overlays/overlays_section.h"
#include "sections/provider_config/section.h"
#include "sections/readiness/readiness_section.h"
#include "sections/references/references.h"
#include "sections/references/required.h"
#include "sections/removal/removal.h"
#include "sections/resources/templates.h"
#include "sections/shared/patches/environment_patches.h"

namespace loom {
namespace {

constexpr Bound kTemplates{"resources", limits::kTemplates};
constexpr Bound kPatches{
    "environment|patchSets|resources|overlays|writeConnectionSecretToRef."
    "patches",
    limits::kPatches};
// The transforms of patches and connection details, and of the fields from which the
// names, namespaces and labels of objects are read.
constexpr Bound kTransforms{
    "environment|patchSets|resources|overlays|writeConnectionSecretToRef."
    "patches"
    ".transforms "
    "resources.connectionDetails.transforms "
    "connectionDetails.transforms "
    "references|externalValues.transforms "
    "references|externalValues"
    ".fromObject|fromRef.nameFrom|namespaceFrom.transforms "
    "references|externalValues"
    ".fromObject|fromRef.matchLabels.valueFrom.transforms "
    "references|externalValues.variables"
    ".fromObject|fromRef.nameFrom|namespaceFrom.transforms "
    "references|externalValues.variables"
    ".fromObject|fromRef.matchLabels.valueFrom.transforms "
    "references|externalValues.combine.variables"
    ".fromObject|fromRef.nameFrom|namespaceFrom.transforms "
    "references|externalValues.combine.variables"
    ".fromObject|fromRef.matchLabels.valueFrom.transforms "
    "objectConnectionDetails.details.nameFrom|namespaceFrom.transforms "
    "objectConnectionDetails.writeConnectionSecretToRef"
    ".nameFrom|namespaceFrom.transforms",
    limits::kTransforms};

// The table. Add a section here.
constexpr SectionType kSections[] = {
    // ── The native input, in the order of a call ─────────────────────────────
    {.dialect = Dialect::kNative,
     .name = "dependencies",
     .signs = {},
     .bounds = {},
     .parse = Withdrawal::ParseEarly,
     .always = true},
    {.dialect = Dialect::kNative,
     .name = "environment",
     .signs = {"environment.configs", "environment.defaultData"},
     .bounds = {Bound{"environment.configs", limits::kRequirements}},
     .parse = Environment::ParseNative},
    {.dialect = Dialect::kNative,
     .name = "environment",
     .signs = {},
     .bounds = {},
     .parse = EnvironmentPatches::ParseNative},
    {.dialect = Dialect::kNative,
     .name = "required",
     .signs = {"required"},
     .bounds = {Bound{"required", limits::kReferences}},
     .parse = Required::Parse},
    {.dialect = Dialect::kNative,
     .name = "extraResources",
     .signs = {"extraResources"},
     .bounds = {Bound{"extraResources", limits::kRequirements}},
     .parse = ExtraResources::ParseNative},
    {.dialect = Dialect::kNative,
     .name = "references",
     .signs = {"references", "externalValues"},
     .bounds = {Bound{"references", limits::kReferences},
                Bound{"externalValues", limits::kReferences},
                Bound{"kinds", limits::kKinds}},
     .parse = References::ParseEarly},
    {.dialect = Dialect::kNative,
     .name = "validations",
     .signs = {"validations"},
     .bounds = {Bound{"validations", limits::kConditions}},
     .parse = Validations::ParseEarly},
    {.dialect = Dialect::kNative,
     .name = "resources",
     .signs = {},
     .bounds = {kTemplates, kPatches, kTransforms},
     .parse = Templates::ParseNative},
    {.dialect = Dialect::kNative,
     .name = "references",
     .signs = {},
     .bounds = {},
     .parse = References::ParseLate},
    {.dialect = Dialect::kNative,
     .name = "typedReferences",
     .signs = {"typedReferences"},
     .bounds = {Bound{"typedReferences", limits::kReferences}},
     .parse = ListedReferences::ParseTyped},
    {.dialect = Dialect::kNative,
     .name = "externalReferences",
     .signs = {"externalReferences"},
     .bounds = {Bound{"externalReferences", limits::kReferences}},
     .parse = ListedReferences::ParseExternal},
    {.dialect = Dialect::kNative,
     .name = "identities",
     .signs = {"identities"},
     .bounds = {Bound{"identities", limits::kReferences}},
     .parse = Identities::Parse},
    {.dialect = Dialect::kNative,
     .name = "overlays",
     .signs = {"overlays"},
     .bounds = {Bound{"overlays", limits::kOverlays},
                Bound{"overlays.match", limits::kDependencies},
                Bound{"overlays.exclude", limits::kDependencies}},
     .parse = OverlaysSection::Parse},
    {.dialect = Dialect::kNative,
     .name = "dependencies",
     .signs = {"dependencies"},
     .bounds = {Bound{"dependencies", limits::kDependencies},
                Bound{"dependencies.dependsOn", limits::kPrerequisites}},
     .parse = Dependencies::Parse},
    {.dialect = Dialect::kNative,
     .name = "objectConnectionDetails",
     .signs = {"objectConnectionDetails"},
     .bounds = {Bound{"objectConnectionDetails", limits::kTemplates},
                Bound{"objectConnectionDetails.details", limits::kDetails}},
     .parse = ObjectDetails::Parse},
    {.dialect = Dialect::kNative,
     .name = "connectionDetails",
     .signs = {"connectionDetails"},
     .bounds = {Bound{"connectionDetails resources.connectionDetails "
                      "dependencies.dependsOn.connectionDetails",
                      limits::kDetails}},
     .parse = DetailsSection::Parse},
    {.dialect = Dialect::kNative,
     .name = "providerConfig",
     .signs = {"providerConfig"},
     .bounds = {},
     .parse = ProviderConfigSection::Parse},
    {.dialect = Dialect::kNative,
     .name = "readiness",
     .signs = {"readiness"},
     .bounds = {Bound{"readiness.resources", limits::kTemplates},
                Bound{"readiness.rules", limits::kDependencies},
                Bound{"readiness.expect", limits::kDependencies}},
     .parse = ReadinessSection::Parse},
    {.dialect = Dialect::kNative,
     .name = "remove",
     .signs = {"remove"},
     .bounds = {Bound{"remove", limits::kDependencies}},
     .parse = Removal::Parse},
    {.dialect = Dialect::kNative,
     .name = "dependencies",
     .signs = {},
     .bounds = {},
     .parse = Withdrawal::Parse,
     .always = true},
    {.dialect = Dialect::kNative,
     .name = "output",
     .signs = {},
     .bounds = {},
     .parse = StepOutput::Parse},
    {.dialect = Dialect::kNative,
     .name = "validations",
     .signs = {},
     .bounds = {},
     .parse = Validations::ParseLate},
    {.dialect = Dialect::kNative,
     .name = "conditions",
     .signs = {},
     .bounds = {Bound{"conditions", limits::kConditions},
                Bound{"events", limits::kConditions}},
     .parse = ConditionsSection::Parse},

    // ── The inputs of the functions that this one replaces ───────────────────
    {.dialect = Dialect::kEnvironmentConfigs,
     .name = "spec",
     .signs = {"spec.environmentConfigs", "spec.defaultData"},
     .bounds = {Bound{"spec.environmentConfigs", limits::kRequirements}},
     .parse = Environment::ParseDropIn},
    {.dialect = Dialect::kExtraResources,
     .name = "spec",
     .signs = {"spec.extraResources", "spec.context"},
     .bounds = {Bound{"spec.extraResources", limits::kRequirements}},
     .parse = ExtraResources::ParseDropIn},
    {.dialect = Dialect::kAutoReady,
     .name = "ttl",
     .signs = {"celHealthCheckCustomization",
               "celHealthCheckCustomizationFrom"},
     .bounds = {},
     .parse = AutoReady::Parse},
    {.dialect = Dialect::kSequencer,
     .name = "rules",
     .signs = {"rules", "enableDeletionSequencing", "replayDeletion",
               "resetCompositeReadiness", "usageVersion", "cacheTTL"},
     .bounds = {Bound{"rules", limits::kDependencies},
                Bound{"rules.sequence", limits::kPrerequisites}},
     .parse = Sequencer::Parse},
    // The native input may have the fields of P&T's input in addition to its own.
    // This row is therefore last: the signs of the native input take precedence.
    {.dialect = Dialect::kPatchAndTransform,
     .name = "resources",
     .signs = {"resources", "patchSets", "environment.patches",
               "writeConnectionSecretToRef"},
     .bounds = {kTemplates, kPatches, kTransforms},
     .parse = Templates::ParseDropIn},
};

}  // namespace

absl::Span<const SectionType> SectionTypes() { return kSections; }

}  // namespace loom
