// SPDX-License-Identifier: Apache-2.0
// DetailsSection is the section `connectionDetails` of the native input. In each call
// it gathers the details (detail.h), in their order, and publishes them
// (DetailsOutput). Of two with one name the later one counts.
//
// What is published stays published:
//
//   * Keys of earlier steps, and of templates of the same input, stay; the same name
//     is overwritten.
//   * A detail whose source is away keeps the value that the composite, or the
//     observed Secret, has now.
//   * Beside an allFrom, every key stays that is published now, because what it has
//     published is not known any more when its resource is away.
//   * A Secret is not made without details, and one that is observed stays.
//
// A key goes when its entry is removed from an input without allFrom. The Secret is
// ready at once, has the type connection.crossplane.io/v1alpha1, and is called
// <composite's name>-connection-secret among the composed resources, as P&T's. If a
// template or an item has this name, the call is FATAL:
//
//   connectionDetails: resources[0] has the name "shop-connection-secret" of their Secret,
//   too
//
// The condition ConnectionDetailsReady is True (Complete), or False (KeysMissing) with
// the cause of each detail that has no value now. Its changes give no events, because
// details are missing for a while whenever a composite is created:
//
//   password: db connection key password is missing
//   allFrom: cache connection details are missing
//
// The composite's readiness does not depend on them. No message quotes a value.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "sections/connection_details/detail.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {
// GatherDetails makes all details of the section in one call, and says what is missing.

struct GatheredDetails {
  Details values;
  // The names of details that have no value now.
  std::vector<std::string> missing;
  // One text for each of them, and for each allFrom without details:
  //   password: db connection key password is missing
  std::vector<std::string> texts;
  bool has_all_from = false;

  // Whether a key that is published now, and that nothing else has, stays.
  bool Keeps(absl::string_view key) const;
};

// An error is one of the request or of the account of the call.
absl::StatusOr<GatheredDetails> GatherDetails(const std::vector<Detail>& list,
                                              Call& call);

// DetailsOutput says where the details of the section `connectionDetails` go:
//
//   output:
//     mode: Auto                 # Composite, Secret
//     secret: {name: login, namespace: team-a}
//
//   mode        composite   destination
//   Auto        legacy      the connection details of the composite
//   Auto        modern      a composed Secret, because Crossplane writes none
//   Composite   any         the connection details of the composite
//   Secret      any         a composed Secret
//
// The location of the Secret is the first of these that has a name; a namespace that
// it lacks is that of the composite:
//
//   1. spec.writeConnectionSecretToRef of the composite
//   2. output.secret
//   3. that of a Secret which an earlier step or the section `resources` composed
//   4. <composite's name>-connection
//
// The order is P&T's, whose Secret has no namespace where the composite names none. Such
// a Secret cannot be applied. So of a cluster-scoped composite, which has no namespace to
// give, that of the observed Secret is taken, and without one it is an error:
//
//   invalid Function input: output.secret.namespace: required, because the composite is
//   cluster-scoped
//   the composite's spec.writeConnectionSecretToRef.namespace: required, because the
//   composite is cluster-scoped
//
// Without connectionDetails the member has no effect, nor has `secret` with the mode
// Composite; the log tells of it. Mistakes:
//
//   output.mode: Invalid value: "Secrt": want one of Auto, Composite, Secret, did you
//   mean "Secret"?

enum class DetailsMode { kAuto, kComposite, kSecret };

struct DetailsOutput {
  DetailsMode mode = DetailsMode::kAuto;
  std::string name = {};
  std::string ns = {};

  // Reads the member `output` of the input.
  static DetailsOutput Parse(Fields& input, bool has_details);

  bool GoesToSecret(const Value& composite) const;
  // The location of the Secret: {name, namespace}. `composed` is a Secret that is
  // desired already, and `observed` the one that is observed; both may be nullptr.
  // InvalidArgument: it has no namespace.
  absl::StatusOr<Value> Location(const Value& composite, const Value* composed,
                                 const Value* observed, Pool* pool) const;
};

// ComposeDetails puts details into a composed Secret (details_section.h says which
// keys it keeps). Its keys are, each over those before it:
//
//   those of the composite's connection details, if the composite is modern, because
//   Crossplane would not publish them
//   those of a Secret of the same logical name that is desired already
//   the details, and what is kept of the observed Secret

// An error is one of the request, of the account of the call, or of the location of the
// Secret (DetailsOutput).
absl::Status ComposeDetails(const GatheredDetails& gathered,
                            const DetailsOutput& output, Call& call);

class DetailsSection : public Section {
 public:
  DetailsSection(std::vector<Detail> list, DetailsOutput output,
                 OwnTemplates own)
      : list_(std::move(list)),
        output_(std::move(output)),
        own_(std::move(own)) {}

  // nullptr if the input has no details.
  static std::unique_ptr<const Section> Parse(Fields& input);

  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::vector<Detail> list_;
  DetailsOutput output_;
  OwnTemplates own_;
};

}  // namespace loom
