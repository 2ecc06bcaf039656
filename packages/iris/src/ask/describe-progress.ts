import type { Language, Progress } from '@sekisho/responses';

const MAX_MESSAGE_LENGTH = 200;

/** Creates a function that turns stream events into short messages for a person; it returns undefined for other events. */
export function createProgressDescriber(language: Language): (progress: Progress) => string | undefined {
  let written = 0;
  let remark = '';
  const translate = (en: string, ja: string): string => (language === 'ja' ? ja : en);
  return (progress) => {
    switch (progress.type) {
      case 'started':
        return translate('The model has started.', 'モデルが処理を開始しました。');
      case 'reasoning':
        return translate('The model is thinking.', 'モデルが考えています。');
      case 'tool':
        return describeTool(progress.tool, translate);
      case 'text':
        if (progress.phase === 'commentary') {
          remark = (remark + progress.delta).slice(-MAX_MESSAGE_LENGTH);
          return remark;
        }
        written += progress.delta.length;
        return translate(
          `Writing the answer (${written} characters).`,
          `回答を書いています(${written} 文字)。`,
        );
      case 'item':
        remark = '';
        return undefined;
      case 'refusal':
      case 'arguments':
      case 'finished':
        return undefined;
    }
  };
}

function describeTool(tool: string, translate: (en: string, ja: string) => string): string {
  if (tool.startsWith('web_search')) return translate('Searching the web.', 'ウェブを検索しています。');
  if (tool.startsWith('code_interpreter')) return translate('Running code.', 'コードを実行しています。');
  return translate(`Using ${tool}.`, `${tool} を使っています。`).slice(0, MAX_MESSAGE_LENGTH);
}
