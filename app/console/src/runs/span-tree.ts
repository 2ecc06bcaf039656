import { foldText } from '../ui/format/fold-text.ts';
import type { Span } from './run.ts';

/** The filter of a timeline. */
interface SpanFilter {
  readonly failedOnly: boolean;
  readonly turnsOnly: boolean;
  readonly text: string;
}

/** A span with its position in the tree. */
export interface PlacedSpan {
  readonly span: Span;
  readonly depth: number;
}

/** Orders the spans as a tree and returns the matching ones with their ancestors. */
export function placeSpans(spans: readonly Span[], filter: SpanFilter): readonly PlacedSpan[] {
  const children = Map.groupBy(spans, (span) => span.parent_id);
  const known = new Set(spans.map((span) => span.id));
  const matching = matchingIds(spans, filter);
  const placed: PlacedSpan[] = [];
  const visit = (span: Span, depth: number) => {
    if (!matching.has(span.id)) return;
    placed.push({ span, depth });
    for (const child of children.get(span.id) ?? []) visit(child, depth + 1);
  };
  for (const span of spans) {
    // A span whose parent is missing (in a truncated timeline) must still be displayed.
    if (span.parent_id === null || !known.has(span.parent_id)) visit(span, 0);
  }
  return placed;
}

/** Returns whether a span has failed or was denied. */
function isFailure(span: Pick<Span, 'status'>): boolean {
  return FAILURE_STATUSES.has(span.status);
}

function matchingIds(spans: readonly Span[], filter: SpanFilter): ReadonlySet<string> {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const matching = new Set<string>();
  const text = foldText(filter.text);
  for (const span of spans) {
    const matches =
      (!filter.failedOnly || isFailure(span)) &&
      (!filter.turnsOnly || !LEAVES.has(span.kind)) &&
      (text === '' || foldText(textOf(span)).includes(text));
    if (!matches) continue;
    let at: Span | undefined = span;
    while (at && !matching.has(at.id)) {
      matching.add(at.id);
      at = at.parent_id === null ? undefined : byId.get(at.parent_id);
    }
  }
  return matching;
}

const textOf = (span: Span) =>
  [span.name, span.kind, span.tool_id, span.model, JSON.stringify(span.detail)].join(' ');

const FAILURE_STATUSES: ReadonlySet<Span['status']> = new Set(['failed', 'denied', 'unknown', 'expired']);
const LEAVES: ReadonlySet<Span['kind']> = new Set(['model', 'gate', 'wait', 'tool']);
