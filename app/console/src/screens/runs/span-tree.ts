import { foldText } from '../../format/fold-text.ts';
import type { Span } from './run.ts';

/** Which pieces of a timeline to show. */
interface SpanFilter {
  readonly failedOnly: boolean;
  readonly turnsOnly: boolean;
  readonly text: string;
}

/** A piece of a timeline in its place of the tree. */
export interface PlacedSpan {
  readonly span: Span;
  readonly depth: number;
}

/** Puts the pieces into the order of a tree and keeps those that fit, with everything they hang on. */
export function placeSpans(spans: readonly Span[], filter: SpanFilter): readonly PlacedSpan[] {
  const children = Map.groupBy(spans, (span) => span.parent_id);
  const known = new Set(spans.map((span) => span.id));
  const wanted = wantedIds(spans, filter);
  const placed: PlacedSpan[] = [];
  const visit = (span: Span, depth: number) => {
    if (!wanted.has(span.id)) return;
    placed.push({ span, depth });
    for (const child of children.get(span.id) ?? []) visit(child, depth + 1);
  };
  for (const span of spans) {
    // A piece whose parent is not among them (a cut timeline) still has to be seen.
    if (span.parent_id === null || !known.has(span.parent_id)) visit(span, 0);
  }
  return placed;
}

/** Whether something went wrong in a piece. */
function isTrouble(span: Pick<Span, 'status'>): boolean {
  return TROUBLE.has(span.status);
}

function wantedIds(spans: readonly Span[], filter: SpanFilter): ReadonlySet<string> {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const wanted = new Set<string>();
  const text = foldText(filter.text);
  for (const span of spans) {
    const fits =
      (!filter.failedOnly || isTrouble(span)) &&
      (!filter.turnsOnly || !LEAVES.has(span.kind)) &&
      (text === '' || foldText(textOf(span)).includes(text));
    if (!fits) continue;
    let at: Span | undefined = span;
    while (at && !wanted.has(at.id)) {
      wanted.add(at.id);
      at = at.parent_id === null ? undefined : byId.get(at.parent_id);
    }
  }
  return wanted;
}

const textOf = (span: Span) =>
  [span.name, span.kind, span.tool_id, span.model, JSON.stringify(span.detail)].join(' ');

const TROUBLE: ReadonlySet<Span['status']> = new Set(['failed', 'denied', 'unknown', 'expired']);
const LEAVES: ReadonlySet<Span['kind']> = new Set(['model', 'gate', 'wait', 'tool']);
