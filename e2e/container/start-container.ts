import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Image } from './build-image.ts';

/** How a container is started. */
export interface ContainerOptions {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Folders of this machine, by their place in the container. All other places except /tmp cannot be written. */
  readonly volumes: Readonly<Record<string, string>>;
}

/** Mounts the files of the image read-only with the volumes, and drops all rights, as a container runtime does. */
const SCRIPT = `
set -eu
root=$1 user=$2 group=$3 directory=$4; shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
mount --options remount,bind,ro "$root"
while [ "$1" != -- ]; do mount --bind "$1" "$root$2"; shift 2; done; shift
mount --types tmpfs tmpfs "$root/tmp"
mount --types proc proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot "$root" setpriv --reuid "$user" --regid "$group" --clear-groups --no-new-privs --bounding-set=-all \\
  env --ignore-environment --chdir="$directory" "$@"`;

/** Starts a process in a container of the image. The network is the one of this machine. */
export function startContainer(
  { root, config }: Image,
  { command = config.Cmd, environment = {}, volumes }: ContainerOptions,
): ChildProcess {
  const [user = '', group = ''] = config.User.split(':');
  for (const place of Object.keys(volumes)) mkdirSync(join(root, place), { recursive: true });
  const mounts = Object.entries(volumes).flatMap(([place, folder]) => [folder, place]);
  const variables = [...config.Env, ...Object.entries(environment).map((pair) => pair.join('='))];
  const all = [root, user, group, config.WorkingDir, ...mounts, '--', ...variables, ...command];
  const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--fork'];
  return spawn('unshare', [...namespaces, 'sh', '-c', SCRIPT, 'container', ...all], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command in a container until it ends. */
export async function runInContainer(image: Image, options: ContainerOptions) {
  const child = startContainer(image, options);
  const ended = once(child, 'exit');
  const [said, complained, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    ended,
  ]);
  return { code, said: said.trim(), complained: complained.trim() };
}

/** Kills every process of a container at once, as a power cut does. */
export async function killContainer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // The first process of the namespace: all others end with it. It has changed its user, so it does not end with its parent.
  const [first] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
  process.kill(Number(first), 'SIGKILL');
  await ended;
}
