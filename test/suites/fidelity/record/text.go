// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"unicode"
)

// jsonText adds a row: text, and what it is when it is read and written again,
// null if it is no JSON.
func (t *table) jsonText(text string) {
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.add(text, nil)
		return
	}
	written, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	t.add(text, string(written))
}

var oddJSON = []string{
	"", " ", "null", " null ", "nul", "Null", "true", "false", "tru", "0", "-0",
	"-0.0", "1", "-1", "+1", "01", "-01", "1.", ".5", "1.5", "1e5", "1E+5",
	"1e-7", "1e", "1e+", "1e400", "-1e400", "1e-400", "0x1", "NaN", "Infinity",
	"123456789012345678901234567890", "9007199254740993", "1e21", "1e20",
	"0.000001", "0.0000001", "100000000000000000000000", "-", "--1", "1 2",
	`""`, `"a"`, `'a'`, `"a`, `a"`, `"\u0041"`, `"\u00e9"`, `"é"`, `"\ud83d\ude00"`,
	`"\ud83d"`, `"\ude00"`, `"\ud83dx"`, `"\ud83d\u0041"`, `"\ud83d\ud83d\ude00"`,
	`"\ude00\ud83d"`, `"\u12"`, `"\u12G4"`, `"\uD83D\uDE00"`, `"\x41"`, `"\/"`,
	`"\b\f\n\r\t\"\\"`, `"\a"`, "\"\t\"", "\"\n\"", "\"\u007f\"", "\"\u2028\"",
	`"<>&'"`, `"\u0000"`, `"\u001f"`, `"\\ud83d"`, `"\\\ud83d"`,
	"[]", "[ ]", "[1,2]", "[1,]", "[,1]", "[1 2]", "[1", "]", "[[]]", "[[]",
	"{}", "{ }", `{"a":1}`, `{"a":1,}`, `{"a"}`, `{a:1}`, `{"a":}`, `{1:2}`,
	`{"a":1,"a":2}`, `{"a":{"x":1},"a":{"y":2}}`, `{"b":1,"a":2}`,
	`{"é":1,"z":2,"Z":3}`, `{"":0}`, `{"a" : [ null , true ] }`, `{"a":1}x`,
	`{"a":1} x`, `{"a":1}{`, "[1]//x", "/*x*/1", "\ufeff1", "1\u0000",
	"\u00a01", "[1]\n\r\t ", "\v1", `{"a\u0062":1}`, `{"\ud800":1,"\udc00":2}`,
	`{"a":"\u2029<"}`, "[0.1,1e1,1E1,1.0,-0.0,1e+2,12e-1]", "[tRue]", "[\"a\" \"b\"]",
	`"\u005Cn"`, `["\u0022"]`, "[1.0e]", "[1.5.5]", "[-]", "[00]", "[1e5e5]",
}

func jsonTexts(t *table) {
	for _, text := range oddJSON {
		t.jsonText(text)
	}
	t.times(200, func() { t.jsonText(t.randomJSON(0)) })
	// A byte less, more or other.
	t.times(200, func() {
		text := []rune(t.randomJSON(0))
		at := t.IntN(len(text))
		other := []rune(`{}[]",:\0e-. tn`)
		switch t.IntN(3) {
		case 0:
			text = append(text[:at], text[at+1:]...)
		case 1:
			text[at] = pick(t, other)
		case 2:
			text = append(text[:at], append([]rune{pick(t, other)}, text[at:]...)...)
		}
		t.jsonText(string(text))
	})
}

func (t *table) randomJSON(depth int) string {
	space := pick(t, []string{"", "", "", " ", "\n"})
	kind := t.IntN(8)
	if depth > 3 {
		kind %= 5
	}
	switch kind {
	case 0, 1:
		return pick(t, []string{"null", "true", "false", "\"\"", "0", "-1"})
	case 2:
		return pick(t, signs[:1]) + "1" + t.digits(8) + "." + t.digits(5) + "1e-3"
	case 3:
		text, _ := json.Marshal(pick(t, sampleTexts))
		return string(text)
	case 4:
		return `"` + pick(t, []string{"é", `\u00e9`, `\n`, "k", `\ud834\udd1e`, `\ud834`}) + `"`
	case 5:
		var list []string
		for range t.IntN(4) {
			list = append(list, t.randomJSON(depth+1))
		}
		return "[" + strings.Join(list, ","+space) + "]"
	default:
		var members []string
		for range t.IntN(4) {
			name := pick(t, []string{"a", "b", "é", "Z", `\u0061`, ""})
			members = append(members, `"`+name+`":`+space+t.randomJSON(depth+1))
		}
		return "{" + strings.Join(members, space+",") + "}"
	}
}

// base64Texts adds rows: text, and its bytes as a list of numbers or the error.
func base64Texts(t *table) {
	row := func(text string) {
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.add(text, nil, err.Error())
			return
		}
		list := []int{}
		for _, b := range decoded {
			list = append(list, int(b))
		}
		t.add(text, list)
	}
	for _, text := range []string{
		"", "=", "==", "====", "A", "AA", "AAA", "AAAA", "A===", "AA==", "AAA=",
		"AA=", "AA=A", "AA==A", "AAA=A", "AAA==", "AAAA=", "AAAA==", "AB==",
		"A\nA=\n=\n", "\r\nAAAA\r\n", "AAAA ", " AAAA", "AA\t==", "_-__", "+/+/",
		"AAAAé", "A=AA", "=AAA", "AA\n==", "AAAA\nAAAA", "AAA\n", "\n", "AA=\n",
		"aGVsbG8=", "aGVsbG8", "/w==", "/x==",
	} {
		row(text)
	}
	t.times(150, func() {
		data := make([]byte, t.IntN(9))
		for i := range data {
			data[i] = byte(t.IntN(256))
		}
		text := []byte(base64.StdEncoding.EncodeToString(data))
		if len(text) > 0 && t.chance(2) {
			text[t.IntN(len(text))] = "=A\n -_é/"[t.IntN(7)]
		}
		row(strings.ToValidUTF8(string(text), "?"))
	})
}

// letters adds a row for every 64 characters of which one has another case:
// the first, the 64, all of them in upper and in lower case. Elsewhere both
// are the characters themselves.
func letters(t *table) {
	for first := rune(0); first <= unicode.MaxRune; first += 64 {
		var block bytes.Buffer
		for r := first; r < first+64; r++ {
			block.WriteRune(r)
		}
		text := block.String()
		upper, lower := strings.ToUpper(text), strings.ToLower(text)
		if upper != text || lower != text {
			t.add(first, text, upper, lower)
		}
	}
}
