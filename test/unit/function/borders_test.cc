// SPDX-License-Identifier: Apache-2.0
// The table of borders (docs/values-of-secrets.md): every source of a value, what lies
// between, and every target. Each cell is a call, and the bytes that arrive are those
// that were sent, or the call says why they are not.
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "data/value/json.h"
#include "data/value/utf8.h"
#include "gtest/gtest.h"
#include "language/transforms/digest.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

struct Sample {
  const char* reason;
  std::string value;
  bool meets_all = true;  // every source, everything between, every target
};

const Sample kSamples[] = {
    {"text", "ann"},
    {"UTF-8 with quotes", "\"gr\xc3\xbc\xc3\x9f\" it's \\ 100%"},
    {"several lines", "-----BEGIN\nfirst\nsecond\n-----END\n", false},
    {"text that is base64 itself", "YW5u"},
    {"text that looks like a number", "007", false},
    {"bytes that are not UTF-8", std::string("\xff\x00\xfe", 3)},
};

std::string Quoted(absl::string_view text) {
  Pool pool;
  return CompactJson(Text(text, &pool)).value();
}

std::string Base64(absl::string_view bytes) {
  return absl::Base64Escape(bytes);
}

struct BorderSource {
  const char* reason;
  const char* members;
  bool holds_bytes = true;
};

constexpr BorderSource kSources[] = {
    {"a Secret of the cluster",
     R"("fromObject": {"apiVersion": "v1", "kind": "Secret", "name": "login",
        "fieldPath": "data.k"})"},
    {"binaryData of a ConfigMap of the cluster",
     R"("fromObject": {"apiVersion": "v1", "kind": "ConfigMap", "name": "cm",
        "fieldPath": "binaryData.k"})"},
    {"a composed Secret",
     R"("fromResource": {"name": "held", "fieldPath": "data.k"})"},
    {"a Secret in an Object",
     R"("fromResource": {"name": "wrapped",
        "fieldPath": "status.atProvider.manifest.data.k"})"},
    {"credentials", R"("fromCredentials": {"name": "login", "key": "k"})"},
    {"a string that decode: Base64 decodes",
     R"("fromContext": {"key": "encoded", "fieldPath": "k",
        "decode": "Base64"})"},
    {"data of a ConfigMap",
     R"("fromObject": {"apiVersion": "v1", "kind": "ConfigMap", "name": "cm",
        "fieldPath": "data.k"})",
     false},
    {"a field of the composite", R"("fromComposite": {"fieldPath": "spec.k"})",
     false},
    {"the environment", R"("fromEnvironment": {"fieldPath": "k"})", false},
    {"the context", R"("fromContext": {"key": "plain", "fieldPath": "k"})",
     false},
};

struct Between {
  const char* reason;
  const char* form;  // SOURCE is the source
  // The bytes after it. Text: bytes that are not UTF-8 are refused.
  std::string (*made)(const std::string& bytes);
  bool takes_bytes = false;
  bool encodes = false;
};

const Between kBetween[] = {
    {"nothing", "SOURCE", [](const std::string& bytes) { return bytes; }, true},
    {"a template",
     R"("variables": [{"name": "v", SOURCE}], "template": "<{{ .v }}>")",
     [](const std::string& bytes) { return absl::StrCat("<", bytes, ">"); }},
    {"combine", R"("combine": {"variables": [{SOURCE}], "fmt": "<%s>"})",
     [](const std::string& bytes) { return absl::StrCat("<", bytes, ">"); }},
    {"a conversion",
     R"(SOURCE, "transforms": [{"type": "string", "string":
        {"type": "Convert", "convert": "ToSha1"}}])",
     [](const std::string& bytes) { return Sha1(bytes); }, true},
    {"a regular expression",
     R"(SOURCE, "transforms": [{"type": "string", "string":
        {"type": "Regexp", "regexp": {"match": "(?s)^.(.*)$", "group": 1}}}])",
     [](const std::string& bytes) { return bytes.substr(1); }},
    {"an expression", R"(SOURCE, "transforms": [{"type": "expression",
        "expression": "'<' + value + '>'"}])",
     [](const std::string& bytes) { return absl::StrCat("<", bytes, ">"); }},
    {"an expression that makes bytes",
     R"x(SOURCE, "transforms": [{"type": "expression",
        "expression": "bytes(value)"}])x",
     [](const std::string& bytes) { return bytes; }},
    {"the transform ToBase64",
     R"(SOURCE, "transforms": [{"type": "string", "string":
        {"type": "Convert", "convert": "ToBase64"}}])",
     [](const std::string& bytes) { return bytes; }, true, /*encodes=*/true},
};

