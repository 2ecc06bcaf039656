import type { PersonaLanguage } from './detect-language.ts';
import { shortenText } from './shorten-text.ts';

type Shape = { pattern: RegExp; ja: (topic: string) => string; en: (topic: string) => string };

const ASIDE =
  /(?:について)?(?:を)?(?:教えて|説明して|調べて|知りたい|まとめて)(?:ください)?[。.！!?？]*$|(?:とは|は)(?:何(?:ですか|か)?)?[?？]*$|^(?:please )?(?:tell me about|explain|what (?:is|are)|how (?:do|can|should) (?:i|we|you)|how to|why (?:is|are|do|does)|search for)\s+|[?？。.!！]+$/gi;

const SHAPES: readonly Shape[] = [
  {
    pattern: /手順|方法|やり方|どうやって|進め方|how (?:do|can|should|to)|steps/i,
    ja: (topic) =>
      `「${topic}」の進め方の一例です。\n1. 目的と完了の条件を決める\n2. 必要な情報と関係者を洗い出す\n3. 小さく試して結果を確かめる\n4. 手順を文書にして共有する`,
    en: (topic) =>
      `One way to approach "${topic}":\n1. Decide the goal and what "done" means\n2. List the information and the people you need\n3. Try it on a small scale and check the result\n4. Write the steps down and share them`,
  },
  {
    pattern: /違い|比較|どちら|difference|compare|versus|\bvs\b/i,
    ja: (topic) =>
      `「${topic}」は、目的、費用、手間の三点で比べると整理しやすくなります。重視する点が決まれば、選ぶべきものも決まります。`,
    en: (topic) =>
      `"${topic}" is easiest to compare by purpose, cost and effort. Once you know which of the three matters most, the choice follows.`,
  },
  {
    pattern: /なぜ|理由|原因|why|reason|cause/i,
    ja: (topic) =>
      `「${topic}」の理由は、前提、仕組み、運用の三つに分けて考えるとよいでしょう。まず前提が変わっていないかを確かめてください。`,
    en: (topic) =>
      `Reasons for "${topic}" usually lie in the assumptions, the mechanism, or the way it is run. Check first whether an assumption has changed.`,
  },
  {
    pattern: /./s,
    ja: (topic) =>
      `「${topic}」についてですね。要点を整理すると、まず目的を確かめ、次に条件を洗い出し、最後に手順を決めるのがよいでしょう。特に知りたい点を教えてください。`,
    en: (topic) =>
      `About "${topic}": settle the goal first, then list the constraints, then decide the steps. Which part matters most to you?`,
  },
];

/** Returns a reply in the form that the question requires. Its content is a placeholder and states that. */
export function shapeAnswer(request: string, language: PersonaLanguage): string {
  const summary = summarize(request, language);
  if (summary !== undefined) return summary;
  const topic = shortenText(request.trim().replaceAll(ASIDE, '') || request);
  const shape = SHAPES.find(({ pattern }) => pattern.test(request));
  const answer = shape?.[language](topic) ?? topic;
  return language === 'ja'
    ? `${answer}\n（シミュレーターの応答です。内容は仮のものです。）`
    : `${answer}\n(This is a simulated answer; its content is a placeholder.)`;
}

function summarize(request: string, language: PersonaLanguage): string | undefined {
  if (!/要約|まとめて|summari[sz]e|summary of/i.test(request)) return undefined;
  const given = /[:：\n]([^]+)$/.exec(request)?.[1]?.trim();
  if (given === undefined || given === '') return undefined;
  const sentences = given.match(/[^。.!！?？\n]+[。.!！?？]?/g) ?? [given];
  const kept = sentences
    .slice(0, Math.max(1, Math.ceil(sentences.length / 3)))
    .join('')
    .trim();
  return language === 'ja' ? `要約: ${kept}` : `Summary: ${kept}`;
}
