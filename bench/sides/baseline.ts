import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The last commit of version 0.1, which the benches compare with. */
const BASELINE_COMMIT = '6a5a896';

/** How to create the checkout of version 0.1. */
export const CREATE_BASELINE = `  git worktree add --detach ../sekisho-0.1 ${BASELINE_COMMIT}
  (cd ../sekisho-0.1 && npm ci)
  npm run bench -- http --baseline ../sekisho-0.1`;

/** The note in a report without version 0.1. */
export const NO_BASELINE =
  'Version 0.1 is left out, because no checkout of it was given with --baseline. `npm run bench -- --help` shows how to create one.';

/** Returns what is missing in a checkout before it can be measured. */
export function baselineProblem(checkout: string): string | undefined {
  if (!existsSync(join(checkout, 'packages/sekisho/package.json')))
    return `"${checkout}" is not a checkout of this repository. Create one:\n\n${CREATE_BASELINE}`;
  if (!existsSync(join(checkout, 'node_modules/sekisho/package.json')))
    return `"${checkout}" has no installed packages. Run npm ci there.`;
  return undefined;
}
