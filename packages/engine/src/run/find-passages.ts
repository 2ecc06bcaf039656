import { z } from 'zod';
import { findPassage } from '../gate/provenance/find-passage.ts';
import { leavesOf } from '../gate/provenance/leaves-of.ts';
import type { ExecutionLog } from '../wire/execution-log.ts';
import type { ContextCall, ContextEntry, ContextPassage } from '../wire/context-reading.ts';

/** Finds where the values that control each call came from, in the entries before the call. */
export function findPassages(
  entries: readonly ContextEntry[],
  decisions: readonly ExecutionLog[],
): ContextPassage[] {
  const byKey = new Map(decisions.map((record) => [record.tool_call_id, record]));
  return entries.flatMap((entry, index) => {
    const decision = entry.kind === 'call' ? byKey.get(entry.call_key) : undefined;
    if (!decision || entry.kind !== 'call') return [];
    const sources = sourcesSchema.parse(decision.data['sources']);
    return sources.flatMap((source) => passageOf(entries, index, entry, source) ?? []);
  });
}

const MAX_LEAVES = 1_000;
const AROUND = 160;

// Records of older versions can lack a field.
const sourcesSchema = z
  .array(z.object({ path: z.string(), value: z.string(), origin: z.string() }))
  .catch([]);
type Source = z.infer<typeof sourcesSchema>[number];

function passageOf(
  entries: readonly ContextEntry[],
  before: number,
  call: ContextCall,
  { path, value: shown, origin }: Source,
): ContextPassage | undefined {
  const value = completeValue(call, path, shown);
  const [, kind = '', tool] = /^(\w*)(?: \(([^]*)\))?$/.exec(origin) ?? [];
  if (kind === 'model' || kind === 'session') return undefined;
  const isSource = (entry: ContextEntry) =>
    tool === undefined ? entry.kind === 'user' : sourceOf(entry) === tool;
  for (let index = before - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry === undefined || !isSource(entry)) continue;
    const text = entry.kind === 'call' ? (entry.output ?? '') : entry.text;
    const found = findPassage(text, value);
    if (!found) continue;
    const { start, end } = found;
    return {
      call_key: call.call_key,
      path,
      value,
      entry: index,
      start,
      end,
      before: text.slice(Math.max(0, start - AROUND), start),
      match: text.slice(start, end),
      after: text.slice(end, end + AROUND),
    };
  }
  return undefined;
}

const sourceOf = (entry: ContextEntry) => (entry.kind === 'call' ? entry.tool_id : entry.source);

/** The record contains values masked and shortened; the input contains them completely. */
function completeValue({ input, input_masked: isMasked }: ContextCall, path: string, shown: string): string {
  if (isMasked || (!shown.endsWith('…') && shown !== '***')) return shown;
  const leaf = leavesOf(parse(input), MAX_LEAVES)?.find((each) => each.path === path);
  return leaf === undefined ? shown : String(leaf.value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
