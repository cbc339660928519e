"""Start a poker night:  python3 td.py        (needs nothing but Python 3.11 or newer)

python3 td.py                 serve the night; Ctrl-C ends it
python3 td.py --demo          serve the demo tour, in a data folder of its own
python3 td.py --port N --host H
python3 td.py backup [FILE]   copy the data while the night goes on
python3 td.py restore FILE    put a copy back
python3 td.py test            run every test and check
python3 td.py help            the other words: they go to manage.py

Makes .venv beside this file and installs requirements.txt into it when that file has changed.
"""

# An old Python must be able to read this file to the end, or it could not say that it is too old:
# no f-strings, no annotations, nothing newer than Python 2.7 outside strings.

import hashlib
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(HERE, ".venv")
WINDOWS = os.name == "nt"
PYTHON = os.path.join(VENV, "Scripts", "python.exe") if WINDOWS else os.path.join(VENV, "bin", "python")
APPLICATION = os.path.join(HERE, "requirements.txt")
POSTGRES = os.path.join(HERE, "requirements-postgres.txt")
TESTS = os.path.join(HERE, "tests", "requirements.txt")
PARTS_OF_TESTS = [APPLICATION, POSTGRES]
OLDEST = (3, 11)


class Stop(Exception):
    """A sentence for the person at the terminal."""


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def check_python():
    if sys.version_info[:2] < OLDEST:
        raise Stop(
            "This is Python %d.%d; Python 3.11 or newer is needed. Install it (python.org, or your system's "
            "packages) and start again with it, for example: python3.11 td.py" % sys.version_info[:2]
        )


def child_environment():
    """The environment for our own Python: nothing of another one's, messages in UTF-8."""
    environment = dict(os.environ)
    for name in ("PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__"):
        environment.pop(name, None)
    environment.setdefault("PYTHONUTF8", "1")
    return environment


def become(words):
    """Turn into our own Python running ``words``; where that cannot be, run it and wait for its end."""
    if not WINDOWS:
        os.execve(PYTHON, [PYTHON] + words, child_environment())
    process = subprocess.Popen([PYTHON] + words, env=child_environment())
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # The console sent the same to the command, which ends in its own way.
            continue


# -- the environment ----------------------------------------------------------------------------------


def make_environment():
    if environment_works():
        return
    say("Making the environment in .venv (once) ...")
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        raise Stop(
            "Python's venv module is missing. On Debian and Ubuntu: sudo apt install python3-venv "
            "(or python%d.%d-venv); then start again." % sys.version_info[:2]
        )
    try:
        venv.EnvBuilder(with_pip=True, clear=True, symlinks=not WINDOWS).create(VENV)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Stop(
            "The environment could not be made in %s (%s). Put the program in a folder that you may write to."
            % (VENV, error)
        )


def environment_works():
    """Whether .venv has a Python that runs; one that was updated away or moved is made anew."""
    if not os.path.exists(PYTHON):
        return False
    probe = "import sys; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.call([PYTHON, "-c", probe], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def fingerprint(path):
    """A hash of a requirements file and of those it names with -r."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        text = file.read()
    digest.update(text)
    for line in text.decode("utf-8").splitlines():
        if line.startswith("-r "):
            digest.update(fingerprint(os.path.join(os.path.dirname(path), line[3:].strip())).encode("ascii"))
    return digest.hexdigest()


def installed(path):
    """The file in .venv that keeps the fingerprint of what was installed from ``path``."""
    return os.path.join(VENV, os.path.relpath(path, HERE).replace(os.sep, "-") + ".sha256")


def install(path):
    """Install a requirements file unless it is the one that was installed last."""
    wanted = fingerprint(path)
    if os.path.exists(installed(path)):
        with open(installed(path)) as file:
            if file.read().strip() == wanted:
                return
    say("Installing what %s lists (about a minute, needs the internet) ..." % os.path.relpath(path, HERE))
    words = [
        PYTHON,
        "-m",
        "pip",
        "install",
        "--disable-pip-version-check",
        "--progress-bar",
        "off",
        "-r",
        path,
    ]
    if not pip_with_progress(words):
        raise Stop(
            "Something could not be installed; the lines above say what. With the internet reachable, start "
            "again: it goes on where it stopped."
        )
    remember(path)


def remember(path):
    """Note that a requirements file, and those it names with -r, need not be installed again."""
    for included in [path] + (PARTS_OF_TESTS if path == TESTS else []):
        with open(installed(included), "w") as file:
            file.write(fingerprint(included) + "\n")


def pip_with_progress(words):
    """Run pip with one line that shows how far it is; everything it said is shown if it fails."""
    process = subprocess.Popen(
        words, cwd=HERE, env=child_environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        universal_newlines=True,
    )  # fmt: skip
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith(("Collecting", "Installing")):
            step = line.split("<")[0].split(">")[0].split("=")[0].split(";")[0].split(":")[0].strip()
            if sys.stdout.isatty():
                sys.stdout.write("\r  %-70s" % step[:70])
            else:
                sys.stdout.write("  " + step + "\n")
            sys.stdout.flush()
    if sys.stdout.isatty():
        sys.stdout.write("\r%-74s\r" % "")
    if process.wait() != 0:
        sys.stdout.write("".join(lines[-25:]))
        return False
    return True


def prepare(for_tests=False):
    check_python()
    make_environment()
    if for_tests:
        install(TESTS)
    else:
        install(APPLICATION)
        if os.environ.get("DATABASE_URL", "").startswith("postgres"):
            install(POSTGRES)


# -- the words ----------------------------------------------------------------------------------------


def main(words):
    if "--demo" in words:
        os.environ.setdefault("TAPETE_DATA", os.path.join(HERE, "var-demo"))
    first = words[0] if words else ""
    if first in ("-h", "--help"):
        say(__doc__.strip())
        return 0
    if first == "test":
        prepare(for_tests=True)
        return become([os.path.join(HERE, "tests", "run.py")] + words[1:])
    prepare()
    if not first or first.startswith("-"):
        words = ["serve"] + words
    return become([os.path.join(HERE, "manage.py")] + words)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Stop as reason:
        sys.exit(str(reason))
    except KeyboardInterrupt:
        sys.exit("Stopped.")
