import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const keptSeedSchema = z.object({
  target: z.string(),
  seed: z.int(),
  /** The path from the seed to the smallest failing input. */
  path: z.string(),
  found: z.string(),
});

/** An input that failed once. Every later run tries it first. */
export type KeptSeed = z.infer<typeof keptSeedSchema>;

const FILE = join(import.meta.dirname, 'seeds.json');

/** All inputs that failed once. */
export function readSeeds(): readonly KeptSeed[] {
  return z.array(keptSeedSchema).parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

/** Stores a failing input, unless it is already stored. */
export function keepSeed(seed: KeptSeed): void {
  const kept = readSeeds();
  const isKept = ({ target, seed: from, path }: KeptSeed) =>
    target === seed.target && from === seed.seed && path === seed.path;
  if (kept.some(isKept)) return;
  writeFileSync(FILE, `${JSON.stringify([...kept, seed], null, 2)}\n`);
}
