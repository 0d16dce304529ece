"""`python -m palio` is the palio command."""

import sys

from palio_command import main

sys.exit(main())
