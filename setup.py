"""Builds the extension modules; everything else is in pyproject.toml.

PALIO_NATIVE=1    compile for this machine's CPU instead of a portable one
PALIO_DEBUG=1     bounds checks, C asserts, and the state check after every move
PALIO_SANITIZE=1  with AddressSanitizer and UndefinedBehaviorSanitizer (see `make sanitize`)
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCE = Path("src")


def enabled(name: str) -> bool:
    return os.environ.get(name, "0") not in {"", "0"}


DEBUG = enabled("PALIO_DEBUG")

compile_args = ["-std=c11", "-Wall", "-Wno-unused-function", "-fno-strict-aliasing", "-ffp-contract=off"]
compile_args += ["-O1", "-g", "-UNDEBUG"] if DEBUG else ["-O3", "-DNDEBUG"]
link_args = []
if enabled("PALIO_NATIVE"):
    compile_args.append("-march=native")
if enabled("PALIO_SANITIZE"):
    sanitizers = [
        "-fsanitize=address,undefined",
        "-fno-omit-frame-pointer",
        "-fno-sanitize-recover=undefined",
    ]
    compile_args += sanitizers
    link_args += sanitizers


def extension(source: Path) -> Extension:
    """One module per .pyx; it is rebuilt when a header or an included part changes."""
    name = ".".join(source.relative_to(SOURCE).with_suffix("").parts)
    parts = [str(path) for path in source.parent.glob("*.pxi")]
    headers = [str(path) for path in Path("csrc").glob("*.h")]
    return Extension(
        name,
        [str(source)],
        include_dirs=["csrc"],
        depends=parts + headers,
        extra_compile_args=compile_args,
        extra_link_args=link_args,
        define_macros=[("PALIO_DEBUG", "1")] if DEBUG else [],
    )


setup(
    ext_modules=cythonize(
        [extension(path) for path in sorted(SOURCE.glob("palio/**/*.pyx"))],
        include_path=[str(SOURCE)],
        build_dir="build/cython-debug" if DEBUG else "build/cython",
        compiler_directives={
            "language_level": 3,
            "boundscheck": DEBUG,
            "wraparound": False,
            "initializedcheck": DEBUG,
            "cdivision": True,
            "embedsignature": True,
            "annotation_typing": False,  # annotations are for readers; arguments are checked with clear errors
            "freethreading_compatible": False,
        },
    )
)
