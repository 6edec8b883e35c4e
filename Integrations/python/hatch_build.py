"""Puts the binary of a release into the wheel, and tags the wheel for the systems on which that binary runs.

NAVAUDIT_RELEASE names the folder of the release, as .ci/package makes it.
"""
import os
import platform
import re
import struct
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


def release() -> Path:
    folder = Path(os.environ.get("NAVAUDIT_RELEASE", "")).resolve()
    if not (folder / "navaudit").is_file():
        raise SystemExit("NAVAUDIT_RELEASE must name the folder of a release; Integrations/python/build makes the wheel")
    return folder


class VersionHook(MetadataHookInterface):
    PLUGIN_NAME = "custom"

    def update(self, metadata: dict) -> None:
        metadata["version"] = subprocess.run([release() / "navaudit", "--version"], check=True, capture_output=True, text=True).stdout.strip()


class BinaryHook(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict) -> None:
        folder = release()
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{tag(folder / 'navaudit')}"
        sample = Path(self.root) / "sample"
        build_data["force_include"] = {
            **{str(folder / part): f"navaudit/bin/{part}" for part in ("navaudit", "lib") if (folder / part).exists()},
            **{str(sample / file): f"navaudit/sample/{file}" for file in ("bazaar.ndjson.gz", "navaudit.yml")},
        }


def tag(binary: Path) -> str:
    """The platforms of a binary: any Linux if it is static, else those with its version of the C library."""
    machine = platform.machine()
    if sys.platform == "darwin":
        return f"macosx_{platform.mac_ver()[0].split('.')[0]}_0_{machine}"
    data = binary.read_bytes()
    if not _is_dynamic(data):
        return f"manylinux_2_17_{machine}.manylinux2014_{machine}.musllinux_1_1_{machine}"
    libraries = [data, *(file.read_bytes() for file in (binary.parent / "lib").glob("*"))]
    newest = max(int(minor) for part in libraries for minor in re.findall(rb"GLIBC_2\.(\d+)", part))
    return f"manylinux_2_{newest}_{machine}"


def _is_dynamic(elf: bytes) -> bool:
    """Whether a 64-bit ELF file names an interpreter (PT_INTERP)."""
    start, size, count = struct.unpack_from("<Q", elf, 32)[0], *struct.unpack_from("<HH", elf, 54)
    return any(struct.unpack_from("<I", elf, start + number * size)[0] == 3 for number in range(count))
