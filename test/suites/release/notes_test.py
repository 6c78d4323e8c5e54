# SPDX-License-Identifier: Apache-2.0
"""What package/notes prints of a changelog, and when it refuses one."""
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOP = "# Changelog\n\n## [Unreleased]\n\n"
OLD = "## [0.1.0] - 2026-01-02\n\n### Added\n\n- Old.\n"

# The reason, the version, the changelog, and what is printed or, after a "!", refused.
CASES = (
    ("a section ends at the next", "0.2.0",
     TOP + "## [0.2.0] - 2026-03-04\n\n### Added\n\n- New.\n\n" + OLD,
     "### Added\n\n- New.\n"),
    ("the last section ends with the file", "0.1.0", TOP + OLD, "### Added\n\n- Old.\n"),
    ("no section", "0.3.0", TOP + OLD, "!no section ## [0.3.0]"),
    ("a section without a change", "0.2.0", TOP + "## [0.2.0] - 2026-03-04\n\n" + OLD,
     "!the section 0.2.0 lists no change"),
    ("a heading alone is no change", "0.2.0",
     TOP + "## [0.2.0] - 2026-03-04\n\n### Added\n\n" + OLD,
     "!the section 0.2.0 lists no change"),
    ("a section without a date", "0.2.0", TOP + "## [0.2.0]\n\n- New.\n",
     "!the heading of 0.2.0 has no date: expected ## [0.2.0] - YYYY-MM-DD"),
    ("a pre-release takes what is unreleased", "0.2.0-rc.1", TOP + "- Next.\n\n" + OLD,
     "- Next.\n"),
    ("or a section of its own", "0.2.0-rc.1",
     TOP + "- Next.\n\n## [0.2.0-rc.1] - 2026-03-04\n\n- Candidate.\n", "- Candidate.\n"),
    ("a pre-release without a change", "0.2.0-rc.1", TOP + OLD,
     "!the section Unreleased lists no change"),
    ("a block of code may have what looks like a heading", "0.1.0",
     TOP + OLD + "\n```yaml\n## [0.0.9] - 2026-01-01\n```\n\n- Older.\n",
     "### Added\n\n- Old.\n\n```yaml\n## [0.0.9] - 2026-01-01\n```\n\n- Older.\n"),
    ("but the next heading ends a section whose block of code has no end", "0.2.0",
     TOP + "## [0.2.0] - 2026-03-04\n\n- New.\n\n```\n" + OLD, "- New.\n\n```\n"),
    ("a version is no pattern", "0.1.0", TOP + "## [0x1.0] - 2026-03-04\n\n- Other.\n",
     "!no section ## [0.1.0]"),
)


def problems():
  """(reason, what is wrong with it) of each case."""
  for reason, version, changelog, wanted in CASES:
    with tempfile.NamedTemporaryFile("w", suffix=".md") as file:
      file.write(changelog)
      file.flush()
      done = subprocess.run([ROOT / "package/notes", version, file.name],
                            capture_output=True, text=True, check=False)
      if wanted.startswith("!"):
        got = (done.returncode, done.stderr)
        want = (1, f"package/notes: {file.name}: {wanted[1:]}\n")
      else:
        got, want = (done.returncode, done.stdout), (0, wanted)
      yield reason, "" if got == want else f"got {got!r}, want {want!r}"
