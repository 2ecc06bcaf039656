import { describe, expect, it } from 'vitest';
import type { ToolDescription } from '../../wire/tool-call-request.ts';
import type { ToolManifest } from '../../wire/tool-manifest.ts';
import { ConfirmedManifests } from './confirmed-manifests.ts';

const manifest: ToolManifest = {
  effect: 'read',
  arguments: { path: 'path' },
  trusted_source: true,
  sensitive: false,
  idempotent: true,
  origin: 'guess',
  confirmed: true,
};
const tool: ToolDescription = {
  id: 'files.open',
  kind: 'function',
  name: 'files_open',
  definition_digest: 'd',
};

describe('ConfirmedManifests', () => {
  it('applies the manifest of the canonical id as declared by the owner', () => {
    const known = new ConfirmedManifests({ 'files.open': manifest }).apply(tool);
    expect(known).toEqual({ ...tool, manifest: { ...manifest, origin: 'declared' } });
  });

  it.each(['files_open', 'files', 'constructor', 'toString'])('finds no tool with the name %s', (id) => {
    expect(new ConfirmedManifests({ [id]: manifest }).apply(tool)).toBe(tool);
  });

  it('does not change a tool that declares a manifest itself', () => {
    const declared = { ...tool, manifest: { ...manifest, effect: 'delete' as const } };
    expect(new ConfirmedManifests({ 'files.open': manifest }).apply(declared)).toBe(declared);
  });

  it('returns one description per tool', () => {
    const manifests = new ConfirmedManifests({ 'files.open': manifest });
    const first = manifests.apply(tool);
    expect(manifests.apply(tool)).toBe(first);
    expect(manifests.apply({ ...tool })).not.toBe(first);
  });

  it.each([
    [
      { ...manifest, effect: 'delte' },
      '"effect" is "delte", but must be one of: read, write, send, delete, spend, execute, admin. Did you mean "delete"?',
    ],
    [{ ...manifest, arguments: { path: 'pth' } }, 'Did you mean "path"?'],
    [{ ...manifest, trustedSource: true }, 'It has no field "trustedSource". Did you mean "trusted_source"?'],
  ])('suggests the correct name: %j', (value, message) => {
    expect(() => new ConfirmedManifests({ 'files.open': value })).toThrow(message);
  });

  it('rejects a manifest with arguments that the tool does not have, when the tool is known', () => {
    const manifests = new ConfirmedManifests({ 'files.open': { ...manifest, arguments: { pth: 'path' } } });
    const parameters = { type: 'object', properties: { path: { type: 'string' } } };
    expect(() => manifests.apply({ ...tool, parameters })).toThrow(
      expect.objectContaining({
        code: 'AGENTS-E-POLICY-INVALID',
        message:
          'The manifest of tool "files.open" is not valid: the tool has no argument "pth". Did you mean "path"?',
      }),
    );
  });

  it.each([
    ['not confirmed', { ...manifest, confirmed: false }],
    ['not valid', { ...manifest, effect: 'harmless' }],
    ['not valid', { ...manifest, arguments: { path: 'anything' } }],
    ['not valid', { ...manifest, trust: 'me' }],
    ['not valid', { effect: 'read', confirmed: true }],
    ['not valid', { ...manifest, confirmed: 'yes' }],
    ['not valid', null],
    ['not valid', 'read'],
  ])('rejects a manifest that is %s: %j', (why, value) => {
    const make = () => new ConfirmedManifests({ 'files.open': value });
    expect(make).toThrow(`The manifest of tool "files.open" is ${why}`);
    expect(make).toThrow(expect.objectContaining({ code: 'AGENTS-E-POLICY-INVALID' }));
  });
});
