import { describe, expect, it } from 'vitest';
import type { ToolManifest } from '../../wire/tool-manifest.ts';
import { draftManifests } from './draft-manifests.ts';
import { ManifestRegistry } from './manifest-registry.ts';

const deleteFile = { id: 'delete_file', name: 'delete_file', description: 'Deletes a file' };

const declared = (changes: Partial<ToolManifest>): ToolManifest => ({
  effect: 'read',
  arguments: {},
  trusted_source: true,
  sensitive: false,
  idempotent: true,
  origin: 'declared',
  confirmed: true,
  ...changes,
});

describe('ManifestRegistry', () => {
  it('prefers a confirmed manifest to the inferred one', () => {
    const { manifest } = new ManifestRegistry().lookUp({ ...deleteFile, manifest: declared({}) });
    expect(manifest).toMatchObject({ effect: 'read', trusted_source: true });
  });

  it('does not let an unconfirmed manifest lower the risk or claim trust', () => {
    const { manifest } = new ManifestRegistry().lookUp({
      ...deleteFile,
      manifest: declared({ confirmed: false }),
    });
    expect(manifest).toMatchObject({ effect: 'delete', trusted_source: false });
  });

  it.each([
    [{ readOnlyHint: true }, 'delete'],
    [{ readOnlyHint: true, destructiveHint: false, idempotentHint: true }, 'delete'],
  ])('does not let the hints %j of a server lower the risk', (annotations, effect) => {
    expect(new ManifestRegistry().lookUp({ ...deleteFile, annotations }).manifest).toMatchObject({
      effect,
      idempotent: false,
      origin: 'annotations',
    });
  });

  it.each([
    [{ readOnlyHint: false }, 'write'],
    [{ destructiveHint: true }, 'delete'],
    [{ destructiveHint: true, readOnlyHint: false }, 'delete'],
    [{ destructiveHint: true, readOnlyHint: true }, 'read'],
  ])('lets the hints %j of a server raise the risk', (annotations, effect) => {
    const tool = { id: 'get_page', name: 'get_page', description: 'Gets a page', annotations };
    expect(new ManifestRegistry().lookUp(tool).manifest.effect).toBe(effect);
  });

  it('infers once per definition and again for a changed one', () => {
    const book = new ManifestRegistry();
    const first = book.lookUp(deleteFile);
    expect(book.lookUp({ ...deleteFile })).toBe(first);
    expect(book.lookUp({ ...deleteFile, name: 'get_file', description: 'Gets a file' }).manifest.effect).toBe(
      'read',
    );
  });
});

describe('draftManifests', () => {
  it('creates one unconfirmed draft per tool name', () => {
    expect(draftManifests([{ name: 'get_file' }, deleteFile])).toMatchObject({
      get_file: { effect: 'read', confirmed: false },
      delete_file: { effect: 'delete', confirmed: false },
    });
  });
});
