import type { JsonRecord } from '../../../json/is-record.ts';
import { detectLanguage, type PersonaLanguage } from '../detect-language.ts';
import type { Persona, Turn } from '../persona.ts';
import { interviewFields, interviewQuestions, type InterviewField } from './interview-questions.ts';
import { readInterviewFacts, type InterviewFacts } from './read-interview-facts.ts';
import { processPatterns } from './process-patterns.ts';

const ADDED =
  /「([^」]{1,40})」(?:という|の)?(?:ステップ|工程|手順)?を(?:追加|足し)|add (?:a |the )?(?:step )?"([^"]{1,60})"/gi;
const REMOVED =
  /「([^」]{1,40})」(?:という|の)?(?:ステップ|工程|手順)?(?:を|は)(?:削除|外し|不要|消し)|(?:remove|delete) (?:the )?(?:step )?"([^"]{1,60})"/gi;

/** Matches an instruction to always reply in Japanese. */
const MUST_SPEAK_JAPANESE =
  /(?:いつも|常に|必ず)日本語で|(?:always|only) (?:answer |respond |reply )?in Japanese/i;

/**
 * A persona for the chat demo. It asks for missing facts, one at a time, then proposes a process. Every reply ends
 * with a json fence in the format of `ai_chat_process_template.v1`. It replies in the language of the request, or in
 * Japanese when its instructions require it.
 */
export const interviewPersona: Persona = ({ instructions, turns }, tools) => {
  const system = turns.flatMap((turn) =>
    turn.role === 'system' || turn.role === 'developer' ? [turn.text] : [],
  );
  const instructionText = [instructions ?? '', ...system].join('\n');
  const facts = readInterviewFacts(instructionText, turns);
  const language = MUST_SPEAK_JAPANESE.test(instructionText) ? 'ja' : detectLanguage(lastWords(turns));
  const missing = interviewFields.filter((field) => facts[field] === undefined);
  const [next] = missing;
  const prose = next === undefined ? writeProposal(facts, language) : writeQuestion(facts, next, language);
  const content = makeContent({ facts, missing, prose, turns, language });
  const proposing = tools.find(({ type, name }) => type === 'function' && /template/i.test(name));
  const isAnswered = turns.at(-1)?.role === 'result';
  if (proposing && next === undefined && !isAnswered) {
    return [
      { type: 'message', phase: 'commentary', text: prose },
      { type: 'function_call', name: proposing.name, arguments: content },
    ];
  }
  return [{ type: 'message', text: `${prose}\n\n\`\`\`json\n${JSON.stringify(content, null, 2)}\n\`\`\`` }];
};

function lastWords(turns: readonly Turn[]): string {
  const turn = turns.findLast(({ role }) => role === 'user');
  return turn && 'text' in turn ? turn.text : '';
}

function writeQuestion(facts: InterviewFacts, field: InterviewField, language: PersonaLanguage): string {
  const known = interviewFields.flatMap((name) =>
    facts[name] === undefined ? [] : `${interviewQuestions[name][language].label}: ${facts[name]}`,
  );
  const { question } = interviewQuestions[field][language];
  if (known.length === 0) return question;
  return language === 'ja'
    ? `ありがとうございます（${known.join('、')}）。${question}`
    : `Thank you (${known.join(', ')}). ${question}`;
}

function writeProposal(
  { goal = '', deadline = '', processType = '' }: InterviewFacts,
  language: PersonaLanguage,
): string {
  return language === 'ja'
    ? `「${processType}」のプロセスを下書きしました。ゴールは「${goal}」、期限は${deadline}です。直したい点があれば「○○」を追加、のように教えてください。`
    : `Here is a draft for "${processType}". The goal is "${goal}", to be reached ${deadline}. Tell me what to add or remove.`;
}

function makeContent(known: {
  facts: InterviewFacts;
  missing: readonly InterviewField[];
  prose: string;
  turns: readonly Turn[];
  language: PersonaLanguage;
}): JsonRecord {
  const { facts, missing, prose, turns, language } = known;
  const labels = missing.map((field) => interviewQuestions[field][language].label);
  const { processType = '', industry = '' } = facts;
  const steps = editSteps(proposeSteps(processType, language), readEdits(turns));
  return {
    schema: 'ai_chat_process_template.v1',
    answer: prose,
    missing_information: labels,
    ...(missing.length === 0
      ? { process_template_draft: { name: `${processType}（${industry}）`, stepTemplates: steps } }
      : {}),
  };
}

function readEdits(turns: readonly Turn[]): { added: string[]; removed: string[] } {
  const words = turns.flatMap((turn) => (turn.role === 'user' ? [turn.text] : [])).join('\n');
  const names = (pattern: RegExp) =>
    [...words.matchAll(pattern)].flatMap((match) => match[1] ?? match[2] ?? []);
  const removed = names(REMOVED);
  return { added: names(ADDED).filter((name) => !removed.includes(name)), removed };
}

/** A step of a proposed process, in the format of `ai_chat_process_template.v1`. */
type ProposedStep = {
  seq: number;
  name: string;
  basis: 'goal' | 'prev';
  offsetDays: number;
  requiredArtifacts?: { kind: string; description?: string }[];
  dependsOn?: number[];
};

/**
 * Returns the steps of a kind of process. seq starts at 1 without gaps, and the first step is relative to the goal.
 */
function proposeSteps(processType: string, language: PersonaLanguage): ProposedStep[] {
  const pattern = processPatterns.find(({ fits }) => fits.test(processType));
  return (pattern?.steps ?? []).map(({ ja, en, basis, offsetDays, dependsOn, artifact }, index) => ({
    seq: index + 1,
    name: language === 'ja' ? ja : en,
    basis,
    offsetDays,
    ...(artifact === undefined ? {} : { requiredArtifacts: [{ kind: artifact }] }),
    ...(dependsOn.length > 0 ? { dependsOn: [...dependsOn] } : {}),
  }));
}

/** Adds the named steps at the end and removes the named ones. Numbers and dependencies remain consistent. */
function editSteps(
  steps: readonly ProposedStep[],
  edits: { added: readonly string[]; removed: readonly string[] },
): ProposedStep[] {
  const remaining = steps.filter(({ name, seq }) => seq === 1 || !edits.removed.includes(name));
  const seqs = new Map(remaining.map(({ seq }, index) => [seq, index + 1]));
  const renumbered = remaining.map(({ dependsOn = [], ...rest }, index) => {
    const moved = dependsOn.flatMap((seq) => seqs.get(seq) ?? []);
    return { ...rest, seq: index + 1, ...(moved.length > 0 ? { dependsOn: moved } : {}) };
  });
  for (const name of edits.added) {
    const seq = renumbered.length + 1;
    renumbered.push({ seq, name, basis: 'prev', offsetDays: 1, dependsOn: [seq - 1] });
  }
  return renumbered;
}
