import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The test files below a folder that do more work in `npm run test:slow`: they read their size from `proofSize`. */
export function longProofs(folder: string): string[] {
  return ['src', 'test']
    .map((part) => join(folder, part))
    .filter((part) => existsSync(part))
    .flatMap((part) =>
      readdirSync(part, { recursive: true, encoding: 'utf8' }).map((file) => join(part, file)),
    )
    .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('/proof-size.ts'));
}
