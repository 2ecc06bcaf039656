import { canonicalJson } from '../../checks/digest.ts';
import { schemaProblem } from '../../checks/schema-problem.ts';
import type { McpLimits, McpServer } from '../mcp-server-config.ts';
import { scanDefinition, visibleDefinition } from './scan-definition.ts';
import {
  definitionDigest,
  mcpToolId,
  wireName,
  type McpCapability,
  type McpToolDefinition,
} from './mcp-tool.ts';
import type { McpToolPin } from './tool-pins.ts';

/** A listed tool and the result of its examination. */
export interface ExaminedTool {
  readonly definition: McpToolDefinition;
  /** The definition without invisible characters and expensive patterns. */
  readonly shown: McpToolDefinition;
  readonly capability: McpCapability;
}

/** Examines all tools that a server lists and classifies each as accepted, new, changed or rejected. */
export function examineTools(
  server: McpServer,
  definitions: readonly McpToolDefinition[],
  { pins, limits }: { readonly pins: readonly McpToolPin[]; readonly limits: McpLimits },
): ExaminedTool[] {
  const names = definitions.map(({ name }) => wireName(server.server_id, name));
  return definitions.map((definition, index) => {
    const wire_name = names[index] ?? '';
    const pin = pins.find(({ tool_name }) => tool_name === definition.name);
    const shown = visibleDefinition(definition);
    const collides = names.filter((name) => name === wire_name).length > 1;
    const size = Buffer.byteLength(JSON.stringify(definition));
    const { refusal, findings } = scanDefinition(definition, shown);
    const problem = schemaProblem(definition.inputSchema);
    const why = collides
      ? 'another tool of this server has the same name'
      : size > limits.maxDefinitionBytes
        ? `its definition is larger than ${limits.maxDefinitionBytes} bytes`
        : (refusal ?? (problem && `its input schema cannot be used: ${problem}`));
    const definition_digest = definitionDigest(server, definition);
    const state =
      why !== undefined
        ? 'refused'
        : pin === undefined
          ? 'new'
          : pin.definition_digest === definition_digest
            ? 'accepted'
            : 'changed';
    const capability: McpCapability = {
      name: definition.name,
      description: shown.description ?? '',
      schema: shown.inputSchema,
      server_id: server.server_id,
      tool_id: mcpToolId(server.server_id, definition.name),
      wire_name,
      state,
      definition_digest,
      findings: [
        ...(why === undefined ? [] : [`The tool is rejected: ${why}.`]),
        ...(state === 'changed' && pin ? changesOf(pin.definition, definition) : []),
        ...findings,
      ],
    };
    return { definition, shown, capability };
  });
}

const PARTS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

function changesOf(before: McpToolDefinition, now: McpToolDefinition): string[] {
  // Stored definitions have sorted keys, so that only canonical texts can be compared.
  const changed = PARTS.filter((part) => canonicalJson(before[part]) !== canonicalJson(now[part]));
  return changed.length > 0
    ? [`Changed since it was accepted: ${changed.join(', ')}.`]
    : ['The command or URL of the server has changed since the tool was accepted.'];
}
