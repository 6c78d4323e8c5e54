// SPDX-License-Identifier: Apache-2.0
// DetailsSection is the `connectionDetails` section of the native input. In each call
// it gathers the details (detail.h) in order, and publishes them (DetailsOutput). If
// two have the same name, the later one applies.
//
// Published details stay published:
//
//   * Keys of earlier steps, and of templates of the same input, stay; the same name
//     is overwritten.
//   * A detail whose source is unavailable keeps the value that the composite, or the
//     observed Secret, has now.
//   * With an allFrom, every published key stays, because its keys are not known while
//     its resource is unavailable.
//   * A Secret is not created without details, and an observed one stays.
//
// A key is deleted when its entry is removed from an input without allFrom. The Secret
// is ready at once and has the type connection.crossplane.io/v1alpha1. Its logical name
// is <composite's name>-connection-secret, as in P&T. If a template or an item has this
// name, the call is FATAL:
//
//   connectionDetails: the name "shop-connection-secret" of their Secret is already used
//   by resources[0]
//
// The ConnectionDetailsReady condition is True (Complete), or False (KeysMissing) with
// the cause of each missing detail. Its changes cause no events, because details are
// missing for a while whenever a composite is created:
//
//   password: db connection key password is missing
//   allFrom: cache connection details are missing
//
// They do not affect the readiness of the composite. No message quotes a value.
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
// GatherDetails computes all details of the section in one call, and reports missing
// ones.

struct GatheredDetails {
  Details values;
  // The names of details that have no value now.
  std::vector<std::string> missing;
  // One message for each of them, and for each allFrom without details:
  //   password: db connection key password is missing
  std::vector<std::string> texts;
  bool has_all_from = false;

  // Reports whether a key stays that is published now and that has no other source.
  bool Keeps(absl::string_view key) const;
};

// Gathers the details. An error comes from the request or the account of the call.
absl::StatusOr<GatheredDetails> GatherDetails(const std::vector<Detail>& list,
                                              Call& call);

// DetailsOutput is the destination of the `connectionDetails` section:
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
// The location of the Secret is the first of these that has a name. The default
// namespace is that of the composite:
//
//   1. spec.writeConnectionSecretToRef of the composite
//   2. output.secret
//   3. the location of a Secret composed by an earlier step or the `resources` section
//   4. <composite's name>-connection
//
// The order is P&T's. P&T's Secret has no namespace if the composite names none, and
// then cannot be applied. A cluster-scoped composite has no namespace to give, so the
// namespace of the observed Secret is used. Without an observed Secret, it is an error:
//
//   invalid Function input: output.secret.namespace: required, because the composite is
//   cluster-scoped
//   the composite's spec.writeConnectionSecretToRef.namespace: required, because the
//   composite is cluster-scoped
//
// Without connectionDetails the field has no effect. With the mode Composite, `secret`
// has no effect. Both are logged. Errors:
//
//   output.mode: Invalid value: "Secrt": expected one of Auto, Composite, Secret, did you
//   mean "Secret"?

enum class DetailsMode { kAuto, kComposite, kSecret };

struct DetailsOutput {
  DetailsMode mode = DetailsMode::kAuto;
  std::string name = {};
  std::string ns = {};

  // Reads the field `output` of the input.
  static DetailsOutput Parse(Fields& input, bool has_details);

  bool GoesToSecret(const Value& composite) const;
  // Returns the location of the Secret: {name, namespace}. `composed` is the desired
  // Secret, and `observed` the observed one; both may be nullptr.
  // InvalidArgument: it has no namespace.
  absl::StatusOr<Value> Location(const Value& composite, const Value* composed,
                                 const Value* observed, Pool* pool) const;
};

// ComposeDetails writes details into a composed Secret. DetailsSection defines which
// keys it keeps. The keys come from these sources, of which later ones take precedence:
//
//   the connection details of the composite, if it is modern, because Crossplane would
//   not publish them
//   a desired Secret with the same logical name
//   the details, and what is kept of the observed Secret

// An error comes from the request, the account of the call, or the location of the
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

  // Returns nullptr if the input has no details.
  static std::unique_ptr<const Section> Parse(Fields& input);

  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::vector<Detail> list_;
  DetailsOutput output_;
  OwnTemplates own_;
};

}  // namespace loom
