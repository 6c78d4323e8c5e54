// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

var (
	sampleTexts = []any{
		"", "a", "bucket", "x y", "héllo", "e\u0301", "日本語", "a\tb\"`\\",
		"line\nfeed", "\u2028", "😀!", "\u200d", "\x00\x7f", "%s", "\ufeffx",
		"it's", "\u00ad", "ﬁ", "0x1F",
	}
	sampleIntegers = []any{
		int64(0), int64(1), int64(-1), int64(5), int64(42), int64(-42),
		int64(255), int64('A'), int64('\''), int64('\\'), int64(0x1F600),
		int64(0x20AC), int64(0xD800), int64(0x110000), int64(7), int64(0x7F),
		int64(1) << 53, int64(1234567), int64(-4096), int64(math.MaxInt64),
		int64(math.MinInt64),
	}
	// No whole numbers within ±2^53: wholeNumbers has those.
	sampleFloats = []any{
		0.1, -0.5, 2.5, 3.14159, 1e-7, 123456.789, 1234567.5, 999999.5,
		0.00001234, 5e-324, 1e20, 1e21, 1e23, 1e300, math.Copysign(0, -1),
		math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, 0.0001,
		2.25, 2.35, 0.05, -9.995, 1.0 / 3, 9007199254740994.0,
	}
	sampleLists = []any{
		[]any{}, []any{"a", "b c"}, []any{int64(1), nil, 2.5, true},
		[]any{[]any{"x"}, map[string]any{}},
		map[string]any{}, map[string]any{"b": "x", "a": int64(1)},
		map[string]any{"k": []any{nil, "é"}, "j": map[string]any{"i": 0.5}},
		map[string]any{"10": true, "9": nil, "é": "", "Z": int64(-7)},
	}
	otherSamples = []any{nil, true, false}
)

const (
	verbs      = "vTtbcdoOqxXUeEfFgGspwz!é"
	floatVerbs = "eEfFgG"
)

