import { join } from 'node:path';
import { installOutside } from '../../../../scripts/install-outside.ts';

const NAME = '@modelcontextprotocol/inspector';

/** Installs the Inspector and returns its client itself, not its launcher: it is one built file. */
export async function installInspector(): Promise<string> {
  const folder = await installOutside('inspector', { [NAME]: '2.12.0' });
  return join(folder, 'node_modules', NAME, 'clients/cli/build/index.js');
}
