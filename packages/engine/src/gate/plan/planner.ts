import type { DescribedTool, KnownTool } from '../manifest/manifest-registry.ts';
import type { UserWords } from '../provenance/user-words.ts';
import type { TaskPlan } from './task-plan.ts';

/** What a planner receives. It contains no result of a tool and no text of a model. */
export interface PlanRequest {
  /** The digest of the user's text. */
  readonly turn: string;
  /** The texts of the current turn. */
  readonly texts: readonly string[];
  /** The texts of earlier turns, to which the current turn may refer. */
  readonly earlierTexts: readonly string[];
  readonly user: UserWords;
  /** The instructions that the developer wrote, if they are a fixed text. */
  readonly instructions: string | undefined;
  /** Trusted data of the host about the user. */
  readonly sessionData: unknown;
  readonly tools: readonly PlannableTool[];
}

/** A tool that a plan may contain, with the manifest that applies to it. */
export interface PlannableTool {
  readonly tool: DescribedTool;
  readonly known: KnownTool;
}

/**
 * Derives the plan of a task from the user's turn. It must not use any other source. A planner that fails or does not
 * return in time is replaced by the rules.
 */
export interface Planner {
  plan(request: PlanRequest, signal: AbortSignal): TaskPlan | Promise<TaskPlan>;
}
