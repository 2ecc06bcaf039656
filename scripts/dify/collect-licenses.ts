import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const PACKAGE_FOLDER = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
});

/** The licences of all packages that a bundle was made of, as one text. A package without any is an error. */
export async function collectLicenses(modules: readonly string[]): Promise<string> {
  const folders = new Set(modules.flatMap((id) => PACKAGE_FOLDER.exec(id)?.[1] ?? []));
  const parts = await Promise.all([...folders].map((folder) => readLicense(folder)));
  return `${parts.toSorted().join('\n\n')}\n`;
}

async function readLicense(folder: string): Promise<string> {
  const described = packageSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const { name, version, license, author } = described;
  const file = (await readdir(folder)).toSorted().find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
  if (file === undefined && license === undefined) {
    throw new Error(`${name} has no licence; it cannot be bundled.`);
  }
  // Some packages state only the name of their licence.
  const text = file === undefined ? nameLicense(license, author) : await readFile(join(folder, file), 'utf8');
  return `${name} ${version}\n${'-'.repeat(40)}\n${text.trim()}`;
}

function nameLicense(license: string | undefined, author: string | undefined): string {
  return `License: ${license}${author === undefined ? '' : `\nCopyright: ${author}`}`;
}
