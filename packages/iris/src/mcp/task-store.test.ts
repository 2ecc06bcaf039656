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
  it('keeps the result of work that has ended', async () => {
    const { store } = createStore();
    const { taskId, status } = store.start('me', async () => done);
    expect(status).toBe('working');
    await settle();
    expect(store.get(taskId, 'me')).toMatchObject({ status: 'completed', result: done });
  });

  it('shows a task to nobody else, in any way', async () => {
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

  it('waits for every answer and passes over those it did not ask for', async () => {
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

  it('says nothing about an unexpected error', async () => {
    const { store } = createStore();
    const { taskId } = store.start('me', async () => {
      throw new Error('sk-secret');
    });
    await settle();
    expect(store.get(taskId, 'me')).toMatchObject({ status: 'failed', error: { code: -32_603 } });
    expect(JSON.stringify(store.get(taskId, 'me'))).not.toContain('sk-secret');
  });

  it('cancels once and stays cancelled when the work ends after all', async () => {
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

  it('asks nothing more once it is cancelled', async () => {
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

  it('stays cancelled when the last answer came just before', async () => {
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

  it('lets nobody use up the room of others', () => {
    const { store } = createStore({ perOwner: 2 });
    store.start('me', async () => done);
    store.start('me', async () => done);
    expect(() => store.start('me', async () => done)).toThrow('You have too many tasks.');
    expect(store.start('you', async () => done).status).toBe('working');
  });

  it('forgets a task after its time and not before, and takes no more than it can keep', async () => {
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
