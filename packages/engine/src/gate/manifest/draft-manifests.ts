import type { ToolManifest } from '../../wire/tool-manifest.ts';
import { type DescribedTool, ManifestRegistry } from './manifest-registry.ts';

/** Creates a draft manifest for each tool. The owner reviews it, corrects it and sets `confirmed` to true. */
export function draftManifests(tools: readonly Omit<DescribedTool, 'id'>[]): Record<string, ToolManifest> {
  const registry = new ManifestRegistry();
  return Object.fromEntries(
    tools.map((tool) => [tool.name, registry.lookUp({ ...tool, id: tool.name }).manifest]),
  );
}
