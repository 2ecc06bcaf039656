import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { parsePlainDate, type PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { useSession } from '../../access/use-session.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { classNames } from '../../ui/controls/class-names.ts';
import { Badge, type BadgeTone } from '../../ui/display/badge.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { formatDay } from '../format-day.ts';
import { useChatTexts } from '../use-chat-texts.ts';
import { assigneesOf, nextStepOf, type CaseState, type StatedCase } from './case-state.ts';

/** A list of cases. On the board, each one is a card and the column names its state. */
export function CaseList(props: {
  readonly label: string;
  readonly items: readonly StatedCase[];
  readonly today: PlainDate;
  readonly isBoard?: boolean;
}): ReactNode {
  const isBoard = props.isBoard === true;
  return (
    <ul
      aria-label={props.label}
      className={classNames(
        'flex flex-col',
        isBoard ? 'gap-2' : 'divide-y divide-line rounded-md border border-line bg-card',
      )}
    >
      {props.items.map((item) => (
        <li key={item.id} className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
          <Link
            to="/chat/cases/$caseId"
            params={{ caseId: item.id }}
            search={(before) => before}
            className={classNames(
              'gap-x-4 gap-y-1 p-3 hover:bg-sunken',
              isBoard
                ? 'flex flex-wrap rounded-md border border-line bg-card'
                : 'flex flex-wrap md:grid md:grid-cols-[minmax(0,1fr)_minmax(7rem,10rem)_9.5rem_8rem] md:items-center',
            )}
          >
            <CaseFacts item={item} today={props.today} isBoard={isBoard} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function CaseFacts({
  item,
  today,
  isBoard,
}: {
  readonly item: StatedCase;
  readonly today: PlainDate;
  readonly isBoard: boolean;
}): ReactNode {
  const t = useChatTexts();
  const { language } = usePreferences();
  const { user } = useSession();
  const { steps, state } = item;
  const next = nextStepOf(steps);
  const due = parsePlainDate(next?.dueDate ?? '') ?? today;
  return (
    <>
      <span className="min-w-0 basis-full">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold [overflow-wrap:anywhere]">
            <RevealedText text={item.name} />
          </span>
          {!isBoard && <Badge tone={TONES[state]}>{t(`cases.state.${state}`)}</Badge>}
          {item.owner !== user.id && <Badge>{t('case.ofOther', { name: item.owner })}</Badge>}
        </span>
        {next !== undefined && (
          <span className={classNames('block text-small', due < today ? 'text-bad' : 'text-soft')}>
            {t('cases.next', { seq: next.seq, step: next.name, date: formatDay(due, language) })}
          </span>
        )}
      </span>
      <span className="text-small [overflow-wrap:anywhere]">
        {state !== 'done' && (
          <RevealedText
            text={[next?.assignee ?? t('cases.unassigned'), ...assigneesOf(steps)]
              .filter((name, index, all) => all.indexOf(name) === index)
              .join(', ')}
          />
        )}
      </span>
      <span className="numeric text-small text-soft">
        {t('cases.goal', { date: formatDay(parsePlainDate(item.goalDate) ?? 0, language) })}
      </span>
      <span className="numeric text-small text-soft md:text-right">
        {t('cases.progress', {
          done: steps.filter(({ status }) => status === 'done').length,
          all: steps.length,
        })}
      </span>
    </>
  );
}

const TONES: Readonly<Record<CaseState, BadgeTone>> = {
  late: 'bad',
  doing: 'info',
  todo: 'neutral',
  done: 'good',
};
