// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package peer pins the function that the chains are rendered with.
package peer

import _ "github.com/crossplane-contrib/function-patch-and-transform"
