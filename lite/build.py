"""Builds the site that runs the notebooks in a browser alone: `make lite` calls this.

The site is a folder of files for any web server: JupyterLite, a Python made for browsers (Pyodide), the pure-Python
packages of `requirements.txt`, the package itself and the notebooks. It asks no other address for anything.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name, parse_wheel_filename

LITE = Path(__file__).resolve().parent
ROOT = LITE.parent
RUNTIME = LITE / "node_modules" / "pyodide"
EXTENSIONS = (
    "@jupyter-widgets/jupyterlab-manager",
    "@jupyterlite/pyodide-kernel-extension",
    "anywidget",
    "jupyterlab-plotly",
)
RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
KERNEL = ("ipykernel", "piplite", "pyodide_kernel", "widgetsnbextension-4")
LEFT_OUT = ("share/", "etc/", "/labextension/", "/tests/", "/package_data/plotly.min.js")
"""What a wheel holds for a server or for its own tests: a kernel in a browser has no use for it."""


def main() -> None:
    """Fetch, build and put together."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "lite", help="the site's folder")
    parser.add_argument("--wheels", type=Path, default=ROOT / "build" / "lite-wheels", help="what was fetched")
    given = parser.parse_args()
    site, wheels = given.output.resolve(), given.wheels.resolve()
    fetch(wheels)
    own = build_own(site.with_name(f"{site.name}-own"))
    build_site(site)
    packages = [*sorted(wheels.glob("*.whl")), *kernel_wheels(site), own]
    write_runtime(site / "static" / "pyodide", packages)
    configure(site, [distribution(path) for path in packages])
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(f"{site}: {size / 1e6:.0f} MB. Any web server can show it, for example:")
    print(f"  python3 -m http.server --bind 127.0.0.1 --directory {site}")


def fetch(wheels: Path) -> None:
    """Fetch the packages of `requirements.txt` for any machine, once."""
    listed = (LITE / "requirements.txt").read_text()
    stamp = wheels / "requirements.txt"
    if stamp.exists() and stamp.read_text() == listed:
        return
    shutil.rmtree(wheels, ignore_errors=True)
    pip(
        "download", "--no-deps", "--only-binary=:all:", "--python-version=3.14", "--implementation=py", "--abi=none",
        "--platform=any", f"--requirement={LITE / 'requirements.txt'}", f"--dest={wheels}",
    )  # fmt: skip
    stamp.write_text(listed)


def build_own(folder: Path) -> Path:
    """The wheel of this checkout."""
    shutil.rmtree(folder, ignore_errors=True)
    pip("wheel", "--no-deps", "--no-build-isolation", f"--wheel-dir={folder}", str(ROOT))
    (wheel,) = folder.glob("*.whl")
    return wheel


def pip(*arguments: str) -> None:
    """Run this Python's pip."""
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *arguments], check=True)


def build_site(site: Path) -> None:
    """JupyterLite itself, with the notebooks and the extensions that draw widgets and figures."""
    shutil.rmtree(site, ignore_errors=True)
    work = site.with_name(f"{site.name}-work")
    shutil.rmtree(work, ignore_errors=True)
    for name in EXTENSIONS:
        source = Path(sys.prefix) / "share" / "jupyter" / "labextensions" / name
        if not source.is_dir():
            raise SystemExit(f"{name} is not installed: pip install -e '.[lite]' installs it")
        shutil.copytree(source, work / "labextensions" / name)
    for name in ("jupyter-lite.json", "overrides.json"):
        shutil.copyfile(LITE / name, work / name)
    contents = work / "notebooks"
    contents.mkdir()
    for notebook in sorted(ROOT.glob("notebooks/*.ipynb")):
        shutil.copyfile(notebook, contents / notebook.name)
    command = [
        sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", str(work), "--output-dir", str(site),
        "--contents", str(contents), "--ignore-sys-prefix", "--no-sourcemaps", "--apps", "lab", "--apps", "notebooks",
        "--apps", "tree", "--FederatedExtensionAddon.extra_labextensions_path", str(work / "labextensions"),
    ]  # fmt: skip
    subprocess.run(command, check=True, cwd=work, stdout=subprocess.DEVNULL)
    shutil.rmtree(work)


def kernel_wheels(site: Path) -> list[Path]:
    """The wheels that the kernel's extension brings: stand-ins for what needs a server."""
    folder = site / "extensions" / "@jupyterlite" / "pyodide-kernel-extension" / "static" / "pypi"
    return [next(folder.glob(f"{name}*.whl")) for name in KERNEL]


def write_runtime(folder: Path, packages: Iterable[Path]) -> None:
    """The Python of the site, and the list of packages that it loads from beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in RUNTIME_FILES:
        if not (RUNTIME / name).is_file():
            raise SystemExit(f"{RUNTIME / name} is not there: `cd lite && npm ci` installs it")
        shutil.copyfile(RUNTIME / name, folder / name)
    lock = json.loads((RUNTIME / "pyodide-lock.json").read_text())
    lock["packages"] = {distribution(path): entry(path, folder) for path in packages}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock, indent=1))


def distribution(wheel: Path) -> str:
    """The normalized name of what a wheel holds.

    >>> distribution(Path("prompt_toolkit-3.0.52-py3-none-any.whl"))
    'prompt-toolkit'
    """
    return canonicalize_name(parse_wheel_filename(wheel.name)[0])


def entry(wheel: Path, folder: Path) -> dict[str, Any]:
    """Put a slim copy of a wheel into the folder, and describe it as Pyodide's list of packages does."""
    name, version, *_ = parse_wheel_filename(wheel.name)
    slim = folder / wheel.name
    imports = set()
    with zipfile.ZipFile(wheel) as full, zipfile.ZipFile(slim, "w", zipfile.ZIP_DEFLATED) as copy:
        for item in full.infolist():
            if any(part in f"/{item.filename}" for part in LEFT_OUT):
                continue
            copy.writestr(zipfile.ZipInfo(item.filename), full.read(item), zipfile.ZIP_DEFLATED)
            top = item.filename.split("/")[0]
            if ".dist-info" not in top and ".data" not in top:
                imports.add(top.removesuffix(".py"))
    return {
        "name": str(name),
        "version": str(version),
        "file_name": slim.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(slim.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(imports),
        "depends": [],
        "unvendored_tests": False,
    }


def configure(site: Path, packages: list[str]) -> None:
    """Tell the kernel where its Python and its packages are, and that nothing else may be asked."""
    path = site / "jupyter-lite.json"
    whole = json.loads(path.read_text())
    settings = whole["jupyter-config-data"].setdefault("litePluginSettings", {})
    settings["@jupyterlite/pyodide-kernel-extension:kernel"] = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": [name for name in packages if name != "widgetsnbextension"]},
    }
    path.write_text(json.dumps(whole, indent=2))


if __name__ == "__main__":
    main()
