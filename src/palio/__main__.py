"""`python -m palio` is the palio command."""

import sys

from palio.cli import main

sys.exit(main())