struct BorderTarget {
  const char* reason;
  const char* members;
  const char* path;  // of what arrives in the response
  bool encoded = false;
};

constexpr BorderTarget kTargets[] = {
    {"data of a Secret",
     R"("target": {"resource": "secret"}, "toFieldPath": "data.k")",
     "desired.resources[secret].resource.data.k", true},
    {"data of a Secret in an Object",
     R"("target": {"resource": "object"},
        "toFieldPath": "spec.forProvider.manifest.data.k")",
     "desired.resources[object].resource.spec.forProvider.manifest.data.k",
     true},
    {"binaryData of a ConfigMap",
     R"("target": {"resource": "map"}, "toFieldPath": "binaryData.k")",
     "desired.resources[map].resource.binaryData.k", true},
    {"an obscured Secret",
     R"("obscured": {"secret": {"key": "k"}, "target": {"resource": "a"},
        "refFieldPath": "spec.ref"})",
     "desired.resources[a-refs].resource.data.k", true},
    {"stringData of a Secret",
     R"("target": {"resource": "secret"}, "toFieldPath": "stringData.k")",
     "desired.resources[secret].resource.stringData.k"},
    {"data of a ConfigMap",
     R"("target": {"resource": "map"}, "toFieldPath": "data.k")",
     "desired.resources[map].resource.data.k"},
    {"a field", R"("target": {"resource": "a"}, "toFieldPath": "spec.k")",
     "desired.resources[a].resource.spec.k"},
    {"the status",
     R"("target": {"composite": true}, "toFieldPath": "status.k")",
     "desired.composite.resource.status.k"},
    {"the environment",
     R"("target": {"environment": true}, "toFieldPath": "made")",
     "context[apiextensions.crossplane.io/environment].made"},
    {"the context", R"("target": {"context": "made"})", "context.made"},
};

constexpr char kBorderObjects[] = R"({
    "secret": {"resource": {"apiVersion": "v1", "kind": "Secret"}},
    "map": {"resource": {"apiVersion": "v1", "kind": "ConfigMap"}},
    "object": {"resource": {"apiVersion": "kubernetes.crossplane.io/v1alpha2",
        "kind": "Object", "spec": {"forProvider": {"manifest":
        {"apiVersion": "v1", "kind": "Secret"}}}}},
    "a": {"resource": {"apiVersion": "example.org/v1", "kind": "A",
        "spec": {}}}})";

// The response repeats the context, so a long value is only where it does not.
ReferenceRequest RequestWith(const std::string& value) {
  const bool fits = value.size() < 1000;
  const std::string text = Quoted(IsUtf8(value) && fits ? value : "no text");
  const std::string base64 = Quoted(Base64(value));
  const std::string short_base64 = fits ? base64 : Quoted(Base64("short"));
  auto filled = [&](absl::string_view form) {
    return absl::StrReplaceAll(
        form, {{"TEXT", text}, {"BASE64", base64}, {"SHORT64", short_base64}});
  };
  ReferenceRequest request;
  request.desired = kBorderObjects;
  request.composite = filled(R"({"apiVersion": "example.org/v1", "kind": "X",
      "metadata": {"name": "x", "namespace": "team-a"}, "spec": {"k": TEXT}})");
  request.observed = filled(R"({
      "held": {"resource": {"apiVersion": "v1", "kind": "Secret",
          "data": {"k": BASE64}}},
      "wrapped": {"resource": {"kind": "Object",
          "apiVersion": "kubernetes.crossplane.io/v1alpha2", "status":
          {"atProvider": {"manifest": {"apiVersion": "v1", "kind": "Secret",
              "data": {"k": BASE64}}}}}},
      "db": {"resource": {"apiVersion": "example.org/v1", "kind": "Db"},
          "connectionDetails": {"k": BASE64}}})");
  request.answers = filled(R"({
      "obj:v1/Secret/team-a/login": {"items": [{"resource": {
          "apiVersion": "v1", "kind": "Secret", "metadata": {"name": "login",
          "namespace": "team-a"}, "data": {"k": BASE64}}}]},
      "obj:v1/ConfigMap/team-a/cm": {"items": [{"resource": {
          "apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "cm",
          "namespace": "team-a"}, "data": {"k": TEXT},
          "binaryData": {"k": BASE64}}}]}})");
  request.context = filled(R"({"plain": {"k": TEXT}, "encoded": {"k": SHORT64},
      "apiextensions.crossplane.io/environment": {"k": TEXT}})");
  request.credentials = filled(R"({"login": {"credentialData": {"data":
      {"k": BASE64}}}})");
  return request;
}

