import { describe, expect, it } from 'vitest';
import { readProxySettings, requireScope } from './proxy-config.ts';

const servers = { files: { command: 'files-server' } };
const settings = (more: object) => readProxySettings({ servers, ...more }, 'sekisho.proxy.json');

describe('the scopes of a proxy', () => {
  it.each([
    [{}],
    [{ profile: 'strict', scopes: { strict: { files: ['read_file'] } } }],
    [{ profile: 'strict', scopes: { strict: { '*': ['*'] } } }],
  ])('accept %j', (more) => {
    expect(() => requireScope(settings(more))).not.toThrow();
  });

  it.each([
    [{ profile: 'strict' }, '{"scopes":{"strict":{"files":["*"]}}}'],
    [{ scopes: { strict: { files: ['*'] } } }, 'The profile "balanced" may use no tool'],
    [{ profile: 'strict', scopes: { strict: { files: [] } } }, 'The profile "strict" may use no tool'],
    [{ profile: 'constructor', scopes: {} }, 'The profile "constructor" may use no tool'],
    [{ scopes: { strict: { fils: ['*'] } } }, 'names the server "fils"'],
    [{ scopes: { strict: { fils: ['*'] } } }, 'Did you mean "files"?'],
    [{ scopes: { strict: ['files'] } }, 'sekisho.proxy.json is not valid'],
    [{ scope: {} }, 'Did you mean "scopes"?'],
  ])('refuse %j', (more, message) => {
    expect(() => requireScope(settings(more))).toThrow(message);
  });
});
