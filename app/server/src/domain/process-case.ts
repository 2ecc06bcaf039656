import type { PlainDate } from './plain-date.ts';
import type { StepTemplate } from './process-template.ts';

/** How far a step of a case is. */
export const stepStatuses = ['todo', 'doing', 'done'] as const;

/** One of the states of a step. */
export type StepStatus = (typeof stepStatuses)[number];

/** A step of a running case. */
export type StepInstance = StepTemplate & {
  dueDate: PlainDate;
  status: StepStatus;
  /** A locked step keeps its date, whatever is planned around it. */
  isLocked: boolean;
  assignee: string | undefined;
};

/** A template that was started for one goal; the version grows with every change. */
export type ProcessCase = {
  id: string;
  userId: string;
  templateId: string;
  name: string;
  goalDate: PlainDate;
  version: number;
  steps: StepInstance[];
  createdAt: number;
};
