"""The command `navaudit`: becomes the binary of this package."""
import os
import sys


def main() -> None:
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "navaudit")
    try:
        os.execv(program, ["navaudit", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"navaudit: {program}: cannot be started ({error.strerror}); install a wheel of navaudit for this platform")


if __name__ == "__main__":
    main()
