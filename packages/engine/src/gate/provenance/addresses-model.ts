const CUES: readonly RegExp[] = [
  /(?:ignore|disregard|forget|override) [^.\n]{0,30}(?:previous|prior|above|earlier|all|other|your) [^.\n]{0,20}(?:instruction|prompt|task|rule|command)/,
  /before you (?:can|may|could) (?:solve|complete|continue|finish) (?:the|this|that|your) task/,
  /<\/?(?:information|system|instructions?|admin|prompt)>/,
  /\b(?:system|developer) (?:prompt|override)\b|\bnew (?:instructions|objective):/,
  /(?:not|n't) (?:tell|inform|mention|notify|warn) (?:this to )?(?:the |your )?(?:user|human|owner)/,
  /\b(?:ai|language) (?:assistant|agent|model)s?\b[^.\n]{0,40}\b(?:must|should|need to|have to|please)\b/,
  /(?:これまで|以前|上記|前)の(?:指示|命令|プロンプト)[^。\n]{0,10}(?:無視|忘れ|従わ)/,
  /(?:ユーザー|利用者)に(?:は)?(?:知らせ|伝え|言わ|教え)(?:ず|ないで)/,
];

/**
 * Returns whether a normalized text addresses the model instead of its reader, or hides its content from people. A
 * match only reduces trust: a text without a match is not considered safe.
 */
export function addressesModel(text: string): boolean {
  return CUES.some((cue) => cue.test(text)) || disguisesLetters(text);
}

/** Words that mix scripts are intended for a machine. */
function disguisesLetters(text: string): boolean {
  const mixed = text.match(
    /[a-z][\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][a-z]/gu,
  );
  return mixed !== null && mixed.length >= 4;
}

const MIN_RUN = 32;
const MAX_RUNS = 20;

/** Returns whether a text, with its case preserved, contains a sentence in base64. */
export function hidesSentence(text: string): boolean {
  let runs = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && isBase64Code(text.charCodeAt(at))) continue;
    if (at - start >= MIN_RUN) {
      runs += 1;
      if (isSentence(text.slice(start, Math.min(at, start + 4_000)))) return true;
      if (runs >= MAX_RUNS) return false;
    }
    start = at + 1;
  }
  return false;
}

function isBase64Code(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 43 ||
    code === 45 ||
    code === 95
  );
}

function isSentence(run: string): boolean {
  const decoded = Buffer.from(run, 'base64').toString('latin1');
  const readable = decoded.match(/[\x20-\x7e\n]/g)?.length ?? 0;
  return readable >= decoded.length * 0.95 && / [a-z]+ /i.test(decoded);
}
