import { checkPackage, computeChecksum, unzipFiles } from '@sekisho/dify-plugin/packer';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pathExists } from '../ground/path-exists.ts';

const installationSchema = z.object({ tenant: z.string(), pluginId: z.string(), identifier: z.string() });

/** A package that is installed in a workspace. */
export type Installation = z.infer<typeof installationSchema>;

/** The packages and installations of a daemon, stored in its folder so that they survive a restart. */
export class PackageStore {
  readonly #folder: string;
  readonly #recorder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#recorder = join(folder, 'installations.json');
  }

  /** Stores a package and returns its identifier. Throws when the daemon could not read it. */
  async keep(bytes: Uint8Array): Promise<string> {
    const { files } = unzipFiles(bytes);
    const check = checkPackage(files);
    if (!check.ok) throw new Error(`plugin_invalid: ${JSON.stringify(check.problems[0])}`);
    const { author, name, version } = check.manifest;
    const identifier = `${author}/${name}:${version}@${computeChecksum(files)}`;
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#packagePath(identifier), bytes);
    return identifier;
  }

  async read(identifier: string): Promise<Uint8Array> {
    return readFile(this.#packagePath(identifier));
  }

  /** Returns the working folder of a plugin. */
  workingFolder(identifier: string): string {
    return join(this.#folder, 'cwd', toName(identifier));
  }

  async installations(): Promise<Installation[]> {
    if (!(await pathExists(this.#recorder))) return [];
    return z.array(installationSchema).parse(JSON.parse(await readFile(this.#recorder, 'utf8')));
  }

  async saveInstallations(installations: readonly Installation[]): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#recorder, JSON.stringify(installations));
  }

  #packagePath(identifier: string): string {
    return join(this.#folder, `${toName(identifier)}.difypkg`);
  }
}

function toName(identifier: string): string {
  return createHash('sha256').update(identifier).digest('hex').slice(0, 16);
}
