// SPDX-License-Identifier: Apache-2.0
// loom_page_sample [--against FILE] [--at WHAT]… [--view mermaid] <JSON: the page
// or the diagram of what `explain --output json` wrote. The tests in ../browser
// open it.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "tools/explain/views.h"

namespace {

std::string TextOf(std::istream& stream) {
  return {std::istreambuf_iterator<char>(stream), {}};
}

int Fail(const absl::Status& status) {
  std::cerr << "loom_page_sample: " << status.message() << "\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> flags(argv + 1, argv + argc);
  absl::StatusOr<loom::Explanation> all = loom::ReadJsonView(TextOf(std::cin));
  if (!all.ok()) return Fail(all.status());
  loom::ViewOptions options;
  bool mermaid = false;
  for (size_t i = 0; i + 1 < flags.size(); i += 2) {
    if (flags[i] == "--view") mermaid = flags[i + 1] == "mermaid";
    if (flags[i] == "--at") options.at.push_back(flags[i + 1]);
    if (flags[i] != "--against") continue;
    std::ifstream file(flags[i + 1]);
    absl::StatusOr<loom::Explanation> before = loom::ReadJsonView(TextOf(file));
    if (!before.ok()) return Fail(before.status());
    loom::MarkChanges(*before, &*all);
  }
  absl::StatusOr<loom::Explanation> cut = loom::Narrowed(*all, options);
  if (!cut.ok()) return Fail(cut.status());
  std::cout << (mermaid ? loom::MermaidView(*cut, options)
                        : loom::PageView(*cut, options));
  return 0;
}
