// SPDX-License-Identifier: Apache-2.0
// References is the `references` section of the native input, which runs twice.
// References into the composite's status, the environment and the context are resolved
// before the templates are rendered, so that templates can use them. References into
// composed resources are resolved afterwards.
//
// The object of an entry that expressions use, as required.vpc, is requested in every
// call, even if its field needs no value or its target does not exist. The object is
// known as soon as it is found and the policy does not wait for it. This is before the
// templates are rendered, unless its name, namespace or labels come from a composed
// resource. If they come from the environment, it is as its patches will leave it.
//
// ListedReferences is the `typedReferences` or `externalReferences` section, which only
// has a list (sources/typed.h, sources/external.h). Both run after the templates are
// rendered.
#pragma once

#include <memory>
#include <vector>

#include "crossplane/call/call.h"
#include "crossplane/kinds/access_policy.h"
#include "language/cel/program/expression_names.h"
#include "language/input/fields.h"
#include "sections/references/entry.h"
#include "sections/references/from_composite.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

class References : public Section {
 public:
  References(Entries list, bool early, bool has_entries,
             std::shared_ptr<const RequiredNames> names,
             std::shared_ptr<const AccessPolicy> access,
             std::unique_ptr<const CompositeReferences> of_composite,
             OwnTemplates own)
      : list_(std::move(list)),
        early_(early),
        has_entries_(has_entries),
        names_(std::move(names)),
        access_(std::move(access)),
        of_composite_(std::move(of_composite)),
        own_(std::move(own)) {}

  // Return nullptr if the input has no such entries.
  static std::unique_ptr<const Section> ParseEarly(Fields& input);
  static std::unique_ptr<const Section> ParseLate(Fields& input);

  bool asks() const override { return true; }
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  static std::unique_ptr<const Section> Parse(Fields& input, bool early);
  // Returns what the author has to change for this composite.
  absl::Status CheckNamespaces(Call& call) const;
  // Makes the object of an entry available to expressions if one uses it.
  absl::Status NameObject(const Entry& entry, Call& call,
                          Outcome* outcome) const;

  Entries list_;
  const bool early_;
  // Whether there are entries that this section resolves; there may be none in an
  // early section that only names objects.
  const bool has_entries_;
  std::shared_ptr<const RequiredNames> names_;
  std::shared_ptr<const AccessPolicy> access_;
  // The references of the composite itself; null if it may have none.
  std::unique_ptr<const CompositeReferences> of_composite_;
  const OwnTemplates own_;
};

// A section that has only a list.
class ListedReferences : public Section {
 public:
  ListedReferences(std::vector<Entry> list, size_t first_order,
                   std::shared_ptr<const AccessPolicy> access)
      : list_(std::move(list)),
        first_order_(first_order),
        access_(std::move(access)) {}

  // Return nullptr if the input has no such entries.
  static std::unique_ptr<const Section> ParseTyped(Fields& input);
  static std::unique_ptr<const Section> ParseExternal(Fields& input);

  bool asks() const override { return true; }
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  const std::vector<Entry> list_;
  const size_t first_order_;
  const std::shared_ptr<const AccessPolicy> access_;
  const OwnTemplates own_;
};

}  // namespace loom
