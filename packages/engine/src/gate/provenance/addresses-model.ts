import { mayHideText } from './normalize-text.ts';

/** The names of the addressed reader. A text that only mentions assistants does not address one. */
const READER = String.raw`(?:ai|a\.i\.|llm|language model|assistant|chatbot|ai (?:assistant|agent|model)|agent)`;

/**
 * The structures of a text that addresses the model: forged turns and tags, a revocation of instructions, secrecy towards the
 * user, and the second person together with the name of an assistant, in the languages of the request lexicon.
 */
const CUES: readonly RegExp[] = [
  /(?:^|\n)[ \t]*(?:#{1,4} |\*\*|\[)?(?:system|assistant|developer|assistent|asistente|アシスタント|システム|助手|系统|어시스턴트|시스템)(?: message| prompt)?(?:\*\*|\])?[ \t]*[:：]/,
  /<\|(?:im_start|im_end|system|user|assistant|end)[^>]{0,20}\|>|<<sys>>|\[\/?inst\]|<\/?(?:system|instructions?|admin|prompt|developer|tool_result|function_results?)>/,
  /(?:ignore|disregard|forget|override) [^.\n]{0,30}(?:previous|prior|above|earlier|all|other|your) [^.\n]{0,20}(?:instruction|prompt|task|rule|command|guideline)/,
  /\b(?:system|developer) (?:prompt|override)\b|\bnew (?:instructions|objective|task):/,
  /(?:not|n't|never|without) (?:tell|inform|mention|notify|warn|show|ask)(?:ing)? (?:this to |it to )?(?:the |your )?(?:user|human|owner)\b/,
  new RegExp(
    String.raw`\b(?:you are|as) an? ${READER}\b[^.\n]{0,30}\b(?:you|must|should|have to|need to)\b|\bif you are an? ${READER}\b`,
  ),
  new RegExp(
    String.raw`\b(?:dear|attention|hello|hey|note (?:to|for)(?: the| any| all)?|(?:message|instructions?|notice) (?:to|for)(?: the| any| all)?) ${READER}s?\b`,
  ),
  new RegExp(
    String.raw`\b${READER}s? (?:that|who|which) (?:read|process|edit|summari[sz]e|parse|see|handle)s? this\b`,
  ),
  new RegExp(String.raw`(?:^|[.!?\n]\s*)${READER}s?[,:] `),
  // Data that a tool returns cannot contain the consent of the user.
  /-{3,} ?end of (?:file|document|e-?mail|message|result|tool (?:output|result)|data|page)\b|\bconfirmed by (?:the )?(?:user|owner)\b/,
  /\bthe (?:user|owner|account holder) (?:has |have )?(?:already )?(?:confirmed|approved|authori[sz]ed|agreed|consented)\b/,
  /(?:ユーザー|利用者|本人)(?:は|が|の|から)(?:すでに|既に)?(?:承認|確認|許可|同意)(?:済|し|を得)|用户(?:已|已经)(?:确认|批准|同意|授权)|사용자(?:가|는) (?:이미 )?(?:승인|확인|동의|허락)/,
  /(?:nutzer|benutzer|inhaber)\S* hat [^.\n]{0,30}(?:bestätigt|genehmigt|zugestimmt|freigegeben)|utilisateur a [^.\n]{0,20}(?:confirmé|approuvé|autorisé|validé)|usuario (?:ya )?ha [^.\n]{0,20}(?:confirmado|aprobado|autorizado)/,
  /(?:これまで|以前|上記|前)の(?:指示|命令|プロンプト)[^。\n]{0,10}(?:無視|忘れ|従わないで)/,
  /(?:ユーザー|利用者)に(?:は)?(?:知らせ|伝え|言わ|教え|見せ)(?:ず|ないで)/,
  /(?:ai|アシスタント|エージェント)(?:の皆(?:さん|様)|向けの指示|への指示|宛)/,
  /(?:ignorier|vergiss|missachte)\w* [^.\n]{0,30}(?:anweisung|vorgabe|aufgabe|regel)|(?:nutzer|benutzer|anwender)\w* (?:nichts|nicht) (?:davon |darüber )?(?:sagen|mitteilen|erwähnen|informieren|zeigen)|hinweis (?:für|an) (?:den |die |alle )?(?:ki|assistent)/,
  /(?:ignore|oublie|néglige)[a-z]* [^.\n]{0,30}(?:instruction|consigne|règle)|(?:ne|n')[^.\n]{0,12}(?:dis|dites|mentionne|informe|montre)[^.\n]{0,10} pas [^.\n]{0,20}utilisateur|(?:note|message|instruction)s? (?:pour|à) (?:l'|les |tout )?(?:ia|assistant)/,
  /(?:ignora|olvida|omite)\w* [^.\n]{0,30}(?:instruccion|regla|tarea)|no (?:le |se lo )?(?:digas|menciones|informes|muestres)[^.\n]{0,20}usuario|(?:nota|mensaje|instrucci)\S* (?:para|a) (?:la |el |los )?(?:ia|asistente)/,
  /(?:忽略|无视|忘记|忘掉)[^。\n]{0,6}(?:之前|以上|先前|前面|上面|所有|你的)[^。\n]{0,6}(?:指令|指示|要求|规则|提示)|(?:不要|别|勿)(?:告诉|通知|告知|提醒)[^。\n]{0,6}用户|(?:致|给)(?:所有)?(?:ai|人工智能)?助手[：:，]/,
  /(?:이전|위의|기존)[^.\n]{0,8}(?:지시|명령|규칙)[^.\n]{0,8}(?:무시|잊)|사용자(?:에게|한테)(?:는)? (?:알리|말하|보이)지 (?:마|말)|(?:ai|인공지능) ?(?:비서|어시스턴트|에이전트)(?:에게 (?:알림|지시|전달)|는 다음)/,
];

/**
 * Returns whether a normalized text addresses the model instead of its reader, or hides its content from people. A
 * match only reduces trust: a text without a match is not considered safe.
 */
export function addressesModel(text: string): boolean {
  return hasCue(text) || disguisesLetters(text);
}

/** An article may quote such a sentence as an example. A string of serialized data is not a quotation. */
function hasCue(text: string): boolean {
  if (!CUES.some((cue) => cue.test(text))) return false;
  const unquoted = text.replaceAll(QUOTATION, ' ');
  return unquoted === text || CUES.some((cue) => cue.test(unquoted));
}

const QUOTATION =
  /(?<![:=[,{]\s?)(?:"[^"\n]{1,60}"|“[^”\n]{1,60}”|„[^“\n]{1,60}“|«[^»\n]{1,60}»|「[^」\n]{1,60}」)/g;

/** Words that mix scripts are intended for a machine. */
function disguisesLetters(text: string): boolean {
  const mixed = text.match(
    /[a-z][\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][a-z]/gu,
  );
  return mixed !== null && mixed.length >= 4;
}

const MIN_RUN = 32;
const MAX_RUNS = 20;

/** Returns whether a text, with its case preserved, contains a sentence that people cannot read. */
export function hidesSentence(text: string): boolean {
  return isEncoded(text) || isInvisible(text) || hasBase64Sentence(text);
}

/** Escapes and digits. */
function isEncoded(text: string): boolean {
  for (const [pattern, decode] of ENCODINGS) {
    const run = pattern.exec(text)?.[0];
    if (run !== undefined && isReadable(decode(run))) return true;
  }
  return false;
}

const codeUnits = (run: string, pattern: RegExp, base: number) =>
  String.fromCodePoint(
    ...[...run.matchAll(pattern)].slice(0, 500).map(([, code = '']) => Number.parseInt(code, base) % 0x10000),
  );

const ENCODINGS: readonly (readonly [pattern: RegExp, decode: (run: string) => string])[] = [
  [/(?:\\u[\da-f]{4} ?){8,}/i, (run) => codeUnits(run, /u([\da-f]{4})/gi, 16)],
  [/(?:\\x[\da-f]{2} ?){8,}/i, (run) => codeUnits(run, /x([\da-f]{2})/gi, 16)],
  [
    /(?:%[\da-f]{2}[a-z]{0,12}){8,}/i,
    (run) => run.replaceAll(/%([\da-f]{2})/gi, (_, code: string) => codeUnits(code, /(..)/g, 16)),
  ],
  [/(?:&#x?[\da-f]{2,6};){8,}/i, (run) => codeUnits(run, /#x?([\da-f]+)/gi, run.includes('x') ? 16 : 10)],
  [/(?:\b[\da-f]{2} ){15,}|\b(?:[2-7][\da-f]){16,}\b/i, (run) => codeUnits(run, /([\da-f]{2})/gi, 16)],
  [/(?:\b[01]{8} ?){8,}/, (run) => codeUnits(run, /([01]{8})/g, 2)],
];

/** Characters without a glyph, and elements of a page that are not displayed. */
function isInvisible(text: string): boolean {
  if (mayHideText(text)) {
    if (/[\u{e0000}-\u{e0fff}]{4}|\p{Default_Ignorable_Code_Point}{8}|[\u202d\u202e]/u.test(text))
      return true;
    const split = text.match(/[a-z][\p{Default_Ignorable_Code_Point}\u2800]+(?=[a-z])/giu);
    if (split !== null && split.length >= 3) return true;
  }
  const block = HIDDEN_BLOCK.exec(text);
  return block !== null && /\p{L}+(?:\s+\p{L}+){3}/u.test(block[1] ?? '');
}

const HIDDEN_BLOCK =
  /<[a-z]+[^>]{0,200}(?:display:\s*none|visibility:\s*hidden|font-size:\s*0|opacity:\s*0|color:\s*(?:white|#fff(?:fff)?)\b|\bhidden\b)[^>]{0,200}>([^<]{8,2000})/i;

function hasBase64Sentence(text: string): boolean {
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
  return isReadable(Buffer.from(run, 'base64').toString('latin1'));
}

function isReadable(decoded: string): boolean {
  const readable = decoded.match(/[\x20-\x7e\n]/g)?.length ?? 0;
  return readable >= decoded.length * 0.95 && / [a-z]+ /i.test(decoded);
}
