import type { ToolManifest } from '../../contracts/tool-manifest.ts';
import { type DescribedTool, ManifestRegistry } from './manifest-registry.ts';

/** Writes a draft manifest for each tool; the owner reads it, corrects it and sets `confirmed` to true. */
export function draftManifests(tools: readonly Omit<DescribedTool, 'id'>[]): Record<string, ToolManifest> {
  const book = new ManifestRegistry();
  return Object.fromEntries(
    tools.map((tool) => [tool.name, book.lookUp({ ...tool, id: tool.name }).manifest]),
  );
}
