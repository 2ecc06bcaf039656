import { join } from 'node:path';
import { buildPluginPackage, type PackageSource } from '../../../scripts/dify/build-plugin-package.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The source folders of the plugins that the tests install. */
const FOLDERS = {
  echo: 'e2e/dify/plugins/echo',
  courier: 'e2e/dify/plugins/courier',
  openai_gpt5_responses: 'app/openai_gpt5_responses',
  gpt5_agent_strategies: 'app/gpt5_agent_strategies',
} as const;

/** Builds the package of a plugin like `npm run dify:package`. Throws when the packer reports a problem. */
export async function buildPackage(
  plugin: keyof typeof FOLDERS,
  options: Pick<PackageSource, 'signing' | 'withNodeWheel'> = {},
): Promise<{ bytes: Uint8Array; identifier: string }> {
  const result = await buildPluginPackage({ root: ROOT, folder: join(ROOT, FOLDERS[plugin]), ...options });
  if (!result.ok) throw new Error(`${plugin} cannot be packed: ${JSON.stringify(result.problems)}`);
  return result;
}
