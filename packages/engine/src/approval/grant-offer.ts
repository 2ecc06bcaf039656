import type { GrantOffer } from '../wire/human-approval-request.ts';
import { plainText } from './plain-text.ts';

/** Describes in both languages what a grant for a call would cover. */
export function grantOffer(call: {
  readonly agentName: string;
  readonly toolId: string;
  /** The paths of the arguments whose values may differ. */
  readonly mayDiffer: readonly string[];
  readonly digest: string;
}): GrantOffer {
  const agent = plainText(call.agentName, 100);
  const tool = plainText(call.toolId, 400);
  const shown = call.mayDiffer.slice(0, MAX_PATHS).map((path) => plainText(path, 60));
  const rest = call.mayDiffer.length - shown.length;
  const en = `Agent "${agent}" may call ${tool} again in this run with exactly the values that were displayed.`;
  const ja = `エージェント「${agent}」は、この実行中、表示された値のままであれば ${tool} を再度呼び出せます。`;
  const more = { en: rest > 0 ? ` and ${rest} more` : '', ja: rest > 0 ? ` ほか ${rest} 件` : '' };
  return {
    covered_digest: call.digest,
    covers: shown.length === 0 ? en : `${en} Only the content of ${shown.join(', ')}${more.en} may differ.`,
    covers_ja: shown.length === 0 ? ja : `${ja}変更できるのは ${shown.join('、')}${more.ja} の内容だけです。`,
  };
}

const MAX_PATHS = 10;
