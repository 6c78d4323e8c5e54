// SPDX-License-Identifier: Apache-2.0
// Nothing that `gather`, `render --cluster` and `explain --cluster` print contains a value
// of a Secret of the cluster: not as it is, not in base64, not escaped, and no eight bytes
// of one. The cluster has 200 random Secrets, and the Composition copies them by every way
// that a reference has; composed resources already have copies from an earlier reconcile.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "data/value/json.h"
#include "data/value/utf8.h"
#include "test/testing/temp_folder.h"
#include "tools/explain/explain_command.h"
#include "tools/gather/gather_command.h"
#include "tools/render/render_command.h"

namespace loom {
namespace {

// A kubectl whose answers are the files of the folder `objects`.
constexpr char kFakeKubectl[] = R"sh(#!/bin/bash
cd "$(dirname "$0")" || exit
while [[ $1 != -- ]]; do shift; done
shift
found='' code=0
for name; do
  file=objects/${name//\//_}
  if [[ -e $file ]]; then found+=${found:+,}$(<"$file")
  else echo "Error from server (NotFound): \"$name\" not found" >&2; code=1; fi
done
if [[ $# -gt 1 ]]; then echo "{\"kind\":\"List\",\"items\":[$found]}"
elif [[ $found ]]; then echo "$found"; fi
exit $code
)sh";

constexpr int kHiddenSecrets = 200;

std::string QuotedText(absl::string_view text) {
  Pool pool;
  return CompactJson(Text(text, &pool)).value();
}

// Random values: letters, quotes and backslashes, lines, UTF-8, and any bytes.
std::vector<std::string> RandomSecrets() {
  std::mt19937 random(53);
  auto below = [&](size_t n) { return size_t(random() % n); };
  constexpr absl::string_view kLetters =
      "abcdefghjkmnpqrstuvwxyzABCDEFGH2345679";
  constexpr absl::string_view kSpecial = "\"'\\<>&%{}$ ";
  std::vector<std::string> all;
  for (int i = 0; i < kHiddenSecrets; ++i) {
    std::string text;
    const size_t size = 12 + below(i % 10 == 0 ? 4000 : 60);
    while (text.size() < size) {
      const size_t kind = below(10);
      if (i % 5 == 1 && kind < 3) {
        text += kSpecial[below(kSpecial.size())];
      } else if (i % 5 == 2 && kind < 1) {
        text += '\n';
      } else if (i % 5 == 3 && kind < 3) {
        text += "\xc3\xbc";
      } else if (i % 5 == 4) {
        text += char(below(256));
      } else {
        text += kLetters[below(kLetters.size())];
      }
    }
    all.push_back(std::move(text));
  }
  return all;
}

// All parts of that size of a string.
void AddPartsOf(absl::string_view text, size_t size,
                std::set<std::string>* parts) {
  for (size_t at = 0; at + size <= text.size(); ++at) {
    parts->emplace(text.substr(at, size));
  }
}

std::string FirstPartIn(absl::string_view output, size_t size,
                        const std::set<std::string>& parts) {
  for (size_t at = 0; at + size <= output.size(); ++at) {
    std::string part(output.substr(at, size));
    if (parts.contains(part)) return part;
  }
  return "";
}

class HiddenSecrets : public ::testing::Test {
 protected:
  void SetUp() override {
    secrets_ = RandomSecrets();
    std::filesystem::create_directory(Path("objects"));
    Write("kubectl", kFakeKubectl);
    std::filesystem::permissions(Path("kubectl"),
                                 std::filesystem::perms::owner_all);
    Write("objects/compositeresourcedefinitions.apiextensions.crossplane.io",
          R"({"kind": "List", "items": [{
              "apiVersion": "apiextensions.crossplane.io/v2",
              "kind": "CompositeResourceDefinition",
              "metadata": {"name": "apps.example.org"}, "spec": {
              "group": "example.org", "scope": "Namespaced", "names": {
              "kind": "App", "plural": "apps"}, "versions": [{
              "name": "v1alpha1", "served": true, "referenceable": true,
              "schema": {"openAPIV3Schema": {"type": "object", "properties":
              {"spec": {"type": "object"}}}}}]}}]})");
    Write("objects/App_shop",
          absl::StrCat(
              R"({"apiVersion": "example.org/v1alpha1", "kind": "App",
                  "metadata": {"name": "shop", "namespace": "team-a",
                  "uid": "5f1c"}, "spec": {"size": 3, "crossplane": {
                  "compositionRef": {"name": "apps"}, "resourceRefs": [{
                  "apiVersion": "web.example.org/v1", "kind": "Site",
                  "name": "shop-site-1"}]}}, "status": {"copied": )",
              QuotedText(secrets_[0]), "}}"));
    Write("objects/Site.v1.web.example.org_shop-site-1",
          absl::StrCat(
              R"({"apiVersion": "web.example.org/v1", "kind": "Site",
                  "metadata": {"name": "shop-site-1", "namespace": "team-a",
                  "annotations": {
                  "crossplane.io/composition-resource-name": "site"}},
                  "spec": {"size": 1, "text5": )",
              QuotedText(secrets_[5]), R"(, "part": )",
              QuotedText(secrets_[10].substr(2, 9)), R"(, "joined10": "u=)",
              absl::Base64Escape(secrets_[10]), R"("}})"));
    WriteComposition();
  }

  std::string Path(const std::string& name) const {
    return absl::StrCat(folder_.path(), "/", name);
  }
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(Path(name)) << text;
  }

  // Each Secret goes by two of the ways that a reference has.
  void WriteComposition() {
    std::string references;
    for (int i = 0; i < kHiddenSecrets; ++i) {
      const std::string name = absl::StrCat("s", i);
      Write(
          absl::StrCat("objects/Secret.v1._", name),
          absl::StrCat(R"({"apiVersion": "v1", "kind": "Secret",
                "metadata": {"name": ")",
                       name, R"(", "namespace": "team-a"}, "data": {"key": ")",
                       absl::Base64Escape(secrets_[size_t(i)]), R"("}})"));
      const std::string source = absl::StrCat(
          R"("fromObject": {"apiVersion": "v1", "kind": "Secret", "name": ")",
          name, R"(", "fieldPath": "data.key"})");
      auto add = [&](absl::string_view target, absl::string_view path,
                     absl::string_view members) {
        absl::StrAppend(&references, references.empty() ? "" : ", ",
                        R"({"target": {"resource": ")", target,
                        R"("}, "toFieldPath": ")", path, i, "\", ", members,
                        "}");
      };
      const bool is_text = IsUtf8(secrets_[size_t(i)]);
      add("copy", "data.k", source);
      if (!is_text) continue;
      if (i % 4 == 0) add("site", "spec.text", source);
      if (i % 4 == 1) {
        add("site", "spec.joined",
            absl::StrCat(R"("variables": [{"name": "v", )", source,
                         R"(}], "template": "u={{ .v }};")"));
      }
      if (i % 4 == 2) {
        add("site", "spec.base64",
            absl::StrCat(source, R"(, "transforms": [{"type": "string",
                "string": {"type": "Format", "fmt": "x%s"}}, {"type": "string",
                "string": {"type": "Convert", "convert": "ToBase64"}}])"));
      }
      if (i % 4 == 3) {
        add("site", "spec.json",
            absl::StrCat(source, R"(, "transforms": [{"type": "string",
                "string": {"type": "Convert", "convert": "ToJson"}}])"));
        add("copy", "stringData.t",
            absl::StrCat(source, R"x(, "transforms": [{"type": "string",
                "string": {"type": "Regexp", "regexp":
                {"match": "(?s)^..(.{9})", "group": 1}}}])x"));
      }
    }
    Write("objects/Composition.v1.apiextensions.crossplane.io_apps",
          absl::StrCat(
              R"({"apiVersion": "apiextensions.crossplane.io/v1",
                  "kind": "Composition", "metadata": {"name": "apps"}, "spec": {
                  "compositeTypeRef": {"apiVersion": "example.org/v1alpha1",
                  "kind": "App"}, "mode": "Pipeline", "pipeline": [{
                  "step": "weave", "functionRef": {"name": "function-loom"},
                  "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1",
                  "kind": "Input", "resources": [
                  {"name": "site", "base": {"apiVersion": "web.example.org/v1",
                   "kind": "Site", "spec": {"visible": "eu-north-1"}}},
                  {"name": "copy", "base": {"apiVersion": "v1",
                   "kind": "Secret"}}], "references": [)",
              references, "]}}]}}"));
  }

  void ExpectHidden(const std::string& what, const std::string& output) {
    constexpr size_t kBytes = 8;
    constexpr size_t kLetters =
        12;  // eight bytes, whatever is in front of them
    static const auto& parts = *[this] {
      auto* all = new std::pair<std::set<std::string>, std::set<std::string>>;
      for (const std::string& secret : secrets_) {
        AddPartsOf(secret, kBytes, &all->first);
        for (size_t shift : {0, 1, 2}) {
          std::string encoded =
              absl::Base64Escape(absl::StrCat(std::string(shift, 'x'), secret));
          encoded = encoded.substr(shift == 0 ? 0 : 4);
          encoded.erase(encoded.find_last_not_of('=') - 1);
          AddPartsOf(encoded, kLetters, &all->second);
        }
      }
      return all;
    }();
    const std::string unescaped = absl::StrReplaceAll(output, {{"\\\\", "\\"},
                                                               {"\\\"", "\""},
                                                               {"\\n", "\n"},
                                                               {"\\u003c", "<"},
                                                               {"\\u003e", ">"},
                                                               {"\\u0026", "&"},
                                                               {"&quot;", "\""},
                                                               {"&#39;", "'"},
                                                               {"&lt;", "<"},
                                                               {"&gt;", ">"},
                                                               {"&amp;", "&"},
                                                               {"''", "'"}});
    for (const std::string* text : {&output, &unescaped}) {
      const std::string part = FirstPartIn(*text, kBytes, parts.first);
      EXPECT_EQ(absl::CEscape(part), "") << what;
      EXPECT_EQ(FirstPartIn(*text, kLetters, parts.second), "") << what;
    }
    EXPECT_FALSE(output.empty()) << what;
  }

  TempFolder folder_;
  std::vector<std::string> secrets_;
};

TEST_F(HiddenSecrets, AreInNoOutput) {
  using Command = int (*)(const std::vector<std::string>&, std::istream&,
                          std::ostream&, std::ostream&);
  const struct {
    const char* what;
    Command run;
    std::vector<std::string> flags;
  } tests[] = {
      {"render", &RunRender, {"--cluster"}},
      {"render -x -c -r", &RunRender, {"--cluster", "-x", "-c", "-r"}},
      {"render JSON", &RunRender, {"--cluster", "--output", "json", "-c"}},
      {"render --diff", &RunRender, {"--cluster", "--diff"}},
      {"explain", &RunExplain, {"--cluster", "--full"}},
      {"explain JSON", &RunExplain, {"--cluster", "--output", "json"}},
      {"explain HTML", &RunExplain, {"--cluster", "--output", "html"}},
      {"explain Mermaid", &RunExplain, {"--cluster", "--output", "mermaid"}},
      {"gather", &RunGather, {}},
  };
  for (const auto& test : tests) {
    std::vector<std::string> arguments = {"App/shop", "-n", "team-a",
                                          "--kubectl", Path("kubectl")};
    arguments.insert(arguments.end(), test.flags.begin(), test.flags.end());
    std::istringstream in;
    std::ostringstream out, err;
    EXPECT_LE(test.run(arguments, in, out, err), 1) << err.str();
    ExpectHidden(test.what, out.str());
    ExpectHidden(absl::StrCat(test.what, " (stderr)"), "x" + err.str());
  }
}

// Otherwise the test above would prove nothing.
TEST_F(HiddenSecrets, AreShownOnRequest) {
  std::istringstream in;
  std::ostringstream out, err;
  EXPECT_EQ(RunRender({"App/shop", "-n", "team-a", "--kubectl", Path("kubectl"),
                       "--cluster", "--show-secrets"},
                      in, out, err),
            0)
      << err.str();
  for (size_t i : {size_t(0), size_t(5), size_t(40)}) {
    EXPECT_TRUE(absl::StrContains(out.str(), absl::Base64Escape(secrets_[i])))
        << i;
  }
  EXPECT_TRUE(absl::StrContains(out.str(), "eu-north-1"));
}

}  // namespace
}  // namespace loom