// What arrives, or "refused: " and the message.
std::string Arrives(const ReferenceRequest& request, const char* path) {
  ReferenceCall call(request);
  const std::string value = call.At(path);
  return value == "absent"
             ? absl::StrCat("refused: ", call.At("conditions[0].message"), " ",
                            call.Result())
             : value;
}

std::string CellEntry(const BorderSource& source, const Between& between,
                      const BorderTarget& target) {
  return absl::StrCat(
      "[{", target.members, ", ",
      absl::StrReplaceAll(between.form, {{"SOURCE", source.members}}), "}]");
}

void ExpectArrival(const std::string& arrived, const Sample& sample,
                   const Between& between, const BorderTarget& target) {
  const std::string made = between.made(sample.value);
  const bool reads_text = IsUtf8(sample.value) || between.takes_bytes;
  const bool encoded = target.encoded || between.encodes;
  if (!reads_text || (!encoded && !IsUtf8(made))) {
    EXPECT_TRUE(absl::StrContains(arrived, "not UTF-8")) << arrived;
  } else {
    EXPECT_EQ(arrived, Quoted(encoded ? Base64(made) : made));
  }
}

// A reference: what is read is decoded, what lies between sees no base64, and what is
// written is encoded.
TEST(Borders, AreCrossedByReferences) {
  int cells = 0;
  for (const Sample& sample : kSamples) {
    const bool is_text = IsUtf8(sample.value);
    for (const BorderSource& source : kSources) {
      if (!is_text && !source.holds_bytes) continue;
      if (!sample.meets_all && &source != &kSources[0]) continue;
      for (const Between& between : kBetween) {
        for (const BorderTarget& target : kTargets) {
          SCOPED_TRACE(absl::StrCat(sample.reason, ": from ", source.reason,
                                    " through ", between.reason, " into ",
                                    target.reason));
          ReferenceRequest request = RequestWith(sample.value);
          request.entries = CellEntry(source, between, target);
          const std::string arrived = Arrives(request, target.path);
          ++cells;
          ExpectArrival(arrived, sample, between, target);
        }
      }
    }
  }
  EXPECT_GT(cells, 3000);
}

// An empty value is missing, so the last one stays.
TEST(Borders, AreCrossedByLongValuesAndNotByEmptyOnes) {
  const std::string value(1 << 20, 'x');
  for (const BorderTarget& target : kTargets) {
    SCOPED_TRACE(target.reason);
    ReferenceRequest request = RequestWith(value);
    request.entries = CellEntry(kSources[0], kBetween[0], target);
    EXPECT_TRUE(Arrives(request, target.path) ==
                Quoted(target.encoded ? Base64(value) : value));
    request = RequestWith("");
    request.entries = CellEntry(kSources[0], kBetween[0], target);
    const std::string arrived = Arrives(request, target.path);
    EXPECT_TRUE(absl::StrContains(arrived, "the field is empty")) << arrived;
  }
}

TEST(Borders, AreCrossedUnchangedWithoutDecoding) {
  const BorderSource source = {
      "", R"("fromObject": {"apiVersion": "v1", "kind": "Secret",
             "name": "login", "fieldPath": "data.k", "decode": "None"})"};
  for (const Sample& sample : kSamples) {
    for (const BorderTarget& target : kTargets) {
      SCOPED_TRACE(absl::StrCat(sample.reason, " into ", target.reason));
      ReferenceRequest request = RequestWith(sample.value);
      request.entries = CellEntry(source, kBetween[0], target);
      EXPECT_EQ(Arrives(request, target.path), Quoted(Base64(sample.value)));
    }
  }
}

