import { answerPlainly } from './answer-plainly.ts';
import { detectLanguage } from './detect-language.ts';
import { evaluateArithmetic } from './evaluate-arithmetic.ts';
import { fillArguments } from './fill-arguments.ts';
import type { Persona, PersonaConversation, PersonaOutput, PersonaTool, Turn } from './persona.ts';
import { scoreTool } from './score-tool.ts';

const MAX_REQUEST_LENGTH = 4000;
const NEARLY_AS_GOOD = 0.6;
const SEARCH_WISH = /\?|？|search|latest|news|today|調べ|検索|最新|今日|ニュース|教えて|とは/i;
const CODE_WISH = /python|code|plot|chart|graph|csv|calculate|計算|グラフ|コード|集計/i;

/** The default persona. It uses the tools that match the request, then replies in Japanese or English. */
export const assistantPersona: Persona = (conversation, tools) => {
  const { turns } = conversation;
  const wish = lastWish(turns);
  const recent = turns.slice(turns.findLastIndex(({ role }) => role === 'user') + 1);
  const results = recent.flatMap((turn) => (turn.role === 'result' ? [turn.output] : []));
  const called = new Set(recent.flatMap((turn) => (turn.role === 'call' ? [turn.name] : [])));
  const fitting = chooseTools(conversation, tools, wish).filter(({ name }) => !called.has(name));
  const [first] = fitting;
  if (results.length > 0 && (!first || isForced(conversation))) {
    return [thought(wish), { type: 'message', text: reportResults(results, wish) }];
  }
  if (!first) return [thought(wish), { type: 'message', text: answerPlainly(turns, wish) }];
  if (first.type === 'web_search') return [thought(wish), ...searchWeb(turns, wish)];
  if (first.type === 'code_interpreter') return [thought(wish), ...runCode(wish)];
  const calls = fitting.filter(({ type }) => type === 'function');
  return [
    thought(wish),
    ...(conversation.allowsParallelCalls ? calls : [first]).map((tool) => call(tool, wish)),
  ];
};

function call(tool: PersonaTool, wish: string): PersonaOutput {
  return { type: 'function_call', name: tool.name, arguments: fillArguments(tool.parameters, wish) };
}

// A required tool counts as called once its result is available. Otherwise the run would never end.
function isForced({ toolChoice }: PersonaConversation): boolean {
  return toolChoice.mode === 'required' || toolChoice.mode === 'tool';
}

function lastWish(turns: readonly Turn[]): string {
  const turn = turns.findLast(({ role }) => role === 'user');
  // Long texts are truncated because the patterns of this persona backtrack.
  return turn && 'text' in turn ? turn.text.slice(0, MAX_REQUEST_LENGTH) : '';
}

function chooseTools(
  { toolChoice }: PersonaConversation,
  tools: readonly PersonaTool[],
  wish: string,
): PersonaTool[] {
  if (toolChoice.mode === 'none') return [];
  if (toolChoice.mode === 'tool') {
    return tools.filter(({ name, type }) => [name, type].includes(toolChoice.name));
  }
  const scored = tools
    .map((tool) => ({ tool, score: score(tool, wish) }))
    .toSorted((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  const fitting = scored.filter((entry) => entry.score > 0 && entry.score >= best * NEARLY_AS_GOOD);
  const chosen = fitting.length > 0 || toolChoice.mode === 'auto' ? fitting : scored.slice(0, 1);
  return chosen.map(({ tool }) => tool);
}

function score(tool: PersonaTool, wish: string): number {
  if (tool.type === 'function') return scoreTool(tool, wish);
  if (tool.type === 'web_search') return SEARCH_WISH.test(wish) ? 1 : 0;
  if (tool.type === 'code_interpreter') return CODE_WISH.test(wish) || evaluateArithmetic(wish) ? 2 : 0;
  return 0;
}

function thought(wish: string): PersonaOutput {
  const isJapanese = detectLanguage(wish) === 'ja';
  return {
    type: 'reasoning',
    summary: isJapanese ? '依頼の内容を確認しています。' : 'Looking at what is asked.',
  };
}

function reportResults(results: readonly string[], wish: string): string {
  const shown = results
    .map((result) => (result.length > 600 ? `${result.slice(0, 600)}…` : result))
    .join('\n');
  if (shown.trim() === '') {
    return detectLanguage(wish) === 'ja' ? '実行しました。結果は空でした。' : 'Done. The result was empty.';
  }
  return detectLanguage(wish) === 'ja' ? `結果をお知らせします。\n${shown}` : `Here is the result:\n${shown}`;
}

function searchWeb(turns: readonly Turn[], wish: string): PersonaOutput[] {
  const query = wish.replaceAll(/\s+/g, ' ').trim().slice(0, 120);
  const sources = [
    {
      url: `https://example.com/articles?q=${encodeURIComponent(query.slice(0, 40))}`,
      title: `Example: ${query}`,
    },
    { url: 'https://example.org/reference', title: 'Example reference' },
  ];
  const remark = detectLanguage(wish) === 'ja' ? 'ウェブを検索します。' : 'Searching the web.';
  return [
    { type: 'message', phase: 'commentary', text: remark },
    { type: 'web_search', query, sources },
    { type: 'message', text: answerPlainly(turns, wish), sources },
  ];
}

function runCode(wish: string): PersonaOutput[] {
  const sum = evaluateArithmetic(wish);
  const code = sum ? `result = ${sum.expression}\nprint(result)` : 'print("simulated run")';
  const logs = sum ? `${sum.value}\n` : 'simulated run\n';
  const files = /csv|file|ファイル|グラフ|chart|plot/i.test(wish)
    ? [{ name: 'result.csv', content: `value\n${logs}` }]
    : [];
  const text =
    detectLanguage(wish) === 'ja' ? `計算結果は ${logs.trim()} です。` : `The result is ${logs.trim()}.`;
  return [
    { type: 'code', code, logs, files },
    { type: 'message', text },
  ];
}
