// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package cli pins the crossplane command line that renders through Crossplane itself.
package cli

import _ "github.com/crossplane/cli/v2/cmd/crossplane"
