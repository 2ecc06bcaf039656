import { join } from 'node:path';
import { buildPluginPackage, type PackageSource } from '../../../scripts/dify/build-plugin-package.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The plugins that the tests install, and where their sources are. */
const FOLDERS = {
  echo: 'e2e/dify/plugins/echo',
  courier: 'e2e/dify/plugins/courier',
  openai_gpt5_responses: 'app/openai_gpt5_responses',
  gpt5_agent_strategies: 'app/gpt5_agent_strategies',
} as const;

/** The package of a plugin, as `npm run dify:package` makes it; a plugin that does not pass the packer is an error. */
export async function buildPackage(
  plugin: keyof typeof FOLDERS,
  options: Pick<PackageSource, 'signing' | 'withNodeWheel'> = {},
): Promise<{ bytes: Uint8Array; identifier: string }> {
  const result = await buildPluginPackage({ root: ROOT, folder: join(ROOT, FOLDERS[plugin]), ...options });
  if (!result.ok) throw new Error(`${plugin} cannot be packed: ${JSON.stringify(result.problems)}`);
  return result;
}
