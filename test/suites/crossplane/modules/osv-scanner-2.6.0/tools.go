// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package osvscanner pins what lists the vulnerabilities of a release.
package osvscanner

import _ "github.com/google/osv-scanner/v2/cmd/osv-scanner"
