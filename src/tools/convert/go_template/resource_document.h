// SPDX-License-Identifier: Apache-2.0
// ConvertGoDocument converts one document of a template to its part of the native input:
//
//   a resource                        an entry of `resources`
//   the composite's own kind          `status`
//   ClaimConditions                   `conditions`
//   CompositeConnectionDetails        `connectionDetails`
//   ExtraResources                    `extraResources`
//
// The blocks around the document become `condition` and `forEach`. The annotations of
// function-go-templating become `name` and rules of `readiness`. A document that has no
// equal is broken, and has the reason.
#pragma once

#include <string>
#include <vector>

#include "tools/convert/go_template/documents.h"
#include "tools/convert/go_template/outline.h"

namespace loom {

// The annotation by which function-go-templating names a resource.
inline constexpr absl::string_view kNameAnnotation =
    "gotemplating.fn.crossplane.io/composition-resource-name";

// Which composite the template is for.
struct GoComposite {
  std::string api_version;
  std::string kind;
  bool reads_context = false;  // templates read extra resources of the context
};

struct NativePart {
  std::string section;  // the field of the native input
  std::string lines;    // an item of it, or fields of `status`, from column 0
  std::string name;     // of a resource
  std::string id;       // of a resource that rules of readiness name by it
  std::string may_have_id;          // of a resource with a computed name
  std::vector<std::string> keys;    // of `status`
  std::vector<OutlineItem> status;  // and what it is made of
  Symbol condition;                 // of the document
  bool may_be_empty = false;        // a map or list of it may have no entries
  std::string readiness;            // an item of readiness.rules
  bool may_be_unready =
      false;  // whether that rule can make it unready for good
  std::string broken;
};

// Joins parts of `status`, of which later ones win, to the lines of one.
NativePart JoinStatus(const Pieces& all,
                      const std::vector<const NativePart*>& parts);

NativePart ConvertGoDocument(const Pieces& all, const GoDocument& document,
                             const GoComposite& composite);

}  // namespace loom
