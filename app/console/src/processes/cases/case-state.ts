import { parsePlainDate, type PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import type { ChatCase } from '../../api/chat/chat-queries.ts';

/** The columns of the board, the most urgent first. */
export const CASE_STATES = ['late', 'doing', 'todo', 'done'] as const;

/** The state of a case as a whole. */
export type CaseState = (typeof CASE_STATES)[number];

/** A case with its state today. */
export type StatedCase = ChatCase & { readonly state: CaseState };

/** Returns the state of a case: late if a step that is not done was due before today. */
export function stateOf(steps: readonly Step[], today: PlainDate): CaseState {
  if (steps.every(({ status }) => status === 'done')) return 'done';
  if (steps.some(({ status, dueDate }) => status !== 'done' && (parsePlainDate(dueDate) ?? today) < today))
    return 'late';
  return steps.some(({ status }) => status !== 'todo') ? 'doing' : 'todo';
}

/** Returns the open step that is due first. */
export const nextStepOf = <Each extends Step>(steps: readonly Each[]): Each | undefined =>
  steps.filter(isOpen).toSorted((one, other) => one.dueDate.localeCompare(other.dueDate))[0];

/** Returns the people who have to do something in the case, in the order of its steps. */
export const assigneesOf = (steps: readonly Step[]): readonly string[] => [
  ...new Set(steps.filter(isOpen).flatMap(({ assignee }) => assignee ?? [])),
];

/** Whether a case has an open step of a person; `null` means an open step without an assignee. */
export const hasStepOf = (steps: readonly Step[], person: string | null): boolean =>
  steps.some((step) => isOpen(step) && step.assignee === person);

const isOpen = ({ status }: Step) => status !== 'done';

type Step = Pick<ChatCase['steps'][number], 'status' | 'dueDate' | 'assignee'>;
