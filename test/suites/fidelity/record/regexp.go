// SPDX-License-Identifier: Apache-2.0

package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// match adds a row: pattern, text, and the groups that match, from 0 on; null
// if nothing matches. A row of the pattern alone: Go refuses it.
func (t *table) match(pattern string, texts ...string) {
	compiled, err := regexp.Compile(pattern)
	if err != nil {
		t.add(pattern)
		return
	}
	for _, text := range texts {
		// Ours finds a \B between the bytes of a character, too.
		if strings.Contains(pattern, `\B`) && len(text) != len([]rune(text)) {
			continue
		}
		t.add(pattern, text, compiled.FindStringSubmatch(text))
	}
}

var (
	oddPatterns = []string{
		"", "|", "()", "(|a)", "(|a)*", "(|a)+", "(a|)*", "(a*)*", "(a*)+", "(a+)*b",
		"a**", "a*?", "a+?", "a??", "a*+", "a{2}", "a{2,}", "a{1,2}?", "a{,2}", "a{2",
		"a{2}{3}", "a{1000}", "a{1001}", "a{2,1}", "(a{100}){10}", "(a{100}){11}",
		"a{0}", "(a){0}", "x{-1}", "a{1,2,3}", "{", "}", "a{}", "*", "+a", "?", "^*", "$*",
		"(?i)*", "^+", `\b*`, "(*a)", "(+)", ")", "(", "(a", "a)", "((a)", "[", "]", "[]",
		"[]a]", "[^]a]", "[^]", "[a", "[a-", "[a-]", "[-a]", "[z-a]", "[a-a]", "[--a]",
		"[a-b-c]", `[a-\d]`, `[\d-a]`, `[\w-]`, "[[:alpha:]]", "[[:^alpha:]]",
		"[[:foo:]]", "[:alpha:]", "[[:alpha:]", "[[:word:]-x]", "[[=a=]]", "[[.a.]]",
		`\d+`, `\D`, `\s`, `\S`, `\w+`, `\W`, `\b`, `\B`, `\A`, `\z`, `\Z`, `\a`, `\e`, `\f`,
		`\n`, `\v`, `\h`, `\R`, `\X`, `\K`, `\G`, `\C`, `[\C]`, `\\C`, `\1`, `\8`, `\0`, `\07`,
		`\12`, `\123`, `\400`, `\x41`, `\x4`, `\x`, `\x{41}`, `\x{}`, `\x{110000}`,
		`\x{D800}`, `\x{0000041}`, `\u0041`, `\cA`, `\i`, `\_`, `\-`, `\é`, `\<`, `\`, `[\]`,
		`\Q`, `\Qa.b`, `\Qa.b\E+`, `\Q\E`, `\Qab\E{2}`, `\Q\\E`, `\E`, `a\Eb`, `[\Qa\E]`,
		`\Q(?<a>\E`, `(\Q)\E)`, `\Qé\E*`, `\pL`, `\PL`, `\p{L}`, `\p{^L}`, `\P{^L}`, `\pX`,
		`\p{Lu}`, `\p{Foo}`, `\p{}`, `\p`, `\p{L`, `[\pL\d]`, `[^\pL]`, `\p{Greek}`, `\p{Any}`,
		`\PN`, `[[:^digit:]\D]`, `(?i)\p{Lu}`, `(?i)[^k]`, "(?i)k", "(?i)ſ", "(?i)[a-z]",
		"(?i)ß", "(?i)σ", "(?i)é", "(?-i)A", "(?i:A)b", "(?i)A(?-i)b", "(?i-s)a.",
		"(?s).", "(?m)^b$", "(?m)$", "(?U)a+", "(?U)a+?", "(?sm).^", "(?)a", "(?-)a",
		"(?i-)a", "(?--i)a", "(?ii)a", "(?x)a", "(?i", "(?", "(?:", "(?:a", "(?:a)", "(?:)",
		"(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "(?>a)", "(?#a)", "(?|a)", "(?R)", "(?1)",
		"(?P<n>a)", "(?<n>a)", "(?P=n)", "(?P>n)", "(?P<n>a)(?P<n>b)", "(?<n>a)(?P<n>b)",
		"(?P<>a)", "(?<>a)", "(?P<n", "(?<n", "(?P<1n>a)", "(?<é>a)", "(?P<n-m>a)",
		"(?P<n m>a)", "(?'n'a)", "(?P<_1>a)", "(?P<n>a)|(?P<m>b)", "[(?<n>)]", "[[](?<n>a)",
		`\[(?<n>a)`, `[\]](?<n>a)`, `[^]](?<n>a)`, "[[:alpha:](?<n>)]", "[[:](?<n>a)",
		`\\(?<n>a)`, `\Q\\E(?<n>a)`, "a|b|", "|a", "a||b", "(a|b)*c|d", "a|ab", "ab|a",
		"(a|ab)(c|bcd)(d*)", "(a+|b+)*", "((a)|b)*", "(a)|(b)", "(a)?(b)?", "(a)*",
		"^", "$", "^$", "a$b", "a^b", "^a|b$", "^(a|b)$", "(^a)", "(a$)", `\Ab`, `b\z`, `(?m)\Ab`,
		`(?m)b\z`, ".", ".*", ".+?", ".*a", "(.*)(.*)", "(.*?)(.*)", "[^a]*", "[^\n]", `[^\S]`,
		`[\s\S]`, `\x{10FFFF}`, "\x00", "é", "é*", "日+", "[é-ü]", "[^é]", "😀", "[😀-😂]", "e\u0301",
		"a\nb", "(?i)İ", "(?i)ı", "(?i)[ı]", `\pZ`, `\p{Zs}`, `\pM`, `\p{Nd}`, `\p{No}`,
		`\p{Han}`, `\p{Latin}`, `\p{Cyrillic}`, `\p{greek}`, `\p{letter}`, `\p{Letter}`,
		`\p{olditalic}`, `\p{IsGreek}`, `\p{Script=Greek}`, `\p{Lowercase_Letter}`, `\p{punct}`, `\p{Lm}`,
		`\p{lu}`, `\pl`, `\p{Cs}`, `\pC`, `\p{Co}`, `\p{any}`, `\p{ Lu }`, `\p{L-u}`, `[\p{Lu}-z]`,
		`\p{^Lu}`, `\P{^Lu}`, `[^\p{^Lu}]`, "(?i)\\p{Ll}", "(?i)[[:upper:]]", "(?i)[^[:upper:]]",
		"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", `^arn:aws:iam::(\d{12}):role/(.+)$`,
		`^v?(\d+)\.(\d+)(?:\.(\d+))?$`, `([^/]+)$`, `^(?:[^-]+-){2}(.*)$`, `(?i)^(dev|prod)`,
		`^[\pL\d-]{1,253}$`, `(\w+)\s(\w+)`, `^(..).*(..)$`,
	}
	patternTexts = []string{
		"", "a", "aa", "ab", "abc", "aab", "abcd", "b", "A", "ba\nb", "é", "日本", "a.b", "0",
		"-x-", "K", "k\u212a", "ſs", "😀", "E\u0301x", "aaaa", "]", "(?<n>)", "12 ab", "\\C",
		"dev-eu-west-1", "v1.12.3", "arn:aws:iam::123456789012:role/x/y", "λΣσς", "İıI", "_1",
		"\x00", "\n", "\t ", "ǅ", "½", "٣",
	}
	atoms = []string{
		"a", "b", "c", "A", "é", ".", "[ab]", "[^a]", `\d`, `\w`, `\s`, `\b`, "^", "$", "",
		"(?i)", `\pL`, "[[:alpha:]]", `\B`, "(?s)", "(?m)", "ab", "K", "(?U)", `[^\W_]`,
	}
	repetitions = []string{
		"", "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}",
	}
)

func (t *table) pattern(depth int) string {
	var text strings.Builder
	for i := range 1 + t.IntN(3) {
		if i > 0 && t.chance(4) {
			text.WriteByte('|')
		}
		if depth < 3 && t.chance(3) {
			text.WriteString(pick(t, []string{"(", "(", "(?:", "(?i:", "(?<x>"}))
			text.WriteString(t.pattern(depth + 1))
			text.WriteByte(')')
		} else {
			text.WriteString(pick(t, atoms))
		}
		text.WriteString(pick(t, repetitions))
	}
	return text.String()
}

func (t *table) text() string {
	var text strings.Builder
	for range t.IntN(8) {
		text.WriteString(pick(t, []string{
			"a", "b", "c", "a", "b", "A", "é", "É", "1", " ", "\n", "k", "_", "\u212a",
		}))
	}
	return text.String()
}

// scripts are texts of a few characters of each class that \p knows, and
// whether they belong to it.
func (t *table) classes(tables map[string]*unicode.RangeTable) {
	names := make([]string, 0, len(tables))
	for name := range tables {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		// Go refuses its own names with an underscore, or of two words, since
		// 1.25; ours goes on taking them.
		// LC, Cn and, with Cn in it, C are new in 1.25 and not in ours.
		if strings.ContainsRune(name, '_') || name == "SignWriting" ||
			name == "LC" || name == "Cn" || name == "C" {
			continue
		}
		var text strings.Builder
		for _, r := range tables[name].R16 {
			text.WriteRune(rune(r.Lo))
		}
		for _, r := range tables[name].R32 {
			text.WriteRune(rune(r.Lo))
		}
		members := []rune(text.String())
		if len(members) > 12 {
			members = members[:12]
		}
		t.match(`^\p{`+name+`}+`, string(members))
	}
}

func regexps(t *table) {
	for _, pattern := range oddPatterns {
		t.match(pattern, pick(t, patternTexts), pick(t, patternTexts),
			pick(t, patternTexts), "", "a", "abcd")
	}
	t.classes(unicode.Categories)
	t.classes(unicode.Scripts)
	t.times(800, func() { t.match(t.pattern(0), t.text()) })
	// Mistakes: a character less.
	t.times(200, func() {
		text := []rune(t.pattern(0) + "x" + t.pattern(0))
		at := t.IntN(len(text))
		t.match(string(append(text[:at], text[at+1:]...)), t.text())
	})
}
