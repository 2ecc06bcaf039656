import { ServiceError } from '../../errors/service-error.ts';
import type { AuditLog } from '../../observability/observability.ts';
import type { Page, Removal, SearchRequest } from '../../storage/page.ts';
import { requireRemoved } from '../../storage/require-removed.ts';
import type { ProcessStore } from '../process-store.ts';
import type { HolidayCalendar } from '../schedule/business-calendar.ts';
import type { Schedule } from '../schedule/make-schedule.ts';
import { parsePlainDate, todayInJapan, type PlainDate } from '../schedule/plain-date.ts';
import { planCase, replanCase, reviewCase, type StepMove } from './plan-case.ts';
import type { ProcessCase, StepInstance, StepStatus } from './process-case.ts';

/** The dependencies of the service. */
export type CaseServiceOptions = {
  store: ProcessStore;
  audit: AuditLog;
  /** Returns the public holidays with the current company holidays. */
  findHolidays: () => Promise<HolidayCalendar>;
  clock: () => number;
  makeId: () => string;
};

/** A case with its schedule: warnings and critical path. */
export type ReviewedCase = { current: ProcessCase; schedule: Schedule };

/** A case as it is after replanning, with the steps that move. */
export type ReplannedCase = ReviewedCase & { moves: StepMove[] };

/** The fields of a step that a user may change. Omitted fields stay unchanged. */
export type StepChange = {
  status?: StepStatus | undefined;
  isLocked?: boolean | undefined;
  assignee?: string | null | undefined;
  dueDate?: string | undefined;
};

/** Creates cases, replans them for another goal date and updates their steps. */
export class CaseService {
  readonly #options: CaseServiceOptions;

  constructor(options: CaseServiceOptions) {
    this.#options = options;
  }

  /** Creates a case from a template for a goal date. */
  async start(
    userId: string,
    templateId: string,
    request: { goalDate: string; name?: string | undefined },
  ): Promise<ReviewedCase> {
    const { store, clock, makeId } = this.#options;
    const template = await store.getTemplate(userId, templateId);
    if (template === undefined) throw new ServiceError('NotFound', 'There is no such template.');
    const goalDate = readDate(request.goalDate);
    const { steps, schedule } = planCase(template, { goalDate, ...(await this.#days()) }, makeId);
    const current: ProcessCase = {
      id: makeId(),
      userId,
      templateId,
      name: request.name ?? template.name,
      goalDate,
      version: 1,
      steps,
      createdAt: clock(),
    };
    await store.addCase(current);
    return { current, schedule };
  }

  /** Returns one case with its schedule. */
  async get(userId: string, id: string): Promise<ReviewedCase> {
    const current = await this.#find(userId, id);
    return { current, schedule: reviewCase(current, await this.#days()) };
  }

  /** Lists the cases of a user and those with steps that are assigned to the user, newest first. */
  async list(userId: string, search: SearchRequest): Promise<Page<ReviewedCase>> {
    const { items, cursor } = await this.#options.store.listCases(userId, search);
    const days = await this.#days();
    return { items: items.map((current) => ({ current, schedule: reviewCase(current, days) })), cursor };
  }

  /** Returns what another goal date would change, without storing it. */
  async previewReplan(userId: string, id: string, goal: string): Promise<ReplannedCase> {
    const current = await this.#findOwn(userId, id);
    const goalDate = readDate(goal);
    const { steps, schedule, moves } = replanCase(current, { goalDate, ...(await this.#days()) });
    return { current: { ...current, goalDate, steps }, schedule, moves };
  }

  /** Replans the case. Throws a conflict when the version is not the one that the preview returned. */
  async applyReplan(
    userId: string,
    id: string,
    { goalDate, version }: { goalDate: string; version: number },
  ): Promise<ReplannedCase> {
    const planned = await this.previewReplan(userId, id, goalDate);
    return { ...planned, current: await this.#save(planned.current, version) };
  }

  /**
   * Changes one step of an own case, or a step that is assigned to the user. A date that the user sets locks the step
   * unless the request states otherwise.
   */
  async changeStep(
    userId: string,
    id: string,
    { stepId, version, change }: { stepId: string; version: number; change: StepChange },
  ): Promise<ReviewedCase> {
    const found = await this.#find(userId, id);
    const known = found.steps.find((step) => step.id === stepId);
    if (known === undefined) throw new ServiceError('NotFound', 'There is no such step.');
    if (known.assignee !== userId) requireOwner(found, userId);
    const steps = found.steps.map((step) => (step.id === stepId ? applyChange(step, change) : step));
    const current = await this.#save({ ...found, steps }, version);
    this.#options.audit.record({ event: 'case.changed', userId, caseId: id, stepId });
    return { current, schedule: reviewCase(current, await this.#days()) };
  }

  /** Renames the case. The goal date changes only by replanning. */
  async rename(
    userId: string,
    id: string,
    { name, version }: { name: string; version: number },
  ): Promise<ReviewedCase> {
    const found = await this.#findOwn(userId, id);
    const current = await this.#save({ ...found, name }, version);
    this.#options.audit.record({ event: 'case.changed', userId, caseId: id });
    return { current, schedule: reviewCase(current, await this.#days()) };
  }

  /** Deletes the case with its steps. The template stays. */
  async remove(removal: Removal): Promise<void> {
    const { store, audit } = this.#options;
    await this.#findOwn(removal.userId, removal.id);
    requireRemoved(await store.removeCase(removal), 'case');
    audit.record({ event: 'case.deleted', userId: removal.userId, caseId: removal.id });
  }

  async #find(userId: string, id: string): Promise<ProcessCase> {
    const found = await this.#options.store.getCase(userId, id);
    if (found === undefined) throw new ServiceError('NotFound', 'There is no such case.');
    return found;
  }

  async #findOwn(userId: string, id: string): Promise<ProcessCase> {
    const found = await this.#find(userId, id);
    requireOwner(found, userId);
    return found;
  }

  async #save(changed: ProcessCase, version: number): Promise<ProcessCase> {
    const next = { ...changed, version: version + 1 };
    if (await this.#options.store.replaceCase(next, version)) return next;
    throw new ServiceError('VersionConflict', 'The case was changed after you read it. Read it again.', {
      version: changed.version,
    });
  }

  async #days(): Promise<{ today: PlainDate; holidays: HolidayCalendar }> {
    const { clock, findHolidays } = this.#options;
    return { today: todayInJapan(clock()), holidays: await findHolidays() };
  }
}

function requireOwner({ userId: owner }: ProcessCase, userId: string): void {
  if (owner !== userId)
    throw new ServiceError(
      'Forbidden',
      'Only the owner of the case may change this. An assignee may change the own steps.',
    );
}

function applyChange(step: StepInstance, change: StepChange): StepInstance {
  const { status, isLocked, assignee, dueDate } = change;
  return {
    ...step,
    status: status ?? step.status,
    isLocked: isLocked ?? (dueDate === undefined ? step.isLocked : true),
    assignee: assignee === undefined ? step.assignee : (assignee ?? undefined),
    dueDate: dueDate === undefined ? step.dueDate : readDate(dueDate),
  };
}

function readDate(text: string): PlainDate {
  const date = parsePlainDate(text);
  if (date === undefined)
    throw new ServiceError('InvalidDate', 'A date must be a calendar day in the form YYYY-MM-DD.');
  return date;
}