func concat(lists ...[]any) []any {
	var all []any
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

// tagged writes a value so that its kind survives JSON: {"i": "5"} is an
// int64, {"f": "2.5"} a double, {"o": {…}} an object; the rest are themselves.
func tagged(value any) any {
	switch value := value.(type) {
	case int64:
		return map[string]any{"i": strconv.FormatInt(value, 10)}
	case float64:
		return map[string]any{"f": strconv.FormatFloat(value, 'g', -1, 64)}
	case []any:
		list := []any{}
		for _, element := range value {
			list = append(list, tagged(element))
		}
		return list
	case map[string]any:
		members := map[string]any{}
		for name, member := range value {
			members[name] = tagged(member)
		}
		return map[string]any{"o": members}
	default:
		return value
	}
}

// complaintOfS is what Go prints for a number or a boolean under %s.
var complaintOfS = regexp.MustCompile(`%!s\((int64|float64|bool)=`)

// printf adds a row: format, arguments, text. %p of a list or an object is an
// address and makes none, and neither does %s of a number or a boolean, which
// ours prints otherwise: plainTexts has those.
func (t *table) printf(format string, arguments ...any) {
	if strings.Contains(format, "p") {
		for _, argument := range arguments {
			switch argument.(type) {
			case []any, map[string]any:
				return
			}
		}
	}
	text := fmt.Sprintf(format, arguments...)
	if complaintOfS.MatchString(text) {
		return
	}
	t.add(format, tagged(append([]any{}, arguments...)), text)
}

// directive makes a random one without verb: flags, width, precision.
func (t *table) directive() string {
	var text strings.Builder
	text.WriteByte('%')
	for _, flag := range "+-# 0" {
		if t.chance(3) {
			text.WriteRune(flag)
		}
	}
	if t.chance(2) {
		text.WriteString(strconv.Itoa(t.IntN(14)))
	}
	if t.chance(3) {
		text.WriteByte('.')
		if !t.chance(4) {
			text.WriteString(strconv.Itoa(t.IntN(9)))
		}
	}
	return text.String()
}

func formats(t *table) {
	samples := concat(sampleTexts, sampleIntegers, sampleFloats, sampleLists,
		otherSamples)
	for _, verb := range verbs {
		for _, value := range samples {
			t.printf("%"+string(verb), value)
			t.times(1, func() { t.printf(t.directive()+string(verb), value) })
		}
	}
	t.times(1200, func() { t.severalArguments(samples) })
}

var pieces = []string{
	"-", "%%", "é", "%5%", "[", "]", "%[1]", "%[2]", "%[3]*.[2]*[1]", "%[9]",
	"%[x]", "%[", "%[-1]", "%*", "%-*", "%.*", "%*.*", "%0*", "%[2]*", "%.[1]*",
	"%[1].2", "%[1]2", "%.", "%3", "%-5", "%+", "%# ", "%!", "% ", "%6.2",
	"%[2]*[1]", "%[]", "%[1]*.", "%0[2]", "%..", "%é",
}

// severalArguments formats up to four with what is around directives: stars,
// indexes, directives without end, arguments too few and too many.
func (t *table) severalArguments(samples []any) {
	var format strings.Builder
	for range 1 + t.IntN(4) {
		if t.chance(2) {
			format.WriteString(pick(t, pieces))
		} else {
			format.WriteString(t.directive())
		}
		if !t.chance(6) {
			format.WriteByte(verbs[t.IntN(22)])
		}
	}
	arguments := []any{}
	for range t.IntN(5) {
		if t.chance(3) {
			arguments = append(arguments, int64(t.IntN(30)-8))
		} else {
			arguments = append(arguments, pick(t, samples))
		}
	}
	// A star may take a number far beyond the widths that ours prints, and
	// ours takes the double -0 for a whole number, too.
	if strings.Contains(format.String(), "*") {
		for i, argument := range arguments {
			switch number := argument.(type) {
			case int64:
				arguments[i] = number % 1000
			case float64:
				if number == 0 {
					arguments[i] = -0.5
				}
			}
		}
	}
	t.printf(format.String(), arguments...)
}

var sampleWholes = []float64{
	0, 1, -1, 5, 42, -42, 65, 999999, 1000000, 1e6 + 1, 123456789, -1e15,
	1 << 53, -(1 << 53), 100, 0x1F600, 255,
}

// wholeNumbers are doubles, as they come over the wire. Go prints them as
// doubles; that they print as integers under all but the verbs of floating
// point is ours, and the row says what Go prints for an int64 there.
func wholeNumbers(t *table) {
	for _, verb := range verbs {
		for _, number := range sampleWholes {
			t.whole("%"+string(verb), verb, number)
			t.times(1, func() {
				t.whole(t.directive()+string(verb), verb, number)
			})
		}
	}
}

func (t *table) whole(format string, verb rune, number float64) {
	wire := []any{number, []any{number, "x"}, map[string]any{"k": number}}
	other := []any{int64(number), []any{int64(number), "x"},
		map[string]any{"k": int64(number)}}
	for i := range wire {
		if i > 0 && (verb == 'p' || !t.chance(4)) {
			continue
		}
		asked := other[i]
		if strings.ContainsRune(floatVerbs, verb) {
			asked = wire[i]
		} else if verb == 's' {
			asked = asTexts(asked)
		}
		t.add(format, tagged(wire[i:i+1]), fmt.Sprintf(format, asked))
	}
}

// plain is a number or a boolean that %s prints as the text that %v makes of
// it. That is ours; Go complains.
type plain struct{ value any }

func (p plain) Format(state fmt.State, verb rune) {
	directive := fmt.FormatString(state, verb)
	if verb == 's' {
		fmt.Fprintf(state, directive, fmt.Sprint(p.value))
	} else {
		fmt.Fprintf(state, directive, p.value)
	}
}

// asTexts makes plain values of all numbers and booleans within a value.
func asTexts(value any) any {
	switch value := value.(type) {
	case int64, float64, bool:
		return plain{value}
	case []any:
		list := []any{}
		for _, element := range value {
			list = append(list, asTexts(element))
		}
		return list
	case map[string]any:
		members := map[string]any{}
		for name, member := range value {
			members[name] = asTexts(member)
		}
		return members
	default:
		return value
	}
}

// plainTexts are numbers and booleans under %s, alone and among others.
func plainTexts(t *table) {
	samples := concat(sampleIntegers, sampleFloats, sampleLists, otherSamples)
	row := func(format string, value any) {
		t.add(format, tagged([]any{value}), fmt.Sprintf(format, asTexts(value)))
	}
	for _, value := range samples {
		row("%s", value)
		t.times(8, func() { row(t.directive()+"s", value) })
	}
}
