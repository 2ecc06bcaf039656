import type { PlainDate } from '../schedule/plain-date.ts';
import type { StepTemplate } from '../templates/process-template.ts';

/** The progress of a step of a case. */
export const stepStatuses = ['todo', 'doing', 'done'] as const;

/** One of the states of a step. */
export type StepStatus = (typeof stepStatuses)[number];

/** A step of a running case. */
export type StepInstance = StepTemplate & {
  dueDate: PlainDate;
  status: StepStatus;
  /** A locked step keeps its date when the case is replanned. */
  isLocked: boolean;
  assignee: string | undefined;
};

/** One execution of a template for one goal date. The version increases with every change. */
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
