/** Who the text speaks to. Texts that only speak of assistants do not address one. */
const READER = String.raw`(?:ai|a\.i\.|llm|language model|assistant|chatbot|ai (?:assistant|agent|model)|agent)`;

/**
 * The structures of a text that addresses the model: forged turns and tags, a revocation of instructions, secrecy towards the
 * user, and the second person together with the name of an assistant, in the languages of the request lexicon.
 */
const CUES: readonly RegExp[] = [
  /(?:^|\n)[ \t]*(?:#{1,4} |\*\*|\[)?(?:system|assistant|developer)(?: message| prompt)?(?:\*\*|\])?[ \t]*:/,
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
