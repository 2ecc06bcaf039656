import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Licences that only require their notice. A person reviews any other licence first. */
const WELCOME = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
]);

const names = z.record(z.string(), z.string()).default({});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dependencies: names,
      optionalDependencies: names,
      resolved: z.string().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

const root = join(import.meta.dirname, '..');
const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));

const NOTHING = { dependencies: {}, optionalDependencies: {} };

// Published and deployed packages with all their dependencies, without development and benchmark dependencies.
const found = new Set<string>();
const queue = Object.keys(packages).filter((path) => /^(packages\/[^/]+|app\/[^/]+)$/.test(path));
for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
  if (found.has(path)) continue;
  found.add(path);
  const { dependencies, optionalDependencies } = packages[path] ?? NOTHING;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const place = placeOf(name, path);
    if (place !== undefined) queue.push(place);
  }
}

/** Node's resolution: the nearest node_modules folder above. */
function placeOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]+$/, '')) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = packages[place];
    if (entry?.link === true) return entry.resolved;
    if (entry) return place;
    if (folder === '') return undefined;
  }
}

const counts = new Map<string, number>();
const odd: string[] = [];
for (const path of found) {
  const { version = '', license = 'unknown' } = packages[path] ?? {};
  counts.set(license, (counts.get(license) ?? 0) + 1);
  // One permitted licence of several alternatives is enough.
  const choices = license.replaceAll(/[()]/g, '').split(' OR ');
  if (!choices.some((choice) => choice.split(' AND ').every((id) => WELCOME.has(id.trim()))))
    odd.push(`${path} ${version}: ${license}`);
}
if (found.size < 50) odd.push(`Only ${found.size} packages were seen, so this proves nothing.`);
for (const [licence, count] of [...counts].toSorted(([, one], [, other]) => other - one))
  console.log(`${count} × ${licence}`);
for (const line of odd) console.error(`Look at this one: ${line}`);
process.exitCode = odd.length === 0 ? 0 : 1;
