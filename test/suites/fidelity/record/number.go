// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
)

// why is the end of an error of strconv: syntax or range.
func why(err error) any {
	if err == nil {
		return nil
	}
	return errors.Unwrap(err).Error()
}

// number adds three rows: what the text is as an int64, as a double and as a
// boolean, or what is wrong with it.
func (t *table) number(text string) {
	integer, err := strconv.ParseInt(text, 10, 64)
	t.add("int64", text, strconv.FormatInt(integer, 10), why(err))
	double, err := strconv.ParseFloat(text, 64)
	t.add("float64", text, strconv.FormatFloat(double, 'g', -1, 64), why(err))
	truth, err := strconv.ParseBool(text)
	t.add("bool", text, strconv.FormatBool(truth), why(err))
}

var oddNumbers = []string{
	"", " ", "1 ", " 1", "+", "-", ".", "+.", "1", "+1", "-0", "-0.0", "007",
	"1.", ".5", "5.e1", ".e1", "1e", "1e+", "1e5", "1E5", "1e+05", "1e-400",
	"1e400", "-1e400", "1_0", "_1", "1_", "1__0", "1_.5", "1._5", "1e1_0",
	"1_e1", "0x10", "0x1p4", "0X1P4", "0x.8p1", "0x1.8p-1", "0xp1", "0x1p",
	"0x_1p1", "0x1_0p1", "0x1p1_0", "0_x1p1", "0x1p5000", "0x1p-5000", "0b1",
	"0o7", "inf", "Inf", "-INF", "+infinity", "infin", "nan", "NaN", "-nan",
	"+nan", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "-9223372036854775809", "1,5", "١٢", "１", "1e5.0",
	"true", "TRUE", "True", "tRUE", "t", "T", "yes", "on", "0", "f", "F",
	"false", "FALSE", "False", "fALSE", "no", "1.0", "01", "4.9e-324",
	"2.4703282292062327e-324", "2.4703282292062328e-324",
	"1.7976931348623157e308", "1.7976931348623158e308",
	"1.7976931348623159e308", "179769313486231580793e289", "--1", "+-1", "1-",
	"9007199254740993", "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7p1023",
	"0x0.00000000000008p-1022", "0x0.000000000000081p-1022", "1\u0000",
	"1e00000000000000000005", "0e999999999999", "1e999999999999",
	"0x1p99999999999", "0x0p99999999999", "\u221212", "0x1.0000000000000800p0",
	"0x1.00000000000008000001p0", "0xA.bp-1", "1f", "1d", "0x1e", "1p3",
}

func numbers(t *table) {
	for _, text := range oddNumbers {
		t.number(text)
	}
	t.times(150, func() {
		text := pick(t, signs) + t.digits(19)
		if t.chance(2) {
			text += "." + t.digits(20)
		}
		if t.chance(3) {
			text += "e" + pick(t, signs) + t.digits(3)
		}
		t.number(text)
	})
	t.times(60, func() {
		var text strings.Builder
		for range 1 + t.IntN(7) {
			text.WriteByte("0019.+-eExXpP_f "[t.IntN(16)])
		}
		t.number(text.String())
	})
}

// doubles adds rows: the number as its bits, plain as convert writes it, and
// as JSON; null where JSON has none.
func doubles(t *table) {
	row := func(number float64) {
		var text any
		if encoded, err := json.Marshal(number); err == nil {
			text = string(encoded)
		}
		t.add(strconv.FormatUint(math.Float64bits(number), 16),
			strconv.FormatFloat(number, 'f', -1, 64), text)
	}
	for _, number := range concat(sampleFloats, []any{
		0.0, 1.0, -1.0, 1e-6, 9.99e-7, 1e-9, 1e20, 9.99e20, 1e22, 123456789e15,
		1e100, 1e-300, 0.3, 100.0, 12345678.0, 9007199254740993.0,
	}) {
		row(number.(float64))
	}
	t.times(150, func() { row(math.Float64frombits(t.Uint64())) })
	t.times(150, func() {
		row(math.Trunc(t.NormFloat64()*1e6) / math.Pow10(t.IntN(30)-12))
	})
}
