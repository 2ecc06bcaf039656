import { describe, expect, it } from 'vitest';
import { PartLoader } from './part-loader.ts';
import { ChunkLoadError } from './chunk-load-error.ts';

function loaderOf(...results: readonly (string | Error)[]) {
  const left = [...results];
  const counted = { fetches: 0 };
  const loader = new PartLoader(async () => {
    counted.fetches += 1;
    const result = left.shift();
    if (typeof result === 'string') return result;
    throw result ?? new Error('nothing left');
  });
  return { loader, counted };
}
const offline = new TypeError('Failed to fetch dynamically imported module');

describe('PartLoader', () => {
  it('loads once for several callers', async () => {
    const { loader, counted } = loaderOf('graph');
    expect(loader.part).toBeUndefined();
    expect(loader.wait()).toBe(loader.wait());
    expect(await loader.wait()).toBe('graph');
    await loader.preload();
    expect(loader.part).toBe('graph');
    expect(counted.fetches).toBe(1);
  });

  it('throws one error type with the error of the browser as its cause', async () => {
    const failure = await loaderOf(offline)
      .loader.wait()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChunkLoadError);
    expect(failure).toHaveProperty('cause', offline);
  });

  it('stays failed when it is rendered again, so that an unavailable server receives no repeated requests', async () => {
    const { loader, counted } = loaderOf(offline, 'graph');
    await expect(loader.wait()).rejects.toThrow(ChunkLoadError);
    await expect(loader.wait()).rejects.toThrow(ChunkLoadError);
    expect(counted.fetches).toBe(1);
  });

  it('tries again after the failure was cleared', async () => {
    const { loader } = loaderOf(offline, 'graph');
    await expect(loader.wait()).rejects.toThrow(ChunkLoadError);
    loader.forgetFailure();
    expect(await loader.wait()).toBe('graph');
  });

  it('ignores a failure of preloading, and tries again the next time', async () => {
    const { loader } = loaderOf(offline, 'graph');
    await loader.preload();
    await loader.preload();
    expect(loader.part).toBe('graph');
  });
});
