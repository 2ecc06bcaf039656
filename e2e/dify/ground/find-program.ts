import { findExecutable, onPath } from './find-executable.ts';
import { runCommand } from './run-command.ts';

/** A program of a Debian package; installs the package when it is missing and we may. */
export async function findProgram(
  program: { name: string; debianPackage: string; folders?: readonly string[] },
  env: Record<string, string>,
): Promise<string> {
  const { name, debianPackage, folders = [] } = program;
  const candidates = [...folders.map((folder) => `${folder}/${name}`), ...onPath(name, env['PATH'] ?? '')];
  const found = await findExecutable(candidates);
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0) {
    throw new Error(`"${name}" is not on this machine. Install the package ${debianPackage}.`);
  }
  await runCommand('apt-get', ['update', '-q'], { env });
  await runCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', debianPackage], {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const installed = await findExecutable(candidates);
  if (installed === undefined) throw new Error(`The package ${debianPackage} brought no "${name}".`);
  return installed;
}
