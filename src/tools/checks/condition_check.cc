// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "sections/conditions/public_string.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

// Reports the strings of a list that will not be shown. `read` says what has read a
// Secret before; "" for nothing.
void CheckStrings(const LintInput& input, absl::string_view list,
                  const SecretNames& secrets, const std::string& read,
                  LintFindings* findings) {
  const absl::Span<const Value> entries = ItemsAt(*input.value, {list});
  for (size_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].IsObject()) continue;
    for (absl::string_view member : {"reason", "message"}) {
      const Value* text = Find(entries[i], member);
      if (text == nullptr || !text->IsString()) continue;
      std::string why = WhyHidden(View(*text), secrets);
      if (why.empty() && !read.empty() && QuotesValues(View(*text))) {
        why = absl::StrCat(read,
                           " reads a Secret, after which no value is quoted");
      }
      if (why.empty()) continue;
      findings->Add("condition/not-shown", *input.document,
                    input.At(absl::StrCat(list, "[", i, "].", member)),
                    absl::StrCat(why, ", so the ", member, " is not shown"),
                    "write what it means, as in ${EXPR ? 'published' : "
                    "'missing'}");
    }
  }
}

// The first entry that holds sets the condition. Without `when`, an entry always holds.
void CheckOrderOfConditions(const LintInput& input, LintFindings* findings) {
  const absl::Span<const Value> entries = ItemsAt(*input.value, {"conditions"});
  std::map<std::string, size_t> always;
  for (size_t i = 0; i < entries.size(); ++i) {
    const std::string type = ScalarText(Dig(entries[i], {"type"}));
    if (type.empty()) continue;
    const auto earlier = always.find(type);
    if (earlier != always.end()) {
      findings->Add("condition/never-set", *input.document,
                    input.At(absl::StrCat("conditions[", i, "]")),
                    absl::StrCat("conditions[", earlier->second,
                                 "] has no when, so it always sets ", type,
                                 ", and this entry never does"),
                    Find(entries[i], "when") == nullptr
                        ? "add when to the first one, or remove one of them"
                        : "move the entry without when after the others");
      findings->Relate(
          "the entry without when",
          Locate(input.document->yaml,
                 input.At(absl::StrCat("conditions[", earlier->second, "]"))));
    } else if (Find(entries[i], "when") == nullptr) {
      always.emplace(type, i);
    }
  }
}

}  // namespace

void CheckConditions(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    // The steps after one that has read a Secret know that.
    std::string read;
    for (const LintInput* input : pipeline.inputs) {
      if (!input->native()) continue;
      CheckOrderOfConditions(*input, findings);
      const SecretNames secrets = SecretNames::Of(*input->value);
      for (absl::string_view list : {"conditions", "events", "validations"}) {
        CheckStrings(*input, list, secrets,
                     read.empty() ? secrets.read_at() : read, findings);
      }
      if (!secrets.read_at().empty()) read = "an earlier step";
    }
  }
}

}  // namespace loom
