import { describe, expect, it } from 'vitest';
import { PartLoader } from './part-loader.ts';
import { ChunkLoadError } from './chunk-load-error.ts';

function loaderOf(...answers: readonly (string | Error)[]) {
  const left = [...answers];
  const counted = { fetches: 0 };
  const loader = new PartLoader(async () => {
    counted.fetches += 1;
    const answer = left.shift();
    if (typeof answer === 'string') return answer;
    throw answer ?? new Error('nothing left');
  });
  return { loader, counted };
}
const offline = new TypeError('Failed to fetch dynamically imported module');

describe('a part of the console', () => {
  it('is fetched once, whoever asks', async () => {
    const { loader, counted } = loaderOf('graph');
    expect(loader.part).toBeUndefined();
    expect(loader.wait()).toBe(loader.wait());
    expect(await loader.wait()).toBe('graph');
    await loader.preload();
    expect(loader.part).toBe('graph');
    expect(counted.fetches).toBe(1);
  });

  it('is missing under one name, with what the browser said as the cause', async () => {
    const failure = await loaderOf(offline)
      .loader.wait()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChunkLoadError);
    expect(failure).toHaveProperty('cause', offline);
  });

  it('stays missing while it is drawn again, so that a lost server is not asked in a circle', async () => {
    const { loader, counted } = loaderOf(offline, 'graph');
    await expect(loader.wait()).rejects.toThrow(ChunkLoadError);
    await expect(loader.wait()).rejects.toThrow(ChunkLoadError);
    expect(counted.fetches).toBe(1);
  });

  it('is tried again once the failure is forgotten', async () => {
    const { loader } = loaderOf(offline, 'graph');
    await expect(loader.wait()).rejects.toThrow(ChunkLoadError);
    loader.forgetFailure();
    expect(await loader.wait()).toBe('graph');
  });

  it('fails quietly when it is fetched ahead, and gets another chance the next time', async () => {
    const { loader } = loaderOf(offline, 'graph');
    await loader.preload();
    await loader.preload();
    expect(loader.part).toBe('graph');
  });
});
