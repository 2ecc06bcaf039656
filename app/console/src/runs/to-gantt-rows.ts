import { formatDuration } from '../ui/format/format-duration.ts';
import type { GanttRow, GanttTone } from '../ui/gantt/gantt-row.ts';
import type { Language } from '../i18n/language.ts';
import type { Span } from './run.ts';
import { spanName } from './span-name.ts';
import type { PlacedSpan } from './span-tree.ts';
import type { RunsTranslate } from './use-runs-texts.ts';

/** The functions that format the texts of a row. */
interface Writing {
  readonly t: RunsTranslate;
  readonly language: Language;
  readonly now: number;
}

/** Converts the tree of a run to the rows of the chart. A span in progress ends at the current time. */
export function toGanttRows(
  placed: readonly PlacedSpan[],
  { t, language, now }: Writing,
): readonly GanttRow[] {
  return placed.map(({ span, depth }) => {
    const from = Date.parse(span.started_at);
    const to = Math.max(from, span.ended_at === null ? now : Date.parse(span.ended_at));
    const name = spanName(span, t);
    const kind = t(`kind.${span.kind}`);
    const status = t(`span.${span.status}`);
    const isPlain =
      span.kind === 'run' || span.kind === 'turn' || span.kind === 'resume' || span.kind === 'recovery';
    return {
      id: span.id,
      depth,
      from,
      to,
      label: `${MARKS[span.status]} ${isPlain ? name : `${kind}: ${name}`}`,
      look: LOOKS[span.kind],
      tone: toneOf(span),
      summary: t('span.summary', { kind, name, status, duration: formatDuration(to - from, language) }),
    };
  });
}

function toneOf(span: Span): GanttTone {
  switch (span.status) {
    case 'failed':
    case 'denied':
      return 'bad';
    case 'unknown':
    case 'expired':
    case 'waiting':
    case 'asked':
      return 'warning';
    case 'running':
      return 'accent';
    case 'ok':
      return span.kind === 'gate' || span.kind === 'tool' ? 'good' : 'neutral';
  }
}

// The mark beside the color makes the state readable without color.
const MARKS: Readonly<Record<Span['status'], string>> = {
  ok: '✓',
  running: '▸',
  waiting: '○',
  asked: '‖',
  denied: '⊘',
  failed: '✕',
  unknown: '?',
  expired: '⌛',
};

const LOOKS: Readonly<Record<Span['kind'], GanttRow['look']>> = {
  run: 'frame',
  turn: 'frame',
  wait: 'wait',
  model: 'bar',
  gate: 'bar',
  tool: 'bar',
  resume: 'milestone',
  recovery: 'milestone',
};
