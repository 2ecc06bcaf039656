import type { PromptDefinition } from '../mcp/surface.ts';
import { detectLanguage } from '../messages/detect-language.ts';

type Values = Readonly<Record<string, string>>;

const SHARED = [
  { name: 'model', description: 'A model id, or auto, fast, deep, pro.', required: false },
  { name: 'effort', description: 'The reasoning effort of the model.', required: false },
];

/** The prompts of the server. */
export const irisPrompts: readonly PromptDefinition[] = [
  definePrompt({
    name: 'research',
    title: 'Research with sources',
    description: 'Researches a topic on the web and reports with sources.',
    arguments: [{ name: 'topic', description: 'The topic to research.', required: true }, ...SHARED],
    en: ({ topic }) =>
      `Use the tool iris to research the following. Ask for primary sources, compare at least two of them, say how recent each is, and say plainly what remains uncertain. Ask follow-up questions with previous_response_id until the answer holds.\n\nTopic: ${topic}`,
    ja: ({ topic }) =>
      `ツール iris を使って次の主題を調べてください。一次情報を優先し、二つ以上を比べ、それぞれの時点を示し、不確かな点は明記してください。必要なら previous_response_id で追加の質問をしてください。\n\n主題: ${topic}`,
  }),
  definePrompt({
    name: 'debug',
    title: 'Find a bug',
    description: 'Asks for the cause of a problem and the smallest fix.',
    arguments: [
      { name: 'problem', description: 'The actual and the expected behavior.', required: true },
      { name: 'code', description: 'The code or the log in question.', required: false },
      ...SHARED,
    ],
    en: ({ problem, code }) =>
      `Use the tool iris to find the cause of this problem. Give it the whole error text, ask for hypotheses with a test for each, run the tests here, report the results with previous_response_id, and end with the smallest fix.\n\nProblem: ${problem}${code ? `\n\n${code}` : ''}`,
    ja: ({ problem, code }) =>
      `ツール iris を使って次の問題の原因を調べてください。エラー全文を渡し、仮説とその確かめ方を尋ね、こちらで確かめた結果を previous_response_id で伝え、最小の修正で締めくくってください。\n\n問題: ${problem}${code ? `\n\n${code}` : ''}`,
  }),
  definePrompt({
    name: 'compare',
    title: 'Compare choices',
    description: 'Compares several choices by given criteria.',
    arguments: [
      { name: 'choices', description: 'The choices to compare.', required: true },
      { name: 'criteria', description: 'What matters.', required: false },
      ...SHARED,
    ],
    en: ({ choices, criteria }) =>
      `Use the tool iris to compare these choices. Make a table with one row for each, facts with sources in the cells, and a recommendation with its conditions.\n\nChoices: ${choices}${criteria ? `\nCriteria: ${criteria}` : ''}`,
    ja: ({ choices, criteria }) =>
      `ツール iris を使って次の選択肢を比べてください。選択肢ごとに一行の表にし、各欄には出典のある事実を書き、条件付きの推奨で締めくくってください。\n\n選択肢: ${choices}${criteria ? `\n基準: ${criteria}` : ''}`,
  }),
];

function definePrompt({
  en,
  ja,
  ...prompt
}: Omit<PromptDefinition, 'render'> & {
  en: (values: Values) => string;
  ja: (values: Values) => string;
}): PromptDefinition {
  return {
    ...prompt,
    render: (values) => {
      const isJapanese = detectLanguage(Object.values(values).join(' ')) === 'ja';
      const options = [
        values['model'] ? `model: ${values['model']}` : '',
        values['effort'] ? `reasoningEffort: ${values['effort']}` : '',
      ].filter((option) => option !== '');
      const text = [(isJapanese ? ja : en)(values), ...options].join('\n');
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    },
  };
}
