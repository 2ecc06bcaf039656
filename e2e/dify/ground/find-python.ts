import { findExecutable, onPath } from './find-executable.ts';
import { runCommand } from './run-command.ts';

/** The daemon creates every plugin's environment with this version, independent of the manifest. */
const VERSION = '3.12';

/** Finds Python 3.12 on the search path, or in the folders of pyenv and Debian. */
export async function findPython(env: Record<string, string>): Promise<string> {
  const candidates = [
    `${env['HOME'] ?? '/root'}/.pyenv/versions/${VERSION}*/bin/python${VERSION}`,
    ...onPath(`python${VERSION}`, env['PATH'] ?? ''),
    `/opt/python/${VERSION}*/bin/python${VERSION}`,
  ];
  for (const candidate of candidates) {
    const path = await findExecutable([candidate]);
    // A pyenv shim exists even when its version is not installed.
    if (path !== undefined && (await answersAs(path, env))) return path;
  }
  throw new Error(
    `Python ${VERSION} is not installed. Install it; the daemon requires exactly this version.`,
  );
}

async function answersAs(path: string, env: Record<string, string>): Promise<boolean> {
  return runCommand(path, ['--version'], { env, timeoutMs: 10_000 }).then(
    (text) => text.startsWith(`Python ${VERSION}.`),
    () => false,
  );
}
