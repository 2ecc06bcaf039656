import { findExecutable, onPath } from './find-executable.ts';
import { runCommand } from './run-command.ts';

/** The daemon makes every plugin's environment with this Python, whatever the manifest says. */
const VERSION = '3.12';

/** A Python 3.12 of this machine: on the search path, or where pyenv and Debian keep theirs. */
export async function findPython(env: Record<string, string>): Promise<string> {
  const candidates = [
    `${env['HOME'] ?? '/root'}/.pyenv/versions/${VERSION}*/bin/python${VERSION}`,
    ...onPath(`python${VERSION}`, env['PATH'] ?? ''),
    `/opt/python/${VERSION}*/bin/python${VERSION}`,
  ];
  for (const candidate of candidates) {
    const path = await findExecutable([candidate]);
    // A shim is there even when the version behind it is not.
    if (path !== undefined && (await answersAs(path, env))) return path;
  }
  throw new Error(
    `There is no Python ${VERSION} on this machine. Install it; the daemon asks for exactly this.`,
  );
}

async function answersAs(path: string, env: Record<string, string>): Promise<boolean> {
  return runCommand(path, ['--version'], { env, timeoutMs: 10_000 }).then(
    (text) => text.startsWith(`Python ${VERSION}.`),
    () => false,
  );
}
