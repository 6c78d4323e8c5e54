// SPDX-License-Identifier: Apache-2.0
// ExternalFormat describes the names of the objects of a kind in a cloud: a template
// with variables, and the host of the service.
//
//   compute.googleapis.com, projects/{project}/global/networks/{network}
//
// Match removes `https:` or `http:`, then `//`, then the host, then slashes at both
// ends. The rest must have the segments of the template. Literal parts must be equal,
// including case. A variable matches a non-empty string without a slash. A segment may
// have several variables, with literal characters between them.
//
// With `shortForm: project`, the value of this variable alone is also a name. It must
// be the only variable of the template. Invalid templates are reported with their
// field. The rules for names are Config Connector's.
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
#include "data/value/budget.h"
#include "language/input/fields.h"

namespace loom {
// Parses the path in a field. It must be below `status`.
std::optional<Path> ParseStatusPath(const Input& input,
                                    absl::string_view member,
                                    absl::string_view text);
// Parses the paths in a list of at most limits::kFormats elements.
std::vector<Path> ParseStatusPaths(Fields& fields, absl::string_view member);

using ExternalSegments = std::map<std::string, std::string>;

class ExternalFormat {
 public:
  static ExternalFormat Parse(const Input& input);
  // Returns a format that is known to be valid.
  static ExternalFormat Of(absl::string_view host, absl::string_view text,
                           absl::string_view short_form);

  const std::string& text() const { return text_; }
  // Returns the variables in the order of the template.
  const std::vector<std::string>& variables() const { return variables_; }

  // Returns nullopt if the name does not match.
  std::optional<ExternalSegments> Match(absl::string_view text) const;
  // Does the same in a call.
  std::optional<ExternalSegments> Match(absl::string_view text,
                                        Pool* pool) const {
    pool->account().Note(Writing(text.size()));
    return Match(text);
  }
  // Returns the name for these values. A variable without a value stays as it is in the
  // template.
  std::string Build(const ExternalSegments& values) const;
  // Describes why a name does not match: `segment 3 is "zones", expected "global"`. Returns
  // "" if it matches.
  std::string Difference(absl::string_view text) const;

 private:
  struct Part {
    std::string text;
    bool is_variable = false;
  };
  using Parts = std::vector<Part>;

  // Returns the error in the template; "" if it is valid.
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

// ExternalFormats holds the formats of a kind, in the order in which they are tried.
// Many entries of an input use the same formats, so copies share the list.
class ExternalFormats {
 public:
  ExternalFormats() = default;
  explicit ExternalFormats(std::vector<ExternalFormat> list)
      : list_(std::make_shared<const std::vector<ExternalFormat>>(
            std::move(list))) {}
  // Reads a list of formats. More than limits::kFormats are an error.
  static ExternalFormats Parse(Fields& fields);

  bool empty() const { return size() == 0; }
  size_t size() const { return list_ == nullptr ? 0 : list_->size(); }
  const ExternalFormat* begin() const {
    return empty() ? nullptr : list_->data();
  }
  const ExternalFormat* end() const { return begin() + size(); }
  // Return the first and the last format. The list must not be empty.
  const ExternalFormat& front() const { return list_->front(); }
  const ExternalFormat& back() const { return list_->back(); }

 private:
  std::shared_ptr<const std::vector<ExternalFormat>> list_;
};

// The table of built-in formats of external references: those of Google Cloud for
// Config Connector's kinds, and those of AWS for ACK's kinds. Sources: the names of
// Google's Cloud Asset Inventory, and the ARNs of AWS' Service Authorization Reference.
// An entry of `kinds` in the input overrides a row.
struct BuiltinFormat {
  absl::string_view group;
  absl::string_view kind;
  absl::string_view host;  // "": names have no host
  absl::string_view text;
  absl::string_view short_form = "";

  absl::string_view path() const;
};

absl::Span<const BuiltinFormat> BuiltinFormats();

// Returns nullptr if the table does not have the kind.
const BuiltinFormat* FindBuiltinFormat(absl::string_view group,
                                       absl::string_view kind);

}  // namespace loom
