// SPDX-License-Identifier: Apache-2.0
// PluralCandidates guesses under which names a definition may have a kind, since
// the name of a CustomResourceDefinition is <plural>.<group>. Whoever looks a kind
// up asks for all candidates in one round, and takes the definition that says that
// it is of this kind. One that does not exist costs only an empty answer.
//
//   kind                        candidates
//   Key, Gateway                keys; gateways       a vowel before the y
//   Policy, Proxy               policies; proxies
//   Index                       indices, indexes
//   Address, Box, Batch         addresses; boxes; batches
//   Analysis                    analyses
//   Redis, Metadata, XDNS       redis, redises; metadata, metadataes; …
//   Endpoints                   endpoints
//
// The rules are those of the generators of definitions. Kubernetes' own guess makes
// `ies` of every final y, which is wrong for most kinds with a vowel before it.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

std::vector<std::string> PluralCandidates(absl::string_view kind);

}  // namespace loom
