import { expect, it } from 'vitest';
import type { ToolKind } from '../wire/tool-call-request.ts';
import { takeCapabilitySnapshot } from './capability-snapshot.ts';

const toolOf = (kind: ToolKind) => ({ id: `a-${kind}`, name: kind, kind, definition_digest: 'd' }) as const;

it('lists skills and MCP tools apart, and never lowers the risk of a tool by its description', () => {
  const described = { ...toolOf('mcp'), description: 'Harmless.' };
  const tools = [toolOf('function'), toolOf('skill'), described, toolOf('hosted_mcp'), toolOf('hosted')];
  expect(takeCapabilitySnapshot('Clerk', tools)).toEqual({
    agent_name: 'Clerk',
    tool_names: ['a-function', 'a-skill', 'a-mcp', 'a-hosted_mcp', 'a-hosted'],
    skill_ids: ['a-skill'],
    mcp_capabilities: [
      { name: 'a-mcp', description: 'Harmless.', risk_level: 3 },
      { name: 'a-hosted_mcp', description: '', risk_level: 3 },
    ],
  });
});
