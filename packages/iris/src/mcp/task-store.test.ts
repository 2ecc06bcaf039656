import type { CallToolResult } from '@modelcontextprotocol/server';
import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { TaskStore } from './task-store.ts';

const done: CallToolResult = { content: [{ type: 'text', text: 'done' }] };
const question = inputRequired.elicit({ message: '?', requestedSchema: { type: 'object', properties: {} } });
const settle = () => new Promise((resolve) => setImmediate(resolve));

function createStore(options: { capacity?: number; perOwner?: number } = {}) {
  const clock = { now: 0 };
  let ids = 0;
  const store = new TaskStore({
    now: () => clock.now,
    makeId: () => `t${(ids += 1)}`,
    ttlMs: 1000,
    ...options,
  });
  return { store, clock };
}

describe('TaskStore', () => {
  it('stores the result of ended work', async () => {
    const { store } = createStore();
    const { taskId, status } = store.start('me', async () => done);
    expect(status).toBe('working');
    await settle();
    expect(store.get(taskId, 'me')).toMatchObject({ status: 'completed', result: done });
  });

  it('rejects every access to a task of another owner', async () => {
    const { store } = createStore();
    const { taskId } = store.start('me', async ({ ask }) => ({
      ...done,
      ...(await ask({ a: question })),
    }));
    expect(store.get(taskId, 'you')).toBeUndefined();
    expect(store.answer(taskId, 'you', { a: {} })).toBe(false);
    expect(store.cancel(taskId, 'you')).toBe(false);
    expect(store.get(taskId, 'me')?.status).toBe('input_required');
  });

  it('waits for every response and ignores unrequested ones', async () => {
    const { store } = createStore();
    const { taskId } = store.start('me', async ({ ask }) => {
      const answers = await ask({ a: question, b: question });
      return { content: [{ type: 'text', text: Object.keys(answers).join() }] };
    });
    store.answer(taskId, 'me', { a: {}, c: {}, toString: {} });
    expect(Object.keys(store.get(taskId, 'me')?.inputRequests ?? {})).toEqual(['b']);
    store.answer(taskId, 'me', { b: {} });
    await settle();
    expect(store.get(taskId, 'me')).toMatchObject({
      status: 'completed',
      result: { content: [{ text: 'a,b' }] },
    });
  });

  it('hides the text of an unexpected error', async () => {
    const { store } = createStore();
    const { taskId } = store.start('me', async () => {
      throw new Error('sk-secret');
    });
    await settle();
    expect(store.get(taskId, 'me')).toMatchObject({ status: 'failed', error: { code: -32_603 } });
    expect(JSON.stringify(store.get(taskId, 'me'))).not.toContain('sk-secret');
  });

  it('remains cancelled when the work ends after the cancellation', async () => {
    const { store } = createStore();
    const { taskId } = store.start('me', async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return done;
    });
    expect(store.cancel(taskId, 'me')).toBe(true);
    expect(store.cancel(taskId, 'me')).toBe(true);
    await settle();
    expect(store.get(taskId, 'me')?.status).toBe('cancelled');
    expect(store.get(taskId, 'me')).not.toHaveProperty('result');
  });

  it('sends no input request after it is cancelled', async () => {
    const { store } = createStore();
    const gate = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<unknown>();
    const { taskId } = store.start('me', async ({ ask }) => {
      await gate.promise;
      await ask({ a: question }).catch(ended.resolve);
      return done;
    });
    store.cancel(taskId, 'me');
    gate.resolve();
    expect(await ended.promise).toBeInstanceOf(Error);
    expect(store.get(taskId, 'me')?.status).toBe('cancelled');
  });

  it('remains cancelled when the last response arrived just before', async () => {
    const { store } = createStore();
    const { taskId } = store.start('me', async ({ ask }) => ({
      ...done,
      ...(await ask({ a: question })),
    }));
    store.answer(taskId, 'me', { a: {} });
    store.cancel(taskId, 'me');
    await settle();
    expect(store.get(taskId, 'me')?.status).toBe('cancelled');
  });

  it('limits the tasks of each owner', () => {
    const { store } = createStore({ perOwner: 2 });
    store.start('me', async () => done);
    store.start('me', async () => done);
    expect(() => store.start('me', async () => done)).toThrow('You have too many tasks.');
    expect(store.start('you', async () => done).status).toBe('working');
  });

  it('deletes a task exactly when it expires, and rejects tasks above its capacity', async () => {
    const { store, clock } = createStore({ capacity: 1 });
    const { taskId } = store.start('me', async () => done);
    clock.now = 999;
    expect(() => store.start('me', async () => done)).toThrow('too many tasks');
    expect(store.get(taskId, 'me')).toBeDefined();
    clock.now = 1000;
    store.start('me', async () => done);
    expect(store.get(taskId, 'me')).toBeUndefined();
  });
});
