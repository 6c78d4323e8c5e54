// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package core pins Crossplane itself: its reconcilers, package manager and CRDs.
package core

import _ "github.com/crossplane/crossplane/v2/cmd/crossplane"
