import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { RiskSquare } from '../../ui/display/risk-square.tsx';
import { useNow } from '../../ui/format/use-now.ts';
import type { ApprovalDetail } from '../approval.ts';
import { statusNow } from '../approval-status.ts';
import { DecidedBy } from '../decided-by.tsx';
import { useDescribeEffect } from '../effect/use-describe-effect.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';

/** The other requests of the same turn, which can be decided together. */
export function TurnSiblings(props: {
  readonly approval: ApprovalDetail;
  readonly onDecideTurn: (() => void) | undefined;
}): ReactNode {
  const t = useLazyTexts();
  const now = useNow();
  const describe = useDescribeEffect();
  const { siblings } = props.approval;
  if (siblings.length === 0) return null;
  return (
    <section aria-labelledby="turn">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 id="turn" className="text-body font-semibold">
          {t('turn.title', { count: siblings.length })}
        </h3>
        {props.onDecideTurn && (
          <Button small onClick={props.onDecideTurn}>
            {t('turn.all')}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line rounded-md border border-line">
        {siblings.map((sibling) => (
          <li key={sibling.approval_id} className="flex flex-wrap items-center gap-2 px-3 py-2">
            <RiskSquare level={sibling.risk_level} />
            <Link
              to="/inbox/$approvalId"
              params={{ approvalId: sibling.approval_id }}
              search={(before) => before}
              className="font-semibold underline underline-offset-3"
            >
              <RevealedText text={describe(sibling)} />
            </Link>
            <span className="ml-auto">
              {statusNow(sibling, now) !== 'pending' && <DecidedBy approval={sibling} short />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
