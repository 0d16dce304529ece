"""The source package has everything that a build from it needs."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Without setup.py, which would translate the modules first: MANIFEST.in alone has to name their sources.
LIST_SOURCES = (
    "import sys, setuptools; sys.argv = ['setup.py', '--quiet', 'egg_info', '--egg-base', {!r}]; setuptools.setup()"
)


def test_a_source_package_has_all_sources(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", LIST_SOURCES.format(str(tmp_path))], cwd=ROOT, check=True)
    listed = set((tmp_path / "palio.egg-info" / "SOURCES.txt").read_text().split())

    kinds = {".py", ".pyi", ".pyx", ".pxd", ".pxi", ".h", ".json", ".css"}
    sources = [path for folder in ("src", "csrc") for path in (ROOT / folder).rglob("*") if path.suffix in kinds]
    assert len(sources) > 100
    assert {str(path.relative_to(ROOT)) for path in sources} - listed == set()
    assert not [name for name in listed if name.endswith(".so") or "node_modules" in name]
