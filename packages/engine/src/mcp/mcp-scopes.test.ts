import { describe, expect, it } from 'vitest';
import { DEFAULT_MCP_SCOPES, isInScope } from './mcp-scopes.ts';

const tool = { serverId: 'files', toolName: 'read' };
const scopes = { reader: { files: ['read'], '*': ['*'] }, guest: { '*': ['read'] }, none: {} };

describe('isInScope', () => {
  it.each([
    ['reader', 'files', 'read', true],
    ['reader', 'files', 'write', false],
    ['reader', 'mail', 'send', true],
    ['guest', 'mail', 'read', true],
    ['guest', 'mail', 'send', false],
    ['none', 'files', 'read', false],
    ['unknown', 'files', 'read', false],
    ['constructor', 'files', 'read', false],
    ['guest', 'constructor', 'name', false],
  ])('returns for profile %s and %s/%s: %s', (profile, serverId, toolName, answer) => {
    expect(isInScope(scopes, profile, { serverId, toolName })).toBe(answer);
  });

  it('allows a strict profile only the tools that are named for it', () => {
    expect(isInScope(DEFAULT_MCP_SCOPES, 'strict', tool)).toBe(false);
    expect(isInScope(DEFAULT_MCP_SCOPES, 'balanced', tool)).toBe(true);
  });
});
