// SPDX-License-Identifier: Apache-2.0
// An ExternalFormat is the shape of the names by which a cloud knows the objects of
// a kind: a template with variables, and the host of the service.
//
//   - host: compute.googleapis.com
//     template: projects/{project}/global/networks/{network}
//
//   Match("//compute.googleapis.com/projects/p-1/global/networks/blue")
//       {network: blue, project: p-1}
//   Build({{"network", "blue"}, {"project", "p-1"}})
//       "projects/p-1/global/networks/blue", the canonical text
//
// Match drops `https:` or `http:`, then `//`, then the host, then slashes at both
// ends. What is left has to have the segments of the template: what stands in it as
// it is, with case, and for a variable a text that is not empty and has no slash. A
// segment may have several variables, with something between them:
//
//   arn:{partition}:iam::{account}:role/{role}
//
// With `shortForm: project`, the value of this variable alone is a name, too, if it
// is the only one of the template. Mistakes:
//
//   template: Invalid value: "a/{b": a brace is not closed
//   template: Invalid value: "{a}/{a}": the variable a is there twice
//   template: Invalid value: "{a}{b}": two variables have nothing between them
//   template: Invalid value: "a/b": has no variable
//   shortForm: Invalid value: "x": want the only variable of the template
//
// The rules of texts are Config Connector's.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "language/input/fields.h"

namespace loom {
// The path in a member, which has to be below `status`:
//   fallbackPaths[0]: Invalid value: "spec.id": must be below status
std::optional<Path> ParseStatusPath(const Input& input,
                                    absl::string_view member,
                                    absl::string_view text);
// Those in a list, of which there are at most limits::kFormats.
std::vector<Path> ParseStatusPaths(Fields& fields, absl::string_view member);

// The values of variables, by their names.
using ExternalSegments = std::map<std::string, std::string>;

class ExternalFormat {
 public:
  static ExternalFormat Parse(const Input& input);
  // One that is known to be right.
  static ExternalFormat Of(absl::string_view host, absl::string_view text,
                           absl::string_view short_form);

  // The template.
  const std::string& text() const { return text_; }
  // The variables, in their order.
  const std::vector<std::string>& variables() const { return variables_; }

  // nullopt: the text is none of this shape.
  std::optional<ExternalSegments> Match(absl::string_view text) const;
  // The text for these values. What has none stays as it is in the template.
  std::string Build(const ExternalSegments& values) const;
  // Where a text has not this shape: `segment 3 is "zones", want "global"`,
  // `the host is not compute.googleapis.com`, `3 segments, want 5`; "": it has it.
  std::string Difference(absl::string_view text) const;

 private:
  // A text as it is, or a variable.
  struct Part {
    std::string text;
    bool is_variable = false;
  };
  using Parts = std::vector<Part>;

  // What is wrong with the template; "": nothing.
  std::string Read(absl::string_view text);
  std::string ReadSegment(absl::string_view text);
  absl::string_view Bare(absl::string_view text) const;
  bool IsShort(absl::string_view bare) const;
  static bool MatchSegment(const Parts& parts, absl::string_view text,
                           ExternalSegments* values);

  std::string host_;
  std::string text_;
  std::string short_form_;
  std::vector<Parts> segments_;
  std::vector<std::string> variables_;
};

// ExternalFormats are the formats of a kind, in the order in which they are tried. Many
// entries of an input use the same ones, so copies share the list:
//
//   kinds: [{…, formats: [{template: "a/{b}"}]}]     read once
//   externalReferences: [{kind: …}, {kind: …}]       both refer to it

class ExternalFormats {
 public:
  ExternalFormats() = default;
  explicit ExternalFormats(std::vector<ExternalFormat> list)
      : list_(std::make_shared<const std::vector<ExternalFormat>>(
            std::move(list))) {}
  // At most limits::kFormats, which is a mistake otherwise.
  static ExternalFormats Parse(Fields& fields);

  bool empty() const { return size() == 0; }
  size_t size() const { return list_ == nullptr ? 0 : list_->size(); }
  const ExternalFormat* begin() const {
    return empty() ? nullptr : list_->data();
  }
  const ExternalFormat* end() const { return begin() + size(); }
  // Of a list that is not empty.
  const ExternalFormat& front() const { return list_->front(); }
  const ExternalFormat& back() const { return list_->back(); }

 private:
  std::shared_ptr<const std::vector<ExternalFormat>> list_;
};

// The well-known shapes of external references: those of Google Cloud, as Config
// Connector's kinds have them, and those of AWS, as ACK's have them.
//
//   FindBuiltinFormat("compute.cnrm.cloud.google.com", "ComputeNetwork")
//       host compute.googleapis.com
//       template projects/{project}/global/networks/{network}
//       path status.externalRef
//
// Sources: the names of Google's Cloud Asset Inventory, and the ARNs of AWS' Service
// Authorization Reference. An entry of `kinds` in the input wins over a row.

struct BuiltinFormat {
  absl::string_view group;
  absl::string_view kind;
  absl::string_view host;  // "": texts have none
  absl::string_view text;
  absl::string_view short_form = "";

  // Where an object has its reference.
  absl::string_view path() const;
};

absl::Span<const BuiltinFormat> BuiltinFormats();

// nullptr if the table does not have it.
const BuiltinFormat* FindBuiltinFormat(absl::string_view group,
                                       absl::string_view kind);

}  // namespace loom
