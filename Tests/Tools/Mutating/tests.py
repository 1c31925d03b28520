"""Runs the tests with one mutation."""

import os
import pathlib
import re
import selectors
import subprocess
import tempfile
import time

from .package import COPY, ROOT, STRESS, TARGETS, WORK

running = set()


def kill(process):
    """Kills the tests and all processes that they have started, which are in their session."""
    # Not by the process group: an app that a test starts has a group of its own.
    subprocess.run(["pkill", "-KILL", "--session", str(process.pid)], check=False)


def kill_running():
    for process in list(running):
        kill(process)


def run_tests(binary, number, selection, limit):
    """Returns the failure, or None if all tests pass, and the time in seconds."""
    command = [binary, "--testing-library", "swift-testing", *selection]
    start = time.monotonic()
    with tempfile.TemporaryDirectory(dir=WORK) as folder:
        process = subprocess.Popen(
            command, cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "KALUGA_MUTATION": str(number), "TMPDIR": folder})
        running.add(process)
        try:
            noticed = watch(process, start + limit)
        finally:
            # Needed even if the tests have ended, because their processes may still run.
            kill(process)
            process.wait()
            running.remove(process)
            process.stdout.close()
    return noticed, time.monotonic() - start


def notices_again(binary, number, noticed, limit):
    """Returns whether the test fails again when run alone, because unrelated tests can fail on a busy machine."""
    if not noticed.startswith('"'):
        return True
    name = re.sub(r"[^\w ,]", ".", noticed.strip('"')[:70])
    return run_tests(binary, number, ("--filter", name), limit)[0] is not None


def watch(process, deadline):
    """Reads the output until the first failure, the end or the deadline, and returns the failure if any."""
    rest, passed = b"", False
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(max(0, deadline - time.monotonic())):
                return "time"
            data = os.read(process.stdout.fileno(), 65536)
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                passed = passed or b"Test run with" in line and b" passed" in line
                failure = re.search(rb"Test (.*?) recorded an issue", line)
                if failure:
                    return failure.group(1).decode(errors="replace")[:90]
            if not data:
                break
        try:
            code = process.wait(max(1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return "time"
    return None if code == 0 and passed else f"exit code {code}"


def likely_suites(path):
    """Returns a pattern for the suites of the source's folder, which catch most mutations and are fast."""
    parts = pathlib.Path(path).parts
    folder = ROOT / "Tests" / f"{parts[1]}Tests"
    if parts[1] == TARGETS[0] and (folder / parts[2]).is_dir():
        folder = folder / parts[2]
    return pattern(folder)


def stress_suites(path):
    """Returns a pattern for the suites of the stress package that can catch a mutation of the source.

    For the terminal these are the tests that run the examples as processes. For other sources they are the suites of
    the source's folder, all schedules and all walks.
    """
    parts, tests = pathlib.Path(path).parts, ROOT / STRESS / "Tests"
    if parts[1] == "KalugaTerminal":
        return pattern(tests / "ExampleTests")
    folder = parts[2] if parts[1] == TARGETS[0] else parts[1].removeprefix("Kaluga")
    return pattern(*(tests / "StressTests" / name for name in (folder, "Schedules", "Walks")))


def pattern(*folders):
    suites = {p.stem for folder in folders for p in folder.rglob("*Tests.swift")}
    return "[./](" + "|".join(sorted(suites)) + ")/"
