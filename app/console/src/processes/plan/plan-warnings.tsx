import type { ReactNode } from 'react';
import { Icon } from '../../ui/controls/icon.tsx';
import type { PlannedStep } from './planned-step.ts';
import { useChatTexts } from '../use-chat-texts.ts';

/** The warnings to check before the plan is used. */
export function PlanWarnings(props: { readonly steps: readonly PlannedStep[] }): ReactNode {
  const t = useChatTexts();
  const warnings = props.steps.flatMap(({ seq, warnings: found }) => found.map((name) => ({ seq, name })));
  if (warnings.length === 0) return null;
  return (
    <details open className="rounded-md bg-warn-tint px-3 py-2 text-body text-warn">
      <summary className="flex items-center gap-2 font-semibold">
        <Icon name="alert" />
        {t('warning.title', { count: warnings.length })}
      </summary>
      <ul className="mt-1 list-disc pl-7 text-ink">
        {warnings.map(({ seq, name }) => (
          <li key={`${seq}${name}`}>{t(`warning.${name}`, { seq })}</li>
        ))}
      </ul>
    </details>
  );
}
