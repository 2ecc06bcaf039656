import type { Span } from './run.ts';
import type { RunsTranslate } from './use-runs-texts.ts';

/** Returns the name of a span as the tree displays it. */
export function spanName(span: Span, t: RunsTranslate): string {
  switch (span.kind) {
    case 'turn':
      return t('span.turn', { number: span.name });
    case 'model':
      return span.model ?? span.name;
    case 'resume':
    case 'recovery':
      return t(`kind.${span.kind}`);
    case 'run':
    case 'gate':
    case 'wait':
    case 'tool':
      return span.attempt > 1 ? t('span.retry', { name: span.name, attempt: span.attempt }) : span.name;
  }
}
