import { types } from 'node:util';
import { readCall } from './tool-calls-of.ts';
import type { ModelResponse } from './upstream.ts';

/**
 * Returns the output of a model as plain data, so that exactly the judged values are executed: getters are read once,
 * proxies and toJSON() are dropped, and no other code has a reference to the calls. The actions of calls are frozen.
 *
 * Decisions are stored by call id, so two different calls with the same id are separated: the later one receives a new
 * id. A call that is repeated with the same id, tool and arguments is one call.
 */
export function plainOutput<T extends ModelResponse['output']>(output: T): T;
export function plainOutput(output: ModelResponse['output']): unknown[] {
  // An item whose properties can change between reads is copied first, before it is decided whether it is a call.
  const items = [...output].map((item) => (isInert(item) ? item : plain(item)));
  const ids = new Set(items.map((item) => readCall(item)?.callId ?? ''));
  const used = new Set<string>();
  const calls = new Set<string>();
  return items.flatMap((item) => {
    const call = readCall(item);
    if (!call) return [item];
    const text = JSON.stringify(call);
    if (calls.has(text)) return [];
    calls.add(text);
    return [withFrozenActions(plain(item), uniqueId(call.callId, used, ids))];
  });
}

/** The properties of a call that contain its action. */
const ACTIONS = ['action', 'actions', 'operation'];

function withFrozenActions(call: object, callId: string): object {
  // The id of a hosted call belongs to the provider.
  const renamed =
    Reflect.get(call, 'type') === 'hosted_tool_call' || readCall(call)?.callId === callId
      ? call
      : { ...call, callId };
  for (const key of ACTIONS) {
    if (!Object.hasOwn(renamed, key)) continue;
    const value = deepFreeze(Reflect.get(renamed, key));
    Object.defineProperty(renamed, key, { value, writable: false, configurable: false });
  }
  return renamed;
}

function uniqueId(id: string, used: Set<string>, ids: Set<string>): string {
  let unique = id;
  for (let count = 2; used.has(unique) || (unique !== id && ids.has(unique)); count += 1)
    unique = `${id}_${count}`;
  used.add(unique);
  return unique;
}

function plain<T>(value: T): T;
function plain(value: unknown): unknown {
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null || isBinary(value)) return value;
  if (Array.isArray(value)) return Array.from(value, plain);
  // Not by assignment: a model may name a property "__proto__".
  return Object.fromEntries(Object.keys(value).map((key) => [key, plain(Reflect.get(value, key))]));
}

/** Returns whether every read of the value returns the same result, unless a property is assigned. */
function isInert(value: unknown): boolean {
  if (typeof value === 'function') return false;
  if (typeof value !== 'object' || value === null || isBinary(value)) return true;
  if (types.isProxy(value)) return false;
  const descriptors = Object.values(Object.getOwnPropertyDescriptors(value));
  return descriptors.every((each) => 'value' in each && isInert(each.value));
}

const isBinary = (value: object) => ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value);

function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isBinary(value)) return value;
  for (const each of Object.values(value)) deepFreeze(each);
  return Object.freeze(value);
}
