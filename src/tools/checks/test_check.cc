// SPDX-License-Identifier: Apache-2.0
#include <sstream>
#include <utility>

#include "tools/checks/rule_table.h"
#include "tools/test_files/test_file.h"
#include "tools/workspace/files.h"

namespace loom {

void CheckTests(const Corpus& corpus, LintFindings* findings) {
  for (const LintDocument* each : corpus.OfKind(DocumentKind::kTest)) {
    Pool pool;
    std::istringstream nothing;
    Files files(nothing, &pool);
    TestFile test{.name = "", .sources = {each->yaml.Part({}, Value())}};
    for (Diagnostic& mistake : ReadTest(each->yaml, &files, &pool, &test)) {
      // CheckYaml reports it.
      if (mistake.rule == "yaml/duplicate-key") continue;
      mistake.rule = "test/invalid";
      mistake.file = each->file;
      findings->all().push_back(std::move(mistake));
    }
  }
}

}  // namespace loom
