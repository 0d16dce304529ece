"""Placeholder."""

import argparse


def add_arguments(p: argparse.ArgumentParser) -> None: ...
def run(a: argparse.Namespace) -> int:
    return 0
