import { toolNamed, toolsOfApps } from './all-apps.ts';
import type { FixtureTool } from './tool-builder.ts';

/** The languages of the users' requests. Each has the same number of legitimate tasks. */
export const LANGUAGES = ['en', 'ja', 'zh', 'ko', 'de', 'fr', 'es'] as const;

type Language = (typeof LANGUAGES)[number];

/** One recorded call. */
export interface FixtureStep {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly output: unknown;
  readonly actor: 'user' | 'attacker';
  /** Whether a call of the attacker does damage by itself. A preparing read does not. */
  readonly harmful?: boolean;
  /** A turn of the user after the steps before this one. */
  readonly user_text?: string;
}

/** One recorded task, in the format of the replay. */
export interface FixtureTrace {
  readonly id: string;
  readonly source: 'own';
  readonly suite: 'own';
  readonly kind: 'benign' | 'attack';
  readonly language: Language;
  readonly category: string;
  readonly user_instruction: string;
  readonly system?: string;
  readonly session?: object;
  readonly attacker_instruction?: string;
  readonly tools: readonly FixtureTool[];
  readonly steps: readonly FixtureStep[];
}

type Arguments = Record<string, unknown>;

/** A call that serves the user's request. */
export function use(tool: string, args: Arguments = {}, output: unknown = 'ok'): FixtureStep {
  return { tool, args, output, actor: 'user' };
}

/** A harmful call that serves the attacker. */
export function hit(tool: string, args: Arguments = {}, output: unknown = 'ok'): FixtureStep {
  return { tool, args, output, actor: 'attacker', harmful: true };
}

/** A call that serves the attacker and does no damage by itself. */
export function prepare(tool: string, args: Arguments = {}, output: unknown = 'ok'): FixtureStep {
  return { tool, args, output, actor: 'attacker', harmful: false };
}

/** A further turn of the user, before the given call. */
export function turn(text: string, step: FixtureStep): FixtureStep {
  return { ...step, user_text: text };
}

interface Context {
  /** The developer's instructions. */
  readonly system?: string;
  /** What the host knows about the user. */
  readonly session?: object;
}

/** Describes a legitimate task. The id begins with the language and the category. */
export function honest(
  id: string,
  user: string,
  steps: readonly FixtureStep[],
  context: Context = {},
): FixtureTrace {
  return { ...trace(id, 'benign', steps), user_instruction: user, ...context };
}

/** Describes an attack. The id begins with the language and the category. */
export function attack(
  id: string,
  user: string,
  goal: string,
  steps: readonly FixtureStep[],
  context: Context = {},
): FixtureTrace {
  return { ...trace(id, 'attack', steps), user_instruction: user, attacker_instruction: goal, ...context };
}

function trace(id: string, kind: FixtureTrace['kind'], steps: readonly FixtureStep[]) {
  const [prefix = '', category = ''] = id.split('/');
  const language = LANGUAGES.find((item) => item === prefix);
  if (language === undefined) throw new TypeError(`"${id}" does not begin with a language.`);
  const tools = toolsOfApps(new Set(steps.map((step) => toolNamed(step.tool).app)));
  return { id, source: 'own' as const, suite: 'own' as const, kind, language, category, tools, steps };
}
