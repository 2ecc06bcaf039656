import { answerPlainly } from './answer-plainly.ts';
import { detectLanguage } from './detect-language.ts';
import { evaluateArithmetic } from './evaluate-arithmetic.ts';
import type { Persona, PersonaConversation, PersonaOutput, PersonaTool, Turn } from './persona.ts';
import { isRecord, type JsonRecord } from '../../json/is-record.ts';
import { readRecord } from '../../json/read-field.ts';
import { sampleFromSchema } from './sample-from-schema.ts';

const MAX_REQUEST_LENGTH = 4000;
const NEARLY_AS_GOOD = 0.6;
const SEARCH_REQUEST = /\?|？|search|latest|news|today|調べ|検索|最新|今日|ニュース|教えて|とは/i;
const CODE_REQUEST = /python|code|plot|chart|graph|csv|calculate|計算|グラフ|コード|集計/i;

/** The default persona. It uses the tools that match the request, then replies in Japanese or English. */
export const assistantPersona: Persona = (conversation, tools) => {
  const { turns } = conversation;
  const request = lastRequest(turns);
  const recent = turns.slice(turns.findLastIndex(({ role }) => role === 'user') + 1);
  const results = recent.flatMap((turn) => (turn.role === 'result' ? [turn.output] : []));
  const called = new Set(recent.flatMap((turn) => (turn.role === 'call' ? [turn.name] : [])));
  const fitting = chooseTools(conversation, tools, request).filter(({ name }) => !called.has(name));
  const [first] = fitting;
  if (results.length > 0 && (!first || isForced(conversation))) {
    return [thought(request), { type: 'message', text: reportResults(results, request) }];
  }
  if (!first) return [thought(request), { type: 'message', text: answerPlainly(turns, request) }];
  if (first.type === 'web_search') return [thought(request), ...searchWeb(turns, request)];
  if (first.type === 'code_interpreter') return [thought(request), ...runCode(request)];
  const calls = fitting.filter(({ type }) => type === 'function');
  return [
    thought(request),
    ...(conversation.allowsParallelCalls ? calls : [first]).map((tool) => call(tool, request)),
  ];
};

function call(tool: PersonaTool, request: string): PersonaOutput {
  return { type: 'function_call', name: tool.name, arguments: fillArguments(tool.parameters, request) };
}

// A required tool counts as called once its result is available. Otherwise the run would never end.
function isForced({ toolChoice }: PersonaConversation): boolean {
  return toolChoice.mode === 'required' || toolChoice.mode === 'tool';
}

function lastRequest(turns: readonly Turn[]): string {
  const turn = turns.findLast(({ role }) => role === 'user');
  // Long texts are truncated because the patterns of this persona backtrack.
  return turn && 'text' in turn ? turn.text.slice(0, MAX_REQUEST_LENGTH) : '';
}

function chooseTools(
  { toolChoice }: PersonaConversation,
  tools: readonly PersonaTool[],
  request: string,
): PersonaTool[] {
  if (toolChoice.mode === 'none') return [];
  if (toolChoice.mode === 'tool') {
    return tools.filter(({ name, type }) => [name, type].includes(toolChoice.name));
  }
  const scored = tools
    .map((tool) => ({ tool, score: scoreOf(tool, request) }))
    .toSorted((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  const fitting = scored.filter((entry) => entry.score > 0 && entry.score >= best * NEARLY_AS_GOOD);
  const chosen = fitting.length > 0 || toolChoice.mode === 'auto' ? fitting : scored.slice(0, 1);
  return chosen.map(({ tool }) => tool);
}

function scoreOf(tool: PersonaTool, request: string): number {
  if (tool.type === 'function') return scoreTool(tool, request);
  if (tool.type === 'web_search') return SEARCH_REQUEST.test(request) ? 1 : 0;
  if (tool.type === 'code_interpreter')
    return CODE_REQUEST.test(request) || evaluateArithmetic(request) ? 2 : 0;
  return 0;
}

function thought(request: string): PersonaOutput {
  const isJapanese = detectLanguage(request) === 'ja';
  return {
    type: 'reasoning',
    summary: isJapanese ? '依頼の内容を確認しています。' : 'Looking at what is asked.',
  };
}

function reportResults(results: readonly string[], request: string): string {
  const shown = results
    .map((result) => (result.length > 600 ? `${result.slice(0, 600)}…` : result))
    .join('\n');
  if (shown.trim() === '') {
    return detectLanguage(request) === 'ja'
      ? '実行しました。結果は空でした。'
      : 'Done. The result was empty.';
  }
  return detectLanguage(request) === 'ja'
    ? `結果をお知らせします。\n${shown}`
    : `Here is the result:\n${shown}`;
}

function searchWeb(turns: readonly Turn[], request: string): PersonaOutput[] {
  const query = request.replaceAll(/\s+/g, ' ').trim().slice(0, 120);
  const sources = [
    {
      url: `https://example.com/articles?q=${encodeURIComponent(query.slice(0, 40))}`,
      title: `Example: ${query}`,
    },
    { url: 'https://example.org/reference', title: 'Example reference' },
  ];
  const remark = detectLanguage(request) === 'ja' ? 'ウェブを検索します。' : 'Searching the web.';
  return [
    { type: 'message', phase: 'commentary', text: remark },
    { type: 'web_search', query, sources },
    { type: 'message', text: answerPlainly(turns, request), sources },
  ];
}

function runCode(request: string): PersonaOutput[] {
  const sum = evaluateArithmetic(request);
  const code = sum ? `result = ${sum.expression}\nprint(result)` : 'print("simulated run")';
  const logs = sum ? `${sum.value}\n` : 'simulated run\n';
  const files = /csv|file|ファイル|グラフ|chart|plot/i.test(request)
    ? [{ name: 'result.csv', content: `value\n${logs}` }]
    : [];
  const text =
    detectLanguage(request) === 'ja' ? `計算結果は ${logs.trim()} です。` : `The result is ${logs.trim()}.`;
  return [
    { type: 'code', code, logs, files },
    { type: 'message', text },
  ];
}

const PLACE = /^(?:city|location|place|address|region|country|town)$/i;

/** Returns arguments for a call from the user's text: quoted text, places, numbers, or the text itself. */
function fillArguments(parameters: JsonRecord, request: string): JsonRecord {
  const properties = readRecord(parameters, 'properties') ?? {};
  const filled = sampleFromSchema({ ...parameters, type: 'object' }, readQuoted(request) ?? request);
  if (!isRecord(filled)) return {};
  const place = readPlace(request);
  const placed = Object.keys(properties).filter((name) => PLACE.test(name) && name in filled);
  return place === undefined
    ? filled
    : { ...filled, ...Object.fromEntries(placed.map((name) => [name, place])) };
}

function readQuoted(request: string): string | undefined {
  return /「([^」]+)」|"([^"]+)"|“([^”]+)”/.exec(request)?.slice(1).find(Boolean);
}

