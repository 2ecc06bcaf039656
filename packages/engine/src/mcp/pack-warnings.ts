import { manifestInPack } from './manifest-packs.ts';
import type { McpServerSession } from './mcp-server-session.ts';
import type { ExaminedTool } from './tools/examine-tools.ts';

/** Warns once about each tool that a server lists and its manifest pack does not describe. */
export class PackWarnings {
  readonly #reported = new Set<string>();

  report(
    { server, pack }: Pick<McpServerSession, 'server' | 'pack'>,
    examined: readonly ExaminedTool[],
  ): void {
    if (!pack) return;
    const { server_id: id, manifests, allowedTools } = server;
    const undeclared = examined.filter(
      ({ capability: { name, schema, state, tool_id } }) =>
        state !== 'refused' &&
        (allowedTools?.includes(name) ?? true) &&
        !Object.hasOwn(manifests, name) &&
        !manifestInPack(pack, name, schema) &&
        !this.#reported.has(tool_id),
    );
    if (undeclared.length === 0) return;
    for (const { capability } of undeclared) this.#reported.add(capability.tool_id);
    process.emitWarning(
      `MCP server "${id}": the manifest pack "${pack.name}" (${pack.package} ${pack.version}) does not describe these tools or ` +
        `not all of their arguments: ${undeclared.map(({ capability }) => capability.name).join(', ')}. They count as ` +
        'undeclared. Use the version of the pack, or declare them in "manifests".',
      { code: 'AGENTS-E-MCP-SCHEMA' },
    );
  }
}
