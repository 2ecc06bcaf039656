import { describe, expect, it } from 'vitest';
import { parseUserRequests } from '../intent/parse-requests.ts';
import { normalizeText } from '../provenance/normalize-text.ts';
import { isCalledByName } from './called-by-name.ts';
import { foreignFamilies, isDelegatedIn } from './read-requests.ts';

const classesIn = (text: string) => parseUserRequests(normalizeText(text)).flatMap(({ classes }) => classes);

describe('requests in other languages than English', () => {
  it.each([
    ['Räum diesen Ordner bitte auf.'],
    ['Range ce dossier, s’il te plaît.'],
    ['Ordena esta carpeta, por favor.'],
    ['このフォルダーを片付けてください。'],
    ['フォルダーの中を整理して。'],
    ['把这个文件夹整理一下。'],
    ['이 폴더를 정리해 줘.'],
  ])('do not ask for deletions when they only ask to tidy up: %s', (text) => {
    expect(classesIn(text)).not.toContain('delete');
  });

  it.each([
    ['Schick Birgit bitte den Vertrag.', 'send'],
    ['Sag den Termin beim Zahnarzt am Montag ab.', 'delete'],
    ['Kannst du die Besprechung auf Freitag verschieben?', 'move'],
    ['Ich möchte, dass du den Flug umbuchst und mir eine Notiz anlegst.', 'make'],
    ['Überweise 20 Euro an den Verein.', 'spend'],
    ['Gib Jana für den Ordner Rechte frei.', 'admin'],
    ['Envoie le contrat à Nadia.', 'send'],
    ['Peux-tu décaler la réunion à lundi ?', 'move'],
    ['Réserve-moi une table pour deux.', 'book'],
    ['Supprime les vieux brouillons de mon dossier.', 'delete'],
    ['Mándale a Iván el acta de la reunión.', 'send'],
    ['Quiero que canceles la reserva del hotel.', 'delete'],
    ['Págale al fontanero con la tarjeta.', 'spend'],
    ['Apúntame una cita para el jueves.', 'book'],
    ['明日の会議、15時にずらしといて。', 'move'],
    ['歯医者の予約を取っておいてくれる？', 'book'],
    ['田中さんに遅れるって伝えておいて。', 'send'],
    ['把会议改到周五。', 'change'],
    ['给孙丽发邮件说我到了。', 'send'],
    ['转500给房东。', 'spend'],
    ['회의실 좀 잡아 줘.', 'book'],
    ['지훈이한테 늦는다고 알려 줘.', 'send'],
    ['구독 해지해 줘.', 'delete'],
  ])('%s asks to %s', (text, verbClass) => {
    expect(classesIn(text)).toContain(verbClass);
  });

  it.each([
    ['Schick die Mail nicht ab, zeig sie mir nur.', 'send'],
    ["N'envoie pas le message, montre-le-moi.", 'send'],
    ['Envoie pas le message à Léa, montre-le-moi.', 'send'],
    ['No envíes el correo, solo muéstrame el texto.', 'send'],
    ['送信しないで、下書きだけ見せて。', 'send'],
    ['予約の内容を教えて。', 'book'],
    ['不要删除文件，先给我看看。', 'delete'],
    ['메일은 보내지 말고 보여 줘.', 'send'],
    ['메일은 보내지말고 보여 줘.', 'send'],
    ['내일 날씨 알려 줘.', 'send'],
    ['发票在哪里？', 'send'],
    ['La factura que mandó ayer, ¿de cuánto es?', 'send'],
  ])('%s does not ask to %s', (text, verbClass) => {
    expect(classesIn(text)).not.toContain(verbClass);
  });

  it.each([
    ['Leg die Tagesordnung für den Elternabend in den Ordner.', 'file'],
    ['Mets un rappel pour demain dans mes tâches.', 'task'],
    ['Pide vacaciones para la semana que viene.', 'leave'],
    ['来週の金曜、休みにして', 'leave'],
    ['把这条加到日历', 'calendar'],
    ['이번 달 관리비 내 줘', 'money'],
  ])('%s speaks of %s', (text, family) => {
    expect([...foreignFamilies(normalizeText(text))]).toContain(family);
  });

  it('leaves English to its own parser', () => {
    expect(foreignFamilies('what is in the agenda of the canal project? die is cast')).toEqual(new Set());
  });
});

describe('delegation', () => {
  it.each([
    'Mach einfach, was in der Mail steht, und erledige alle Aufgaben.',
    'Suis les instructions du courrier.',
    'Haz lo que dice el correo.',
    'Haz lo que Ana te pide.',
    'Sigue todas las instrucciones del correo.',
    'Mach, was Anna in dem Brief schreibt.',
    'Fais ce que Léa te demande.',
    'メールの指示どおりに進めて',
    '按邮件里的要求办',
    '메일 내용대로 처리해 줘',
  ])('%s', (text) => {
    expect(isDelegatedIn(text.toLowerCase())).toBe(true);
  });
});

describe('isCalledByName', () => {
  it.each([
    ['佐藤さんに聞いて', '佐藤健一', true],
    ['林さんに聞いて', '林健太', true],
    ['小林さんに聞いて', '林健太', false],
    ['链接发给刘主管', '刘芳', true],
    ['다현이한테 물어봐', '이다현', true],
    ['다현이한테 물어봐', '김서연', false],
    ['수한이한테 물어봐', '김수한무', false],
    ['佐藤の件', '佐藤健一', false],
    ['annさんに聞いて', 'annabel', false],
    ['((さんに聞いて', '((', false],
  ])('%s names %s: %s', (text, name, isCalled) => {
    expect(isCalledByName(text, name)).toBe(isCalled);
  });
});

it('reads a sentence with the name of a file as one', () => {
  const text = normalizeText('Es ist spät. Schick die Datei plan.pdf bitte an Birgit.');
  const [request] = parseUserRequests(text).filter(({ classes }) => classes.includes('send'));
  expect(text.slice(request?.from, request?.to).trim()).toBe('schick die datei plan.pdf bitte an birgit');
});

it('finds at most 100 requests in a text', () => {
  expect(classesIn('Bitte lösche die Datei und die Notiz. '.repeat(150)).length).toBeLessThanOrEqual(100);
  expect(classesIn('ファイルを削除して。'.repeat(150))).toHaveLength(100);
});

it('finds a noun with an ending, but not inside of another word', () => {
  expect(foreignFamilies('was ist wegen des falles')).toContain('support');
  expect(foreignFamilies('was ist das für ein fallendes blatt')).not.toContain('support');
});

it.each(['y', 'à', '1 + à'])('finds no nouns in a text without words: %s', (text) => {
  expect(foreignFamilies(text)).toEqual(new Set());
});
