import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A file that repeats the version of its package, because it cannot read package.json where it is used. */
export interface VersionPlace {
  readonly file: string;
  readonly text: string;
  /** What the file says now. */
  readonly said: string | undefined;
  /** What package.json says. */
  readonly wanted: string;
}

/** By folder: sources that are bundled, and manifests that Dify reads. */
const PLACES: Readonly<Record<string, string>> = {
  'packages/engine': 'src/config/defaults.ts',
  'packages/iris': 'src/version.ts',
  'app/server': 'src/version.ts',
  'app/openai_gpt5_responses': 'manifest.yaml',
  'app/gpt5_agent_strategies': 'manifest.yaml',
};

/** A constant of a source, or the first field of a manifest. */
const VERSION = /(?<=^export const \w+ = '|^version: )\d+\.\d+\.\d+(?:-[\w.]+)?/m;

const packageSchema = z.object({ version: z.string() });

/** Reads every place in the repository that begins at `root`. */
export function readVersionPlaces(root: string): readonly VersionPlace[] {
  return Object.entries(PLACES).map(([folder, name]) => {
    const file = join(folder, name);
    const text = readFileSync(join(root, file), 'utf8');
    const manifest: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return { file, text, said: VERSION.exec(text)?.[0], wanted: packageSchema.parse(manifest).version };
  });
}

/** The text of a place with the version of package.json. */
export const withVersion = ({ text, wanted }: VersionPlace): string => text.replace(VERSION, wanted);
