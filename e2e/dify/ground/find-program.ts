import { findExecutable, onPath } from './find-executable.ts';
import { runCommand } from './run-command.ts';

/** Finds a program of a Debian package; installs the package when it is missing and the user is root. */
export async function findProgram(
  program: { name: string; debianPackage: string; folders?: readonly string[] },
  env: Record<string, string>,
): Promise<string> {
  const { name, debianPackage, folders = [] } = program;
  const candidates = [...folders.map((folder) => `${folder}/${name}`), ...onPath(name, env['PATH'] ?? '')];
  const found = await findExecutable(candidates);
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0) {
    throw new Error(`"${name}" is not installed. Install the package ${debianPackage}.`);
  }
  await runCommand('apt-get', ['update', '-q'], { env });
  await runCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', debianPackage], {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const installed = await findExecutable(candidates);
  if (installed === undefined) throw new Error(`The package ${debianPackage} does not contain "${name}".`);
  return installed;
}
