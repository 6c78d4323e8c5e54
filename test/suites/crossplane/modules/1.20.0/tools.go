// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package cli pins the crossplane command line that the tests render through.
package cli

import _ "github.com/crossplane/crossplane/cmd/crank"
