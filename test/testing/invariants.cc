// SPDX-License-Identifier: Apache-2.0
#include "test/testing/invariants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "crossplane/call/observer.h"
#include "data/wire/reader.h"
#include "function/protobuf.h"
#include "google/protobuf/util/message_differencer.h"
#include "re2/re2.h"
#include "test/testing/random_message.h"

namespace loom::testing {
namespace {

using google::protobuf::util::MessageDifferencer;

std::string Run(const Function& function, const std::string& request) {
  absl::StatusOr<Bytes> response = function.Run(request);
  EXPECT_TRUE(response.ok()) << response.status();
  return response.ok() ? std::string(response->view()) : "";
}

v1::RunFunctionResponse Parse(const std::string& bytes) {
  v1::RunFunctionResponse response;
  EXPECT_TRUE(response.ParseFromString(bytes));
  if (response.desired().ByteSizeLong() == 0) response.clear_desired();
  // What came with the request may be on its way to somebody else.
  response.DiscardUnknownFields();
  return response;
}

// The bytes of each desired resource, by name; `state` is the field in which
// the message has its desired state.
std::map<std::string, std::string> DesiredBytes(absl::string_view message,
                                                uint32_t state) {
  std::map<std::string, std::string> resources;
  for (WireReader in(message); in.Next();) {
    if (!in.Is(state, WireType::kBytes)) continue;
    for (WireReader desired(in.bytes()); desired.Next();) {
      if (!desired.Is(2, WireType::kBytes)) continue;
      std::string name;
      absl::string_view resource;
      for (WireReader entry(desired.bytes()); entry.Next();) {
        if (entry.Is(1, WireType::kBytes)) name = std::string(entry.bytes());
        if (entry.Is(2, WireType::kBytes)) resource = entry.bytes();
      }
      resources[name] = std::string(resource);
    }
  }
  return resources;
}

// Returns a field of an object; null if it is absent.
const google::protobuf::Value& Member(const google::protobuf::Value& object,
                                      absl::string_view name) {
  const auto& members = object.struct_value().fields();
  auto found = members.find(std::string(name));
  return found == members.end() ? google::protobuf::Value::default_instance()
                                : found->second;
}

// Whether a text is one that a glob of a selector stands for; without one, any is.
bool Globs(const google::protobuf::Value& selector, const std::string& member,
           absl::string_view text) {
  const google::protobuf::Value& glob = Member(selector, member);
  if (!glob.has_string_value()) return true;
  const std::string pattern =
      absl::StrReplaceAll(RE2::QuoteMeta(glob.string_value()), {{"\\*", ".*"}});
  return RE2::FullMatch(std::string(text), pattern);
}

// Whether an overlay may select a resource, whatever its labels are.
bool Overlays(const google::protobuf::Value& overlay, const std::string& name,
              const v1::Resource& resource) {
  google::protobuf::Value object;
  *object.mutable_struct_value() = resource.resource();
  const std::string& version = Member(object, "apiVersion").string_value();
  const size_t slash = version.find('/');
  const std::string group =
      slash == version.npos ? "" : version.substr(0, slash);
  const auto& match = Member(overlay, "match").list_value().values();
  return match.empty() ||
         absl::c_any_of(match, [&](const google::protobuf::Value& each) {
           return Globs(each, "group", group) &&
                  Globs(each, "kind", Member(object, "kind").string_value()) &&
                  RE2::PartialMatch(name,
                                    Member(each, "resource").string_value());
         });
}

// By the name in the input: the alias by which an earlier step knows a resource.
std::map<std::string, std::string> AliasesIn(
    const v1::RunFunctionRequest& request) {
  std::map<std::string, std::string> aliases;
  const auto& context = request.context().fields();
  const auto steps = context.find("loom.fn.crossplane.io/steps");
  if (steps == context.end()) return aliases;
  for (const auto& each :
       Member(steps->second, "aliases").list_value().values()) {
    aliases[Member(each, "name").string_value()] =
        Member(each, "alias").string_value();
  }
  return aliases;
}

// Names of desired resources that the input does not speak of.
std::set<std::string> ForeignResources(const v1::RunFunctionRequest& request) {
  std::set<std::string> names;
  google::protobuf::Value input;
  *input.mutable_struct_value() = request.input();
  // It speaks of all of them.
  if (Member(input, "providerConfig").has_struct_value()) return names;
  const bool says_ready = Member(input, "readiness").has_struct_value();
  for (const auto& [name, resource] : request.desired().resources()) {
    // It may say that these are ready.
    if (says_ready && resource.ready() == v1::READY_UNSPECIFIED) continue;
    // P&T hands connection details on through the composite only.
    if (resource.connection_details().empty()) names.insert(name);
  }
  const std::map<std::string, std::string> aliases = AliasesIn(request);
  // What entries of the sections speak of: `name`, `resource`, `target.resource`,
  // whatever a selector finds, or a pattern matches.
  for (const char* section :
       {"resources", "references", "externalValues", "typedReferences",
        "externalReferences", "identities", "objectConnectionDetails"}) {
    for (const auto& entry : Member(input, section).list_value().values()) {
      const auto& target = Member(entry, "target");
      if (Member(target, "resourceSelector").has_struct_value()) return {};
      for (const std::string& name :
           {Member(entry, "name").string_value(),
            Member(entry, "resource").string_value(),
            Member(target, "resource").string_value()}) {
        names.erase(name);
        const auto alias = aliases.find(name);
        if (alias != aliases.end()) names.erase(alias->second);
      }
    }
  }
  for (const auto& entry : Member(input, "overlays").list_value().values()) {
    std::erase_if(names, [&](const std::string& name) {
      return Overlays(entry, name, request.desired().resources().at(name));
    });
  }
  for (const auto& entry :
       Member(input, "dependencies").list_value().values()) {
    const std::string& pattern = Member(entry, "resource").string_value();
    std::erase_if(names, [&](const std::string& name) {
      return RE2::FullMatch(name, pattern);
    });
  }
  for (const auto& entry : Member(input, "remove").list_value().values()) {
    const std::string& pattern = entry.has_struct_value()
                                     ? Member(entry, "name").string_value()
                                     : entry.string_value();
    std::erase_if(names, [&](const std::string& name) {
      return RE2::FullMatch(name, pattern);
    });
  }
  return names;
}

std::string RunWatched(const Function& function, const std::string& request) {
  Observer observer;
  absl::StatusOr<Bytes> response =
      function.Run(request, {.observer = &observer});
  EXPECT_TRUE(response.ok()) << response.status();
  return response.ok() ? std::string(response->view()) : "";
}

}  // namespace

bool IsFatal(const v1::RunFunctionResponse& answer) {
  return std::any_of(answer.results().begin(), answer.results().end(),
                     [](const v1::Result& result) {
                       return result.severity() == v1::SEVERITY_FATAL;
                     });
}

v1::RunFunctionResponse Answer(const Function& function,
                               const v1::RunFunctionRequest& request) {
  return Parse(Run(function, request.SerializeAsString()));
}

std::string Differences(const v1::RunFunctionResponse& want,
                        const v1::RunFunctionResponse& got) {
  // Many times faster than the differencer, which then says what differs.
  if (Serialize(want) == Serialize(got)) return "";
  std::string differences;
  MessageDifferencer differencer;
  differencer.ReportDifferencesToString(&differences);
  differencer.Compare(want, got);
  return differences;
}

v1::RunFunctionResponse ExpectInvariants(const Function& function,
                                         const v1::RunFunctionRequest& request,
                                         unsigned orders) {
  v1::RunFunctionResponse answer = Answer(function, request);
  EXPECT_EQ(answer.meta().tag(), request.meta().tag());
  if (IsFatal(answer)) {
    v1::RunFunctionResponse unchanged = answer;
    *unchanged.mutable_desired() = request.desired();
    if (request.desired().ByteSizeLong() == 0) unchanged.clear_desired();
    *unchanged.mutable_context() = request.context();
    unchanged.DiscardUnknownFields();
    if (!request.has_context()) unchanged.clear_context();
    EXPECT_EQ(Differences(unchanged, answer), "") << "FATAL, and changed";
  }
  for (unsigned seed = 0; seed < orders; ++seed) {
    SCOPED_TRACE(absl::StrCat("encoded with seed ", seed));
    std::mt19937 random(seed);
    // The last one has its fields in random order, unknown ones among them.
    const std::string bytes =
        Encode(request, {.unordered = seed + 1 == orders}, &random);
    // A reference would follow what Run writes to the request.
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
    const std::string before = bytes;
    const std::string response = Run(function, bytes);
    EXPECT_EQ(Differences(answer, Parse(response)), "");
    EXPECT_EQ(Run(function, bytes), response) << "not the same bytes again";
    EXPECT_EQ(bytes, before) << "the request was written to";
    EXPECT_EQ(RunWatched(function, bytes), response)
        << "another answer where objects are decoded whole";
    auto came = DesiredBytes(bytes, 3), went = DesiredBytes(response, 2);
    for (const std::string& name : ForeignResources(request)) {
      EXPECT_TRUE(came[name] == went[name]) << name << " was touched";
    }
  }
  return answer;
}

}  // namespace loom::testing
