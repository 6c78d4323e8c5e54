# SPDX-License-Identifier: Apache-2.0
"""Where the repository is."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[3]
