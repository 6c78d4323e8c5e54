// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

// quantity adds a row: text, and its amount as P&T computes it or the error.
func (t *table) quantity(text string) {
	amount, err := resource.ParseQuantity(text)
	if err != nil {
		t.add(text, nil, err.Error())
		return
	}
	t.add(text, strconv.FormatFloat(amount.AsApproximateFloat64(), 'g', -1, 64))
}

var (
	signs    = []string{"", "+", "-"}
	suffixes = []string{
		"", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti",
		"Pi", "Ei",
	}
	amounts = []string{
		"0", "1", "5", "007", "1.5", ".5", "5.", "0.3", ".", "", "100", "999",
		"0.1", "0.0000000001", "0.123456789", "0.1234567891", "1.000000001",
		"123456789012345678", "1234567890123456789", "9223372036854775807",
		"9223372036854775808", "12345678901234567890", "0.000", "00.10",
		"8", "7.99999999999999999999", "1000000000000000000000000000000",
	}
	oddQuantities = []string{
		"", " ", "1 ", " 1", "1 Gi", "1GiB", "1gi", "1ki", "1K", "1KI", "1i",
		"1e", "1e+", "1E", "1E-", "1e1.5", "1Gi2", "--1", "+-1", "1-", "1.2.3",
		"0x1", "1_0", "1,5", "１", "1é", "NaN", "Inf", "e5", "1ee5", "1m3",
		"1Ke3", "1mi", "1ni", "1Ui", "+.Ei", "-.n", ".e0", "1e400", "1e-400",
		"1e99999999999999999999", "1e-9999999", "-e3", "1\n", "1\u0000",
	}
)

func (t *table) digits(most int) string {
	var text strings.Builder
	for range t.IntN(most + 1) {
		digit := t.IntN(14)
		if digit > 9 {
			digit = (digit % 2) * 9 // more zeroes and nines
		}
		text.WriteByte(byte('0' + digit))
	}
	return text.String()
}

func quantities(t *table) {
	for _, text := range oddQuantities {
		t.quantity(text)
	}
	for _, amount := range amounts {
		for _, suffix := range suffixes {
			t.quantity(amount + suffix)
		}
		t.quantity("-" + amount + pick(t, suffixes))
		t.quantity("+" + amount + pick(t, suffixes))
	}
	t.times(700, func() {
		text := pick(t, signs) + t.digits(22)
		if t.chance(2) {
			text += "." + t.digits(14)
		}
		if t.chance(3) {
			text += string("eE"[t.IntN(2)]) + pick(t, signs) + t.digits(2)
		} else {
			text += pick(t, suffixes)
		}
		t.quantity(text)
	})
}