TEST(Borders, AreCrossedByWholeMaps) {
  const struct {
    const char* reason;
    const char* target;
    const char* path;
    bool encoded;
  } tests[] = {
      {"Into data.", R"("target": {"resource": "secret"},
          "toFieldPath": "data")",
       "desired.resources[secret].resource.data.k", true},
      {"Into stringData.", R"("target": {"resource": "secret"},
          "toFieldPath": "stringData")",
       "desired.resources[secret].resource.stringData.k", false},
      {"Into a field.", R"("target": {"resource": "a"},
          "toFieldPath": "spec.values")",
       "desired.resources[a].resource.spec.values.k", false},
  };
  for (const auto& test : tests) {
    for (const Sample& sample : kSamples) {
      SCOPED_TRACE(absl::StrCat(test.reason, " ", sample.reason));
      ReferenceRequest request = RequestWith(sample.value);
      request.entries = absl::StrCat("[{", test.target,
                                     R"(, "fromObject": {"apiVersion": "v1",
          "kind": "Secret", "name": "login", "fieldPath": "data"}}])");
      const std::string arrived = Arrives(request, test.path);
      if (!test.encoded && !IsUtf8(sample.value)) {
        EXPECT_TRUE(absl::StrContains(arrived, "not UTF-8")) << arrived;
      } else {
        EXPECT_EQ(arrived,
                  Quoted(test.encoded ? Base64(sample.value) : sample.value));
      }
    }
  }
}

// What an expression makes of connection details, in JSON. `$` is the expression for
// the bytes of a detail.
struct ExpressionTarget {
  const char* reason;
  const char* input;  // EXPRESSION is a string of JSON with the expression
  const char* path;
  bool encoded = false;
  bool is_detail =
      false;  // the response has it as bytes, which JSON shows as base64
};

constexpr ExpressionTarget kExpressionTargets[] = {
    {"data of a Secret",
     R"("resources": [{"name": "s", "base": {"apiVersion": "v1", "kind": "Secret"},
        "patches": [{"type": "FromExpression", "toFieldPath": "data.k",
        "expression": EXPRESSION}]}])",
     "desired.resources[s].resource.data.k", true},
    {"data of a template",
     R"("resources": [{"name": "s", "template": {"apiVersion": "v1",
        "kind": "Secret", "data": {"k": INLINE}}}])",
     "desired.resources[s].resource.data.k", true},
    {"a manifest in a template",
     R"("resources": [{"name": "o", "template": {"kind": "Object",
        "apiVersion": "kubernetes.crossplane.io/v1alpha2", "spec":
        {"forProvider": {"manifest": {"apiVersion": "v1", "kind": "Secret",
        "data": {"k": INLINE}}}}}}])",
     "desired.resources[o].resource.spec.forProvider.manifest.data.k", true},
    {"stringData of a template",
     R"("resources": [{"name": "s", "template": {"apiVersion": "v1",
        "kind": "Secret", "stringData": {"k": INLINE}}}])",
     "desired.resources[s].resource.stringData.k"},
    {"a field of a template",
     R"("resources": [{"name": "b", "template": {"apiVersion":
        "example.org/v1", "kind": "B", "spec": {"k": INLINE}}}])",
     "desired.resources[b].resource.spec.k"},
    {"the status", R"("status": {"k": INLINE})",
     "desired.composite.resource.status.k"},
    {"an overlay", R"("overlays": [{"match": [{"resource": "^secret$"}],
        "patches": [{"type": "FromExpression", "toFieldPath": "data.k",
        "expression": EXPRESSION}]}])",
     "desired.resources[secret].resource.data.k", true},
    {"an object that an overlay merges",
     R"("overlays": [{"match": [{"resource": "^secret$"}],
        "merge": {"data": {"k": INLINE}}}])",
     "desired.resources[secret].resource.data.k", true},
    {"a manifest that an overlay merges, without its kind",
     R"("overlays": [{"match": [{"resource": "^object$"}],
        "merge": {"spec": {"forProvider": {"manifest":
        {"data": {"k": INLINE}}}}}}])",
     "desired.resources[object].resource.spec.forProvider.manifest.data.k",
     true},
    {"the environment",
     R"("environment": {"patches": [{"type": "FromExpression",
        "toFieldPath": "made", "expression": EXPRESSION}]})",
     "context[apiextensions.crossplane.io/environment].made"},
    {"a connection detail",
     R"("connectionDetails": [{"name": "k", "fromExpression": EXPRESSION}])",
     "desired.composite.connectionDetails.k", true, true},
    {"a connection detail of a template",
     R"("resources": [{"name": "db", "base": {"apiVersion": "example.org/v1",
        "kind": "Db"}, "connectionDetails": [{"name": "k",
        "type": "FromExpression", "expression": EXPRESSION}]}])",
     "desired.composite.connectionDetails.k", true, true},
};

