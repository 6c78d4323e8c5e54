// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package workflows pins the program that checks .github/workflows.
package workflows

import _ "github.com/rhysd/actionlint/cmd/actionlint"
