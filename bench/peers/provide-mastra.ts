import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installOutside } from '../../scripts/install-outside.ts';

const bench = pathToFileURL(join(import.meta.dirname, '../')).href;
let provided: Promise<string> | undefined;

/**
 * Installs Mastra outside of the workspace, which it would enlarge by a quarter. From then on the files of this folder can import it;
 * files that do so are loaded afterwards. Returns the folder of the installation.
 */
export function provideMastra(): Promise<string> {
  provided ??= provide();
  return provided;
}

async function provide(): Promise<string> {
  const folder = await installOutside('mastra', {
    '@mastra/core': '1.71.0',
    '@mastra/libsql': '1.23.1',
    '@mastra/pg': '1.27.1',
    zod: '^4.0.0',
  });
  const parentURL = pathToFileURL(join(folder, 'package.json')).href;
  registerHooks({
    resolve: (specifier, context, next) => {
      const isOurs = specifier.startsWith('@mastra/') && context.parentURL?.startsWith(bench) === true;
      return next(specifier, isOurs ? { ...context, parentURL } : context);
    },
  });
  return folder;
}
