import { PluginError } from '../errors/plugin-error.ts';
import type { PluginDeclaration } from '../transports/plugin-declaration.ts';
import { checkPackage } from './check-package.ts';
import type { PackageFiles } from './package-files.ts';

const ASSETS = '_assets/';

/** Reads the declaration of a plugin from its files, in the form that remote debugging needs. */
export function readPluginDeclaration(files: PackageFiles): PluginDeclaration {
  const check = checkPackage(files);
  if (!check.ok) {
    const [first] = check.problems;
    const text = `${first?.file} ${first?.where} ${first?.problem}`;
    throw new PluginError(
      'PluginInternalError',
      `The plugin has ${check.problems.length} problems. The first one: ${text}`,
    );
  }
  const { manifest, models, tools, agentStrategies } = check;
  const assets = new Map(
    [...files].flatMap(([path, bytes]) =>
      path.startsWith(ASSETS) ? [[path.slice(ASSETS.length), bytes]] : [],
    ),
  );
  return { manifest, models, tools, agentStrategies, assets };
}
