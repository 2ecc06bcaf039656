import { builtinModules } from 'node:module';
import { rolldown } from 'rolldown';
import { NODE_20_INTRO } from './node-20-intro.ts';

/** One file that needs only Node, and its source files. */
export type PluginBundle = { readonly code: string; readonly modules: readonly string[] };

/** Bundles a plugin's entry with everything it imports. The same sources give the same text on every machine. */
export async function bundlePlugin(entry: string, root: string): Promise<PluginBundle> {
  const build = await rolldown({
    input: entry,
    // Comments in the bundle name modules relative to this folder.
    cwd: root,
    platform: 'node',
    resolve: { conditionNames: ['@sekisho/source', 'node', 'import', 'module', 'default'] },
    external: [/^node:/, ...builtinModules],
    transform: { target: 'node20' },
    // An unresolved import would fail inside Dify, so the build fails instead.
    onLog: (level, log, report) => {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      report(level, log);
    },
  });
  try {
    const { output } = await build.generate({
      format: 'esm',
      codeSplitting: false,
      comments: { legal: true, annotation: false, jsdoc: false },
      intro: NODE_20_INTRO,
    });
    const [chunk, ...rest] = output;
    if (rest.length > 0) throw new Error('The bundle has more than one file.');
    return { code: chunk.code, modules: chunk.moduleIds };
  } finally {
    await build.close();
  }
}