TEST(Borders, AreCrossedByBytesOfExpressions) {
  constexpr char kDetail[] = "observed.resources.db.connection_details.k";
  for (const Sample& sample : kSamples) {
    const bool is_text = IsUtf8(sample.value);
    for (const ExpressionTarget& target : kExpressionTargets) {
      for (const bool as_string : {false, true}) {
        SCOPED_TRACE(absl::StrCat(sample.reason,
                                  as_string ? " as a string" : "", " into ",
                                  target.reason));
        const std::string expression =
            as_string ? absl::StrCat("string(", kDetail, ")") : kDetail;
        ReferenceRequest request = RequestWith(sample.value);
        request.more = absl::StrCat(
            "{",
            absl::StrReplaceAll(
                target.input,
                {{"EXPRESSION", Quoted(expression)},
                 {"INLINE", Quoted(absl::StrCat("${", expression, "}"))}}),
            "}");
        const std::string arrived = Arrives(request, target.path);
        if (!is_text && (as_string || !target.encoded)) {
          EXPECT_TRUE(absl::StartsWith(arrived, "refused")) << arrived;
        } else if (target.encoded && (!as_string || target.is_detail)) {
          EXPECT_EQ(arrived, Quoted(Base64(sample.value)));
        } else {
          // A string is written as it is.
          EXPECT_EQ(arrived, Quoted(sample.value));
        }
      }
    }
  }
}

// Bytes inside a string make the whole string bytes.
TEST(Borders, AreCrossedByStringsAroundBytes) {
  ReferenceRequest request = RequestWith("ann");
  request.more =
      R"({"resources": [{"name": "s", "template": {"apiVersion": "v1",
      "kind": "Secret",
      "data": {"k": "u=${observed.resources.db.connection_details.k};"},
      "stringData": {"k": "u=${observed.resources.db.connection_details.k};"}
      }}]})";
  EXPECT_EQ(Arrives(request, "desired.resources[s].resource.data.k"),
            Quoted(Base64("u=ann;")));
  EXPECT_EQ(Arrives(request, "desired.resources[s].resource.stringData.k"),
            Quoted("u=ann;"));
}

// A patch that copies, and a field of an object that an expression reads, have the form
// of the Kubernetes API, as in function-patch-and-transform.
TEST(Borders, AreCrossedByPatchesAsInGo) {
  ReferenceRequest request = RequestWith("ann");
  request.more =
      R"x({"resources": [{"name": "held", "base": {"apiVersion": "v1",
      "kind": "Secret"}, "patches": [
      {"type": "ToCompositeFieldPath", "fromFieldPath": "data.k",
       "toFieldPath": "status.copied"},
      {"type": "ToCompositeFromExpression", "expression": "object.data.k",
       "toFieldPath": "status.read"},
      {"type": "ToCompositeFromExpression",
       "expression": "base64.decode(object.data.k)",
       "toFieldPath": "status.decoded"}],
      "connectionDetails": [{"name": "k", "type": "FromFieldPath",
       "fromFieldPath": "data.k"}]}]})x";
  EXPECT_EQ(Arrives(request, "desired.composite.resource.status"),
            R"({"copied":"YW5u","decoded":"ann","read":"YW5u"})");
  EXPECT_EQ(Arrives(request, "desired.composite.connectionDetails.k"),
            Quoted(Base64("YW5u")));
}

}  // namespace
}  // namespace loom