function readPlace(request: string): string | undefined {
  const japanese = /([\p{Script=Han}\p{Script=Katakana}ー]{2,20})(?=の|で|は)/u.exec(request)?.[1];
  return japanese ?? /\b(?:in|at|for|of)\s+([A-Z][\w'-]*(?:\s+[A-Z][\w'-]*)*)/.exec(request)?.[1];
}

const SAME_MEANING: readonly (readonly string[])[] = [
  ['天気', '気温', 'weather', 'forecast', 'temperature'],
  ['検索', '調べ', '探し', 'search', 'find', 'lookup', 'query'],
  ['計算', '足し', '合計', 'calculate', 'calculator', 'add', 'sum', 'math', 'multiply'],
  ['ファイル', '文書', 'file', 'document', 'read'],
  ['削除', '消し', 'delete', 'remove', 'erase'],
  ['時刻', '時間', '何時', '現在', 'time', 'clock', 'now'],
  ['翻訳', '訳し', 'translate', 'translation'],
  ['メール', '送信', '送って', 'mail', 'email', 'send', 'message'],
  ['予定', 'カレンダー', '予約', 'calendar', 'schedule', 'event', 'book', 'booking'],
  ['注文', 'order', 'purchase', 'buy'],
  ['返金', 'refund'],
  ['顧客', 'customer', 'client', 'user'],
  ['作成', '作って', 'create', 'make', 'new'],
  ['一覧', 'リスト', 'list'],
];

/** Scores how well a tool matches a request by common words and their translations. */
function scoreTool(tool: PersonaTool, request: string): number {
  const offered = `${tool.name.replaceAll(/[_-]/g, ' ')} ${tool.description}`.toLowerCase();
  const requestText = request.toLowerCase();
  if (requestText.includes(tool.name.toLowerCase())) return 100;
  const words = new Set(offered.match(/[a-z]{3,}/g));
  let points = [...new Set(requestText.match(/[a-z]{3,}/g))].filter(
    (word) => words.has(word) && !FILLER.has(word),
  ).length;
  for (const group of SAME_MEANING) {
    const inRequest = group.some((word) => requestText.includes(word));
    const inTool = group.some((word) => (/[a-z]/.test(word) ? words.has(word) : offered.includes(word)));
    if (inRequest && inTool) points += 3;
  }
  return points + countSharedPairs(offered, requestText);
}

const FILLER = new Set([
  'the',
  'and',
  'for',
  'that',
  'this',
  'with',
  'from',
  'you',
  'can',
  'please',
  'what',
  'are',
  'get',
  'use',
  'given',
  'returns',
  'return',
]);

function countSharedPairs(offered: string, requestText: string): number {
  const pairs = requestText.match(/[\p{Script=Han}\p{Script=Katakana}]{2,}/gu) ?? [];
  return pairs.filter((pair) => offered.includes(pair)).length;
}
