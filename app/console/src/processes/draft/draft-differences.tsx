import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../../ui/display/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import type { StepDifference } from './compare-drafts.ts';
import { describeFields, writeDifferences } from './describe-difference.ts';
import { useChatTexts } from '../use-chat-texts.ts';

/** Displays the changes since the last draft, step by step. */
export function DraftDifferences(props: {
  readonly differences: readonly StepDifference[];
  /** Present when a person made the changes, so that they can be sent to the model. */
  readonly onSendChanges: ((message: string) => void) | undefined;
}): ReactNode {
  const t = useChatTexts();
  const { differences } = props;
  if (differences.length === 0) return <p className="text-small text-soft">{t('diff.none')}</p>;
  return (
    <details
      open={differences.length <= 6}
      className="rounded-md border border-line bg-card px-3 py-2 text-body"
    >
      <summary className="font-semibold">{t('diff.title', { count: differences.length })}</summary>
      <ul className="mt-2 flex flex-col gap-1.5">
        {differences.map((difference) => (
          <li key={keyOf(difference)} className="flex items-baseline gap-2">
            <Badge tone={TONES[difference.kind]}>{t(`diff.${difference.kind}`)}</Badge>
            <Difference difference={difference} />
          </li>
        ))}
      </ul>
      {props.onSendChanges !== undefined && (
        <Button
          small
          className="mt-2"
          onClick={() => props.onSendChanges?.(writeDifferences(differences, t))}
        >
          {t('diff.tell')}
        </Button>
      )}
    </details>
  );
}

function Difference({ difference }: { readonly difference: StepDifference }): ReactNode {
  const t = useChatTexts();
  switch (difference.kind) {
    case 'added':
      return <span>{difference.step.name}</span>;
    case 'removed':
      return <span className="text-soft line-through">{difference.step.name}</span>;
    case 'changed':
      return (
        <span>
          {difference.after.name}
          <span className="block text-small text-soft">{describeFields(difference, t)}</span>
        </span>
      );
  }
}

const keyOf = (difference: StepDifference) =>
  `${difference.kind}${difference.kind === 'changed' ? difference.after.seq : difference.step.seq}`;

const TONES: Readonly<Record<StepDifference['kind'], BadgeTone>> = {
  added: 'good',
  removed: 'bad',
  changed: 'info',
};
