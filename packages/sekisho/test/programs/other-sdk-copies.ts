import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installOutside } from '../../../../scripts/install-outside.ts';
import type { AgentsCore } from '../../src/openai-agents/upstream.ts';

/** Other versions of the SDK, as an outdated program or the extensions install them. */
const DEPENDENCIES = {
  '@openai/agents': '0.18.0',
  '@openai/agents-extensions': '0.18.0',
  'agents-19': 'npm:@openai/agents@0.19.0',
  zod: '^4.0.0',
};

/** Installs the other versions and returns the folder. */
export const installOtherCopies = (): Promise<string> => installOutside('other-copies', DEPENDENCIES);

/** Loads a package of that folder as an ES module or as CommonJS. */
export async function loadOther(
  folder: string,
  name: string,
  how: 'import' | 'require',
): Promise<AgentsCore> {
  const require = createRequire(join(folder, 'index.js'));
  const commonJs = require.resolve(name);
  if (how === 'require') return require(name);
  const module: AgentsCore = await import(pathToFileURL(commonJs.replace(/\.js$/, '.mjs')).href);
  return module;
}
