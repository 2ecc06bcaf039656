import { describe, expect, it } from 'vitest';
import { mcpServerName } from './mcp-origins.ts';

describe('mcpServerName', () => {
  it.each(['files', 'stdio: npx server', 'sse: https://example.com/mcp', 'https://example.com/mcp', ''])(
    'returns %j unchanged',
    (name) => {
      expect(mcpServerName(name)).toBe(name);
    },
  );

  it.each([
    ['streamable-http: https://example.com/mcp?key=hunter2', 'streamable-http: https://example.com/mcp'],
    ['sse: https://me:hunter2@example.com:8443/', 'sse: https://example.com:8443/'],
    ['https://example.com/#hunter2', 'https://example.com/'],
    ['sse: not a URL hunter2', 'sse: <redacted endpoint>'],
    ['https://[hunter2', '<redacted endpoint>'],
  ])('displays %j as %j', (name, shown) => {
    expect(mcpServerName(name)).toBe(shown);
  });
});
