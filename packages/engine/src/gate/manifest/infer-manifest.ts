import type { ArgumentRole, ToolManifest } from '../../wire/tool-manifest.ts';
import { inferArgumentRole, type ToolShape } from './infer-argument-role.ts';
import { inferEffect, type WordedEffect } from './infer-effect.ts';
import { readParameters, type SchemaArgument } from './read-parameters.ts';
import { splitWords, stem } from './split-words.ts';

/** The description of a tool by itself. */
export interface ToolWording {
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters?: unknown;
}

/** Infers a manifest from name, description and schema. The result is labeled as inferred and never confirmed. */
export function inferManifest(tool: ToolWording): { manifest: ToolManifest; wording: WordedEffect } {
  const description = tool.description ?? '';
  const parameters = readParameters(tool.parameters);
  // Roles depend on the effect and the effect on roles (an amount makes a booking a spend), so the first pass assumes a
  // write.
  const roleOf = (parameter: SchemaArgument, shape: ToolShape) =>
    isRoute(parameters) && /^(?:from|to)$/i.test(parameter.name)
      ? 'target'
      : inferArgumentRole(parameter, shape);
  const firstRoles = parameters.map((parameter) => roleOf(parameter, { effect: 'write', makes: [] }));
  const wording = inferEffect(
    tool.name,
    description,
    firstRoles,
    parameters.map(({ name }) => name),
  );
  const isMaking = wording.classes.includes('make') || wording.classes.includes('book');
  const known = { effect: wording.effect, makes: isMaking ? wording.nouns : [] };
  const roles: Record<string, ArgumentRole> = {};
  for (const parameter of parameters) {
    if (parameter.path === '__proto__') continue;
    roles[parameter.path] = roleOf(parameter, known);
  }
  const manifest: ToolManifest = {
    effect: wording.effect,
    arguments: roles,
    trusted_source: false,
    sensitive: readsPrivateData(tool.name, description),
    idempotent: wording.effect === 'read',
    origin: 'guess',
    confirmed: false,
  };
  return { manifest, wording };
}

/** `from` and `to` besides a day are the ends of a journey. With a text, a file or an amount they are people. */
function isRoute(parameters: readonly SchemaArgument[]): boolean {
  const names = new Set(parameters.map(({ name }) => name.toLowerCase()));
  const hasDay = parameters.some(({ name }) => /date|day|time|when|depart/i.test(name));
  return (
    names.has('from') && names.has('to') && hasDay && !parameters.some(({ name }) => HANDED_OVER.test(name))
  );
}

const HANDED_OVER =
  /text|body|message|content|subject|amount|sum|account|iban|card|asset|token|file|path|url|mail/i;

function readsPrivateData(name: string, description: string): boolean {
  const firstSentence = description.slice(0, 300).split('. ', 1)[0] ?? '';
  return [...splitWords(name), ...splitWords(firstSentence)].some((word) => PRIVATE.has(stem(word)));
}

const PRIVATE: ReadonlySet<string> = new Set(
  `password passcode credential secret token personal passport ssn medical patient prescription genetic health identity
  salary holding tax history saved bank payment card private confidential pii 個人情報 パスワード 病歴`.split(
    /\s+/,
  ),
);
