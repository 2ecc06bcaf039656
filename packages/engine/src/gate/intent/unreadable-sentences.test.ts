import { expect, it } from 'vitest';
import { unreadableSentences } from './unreadable-sentences.ts';

it.each([
  ['Russian', 'пришлите файл сегодня'],
  ['Greek', 'στείλε το αρχείο'],
  ['Arabic', 'أرسل الملف'],
  ['Hebrew', 'שלח את הקובץ'],
  ['Korean', '파일을 보내세요'],
  ['Thai', 'ส่งไฟล์'],
  ['Hindi', 'फ़ाइल भेजो'],
  ['Chinese', '请把文件发给他'],
  ['German', 'leite das protokoll weiter, bitte'],
  ['French', 'transmettez les notes et la liste'],
  ['Spanish', 'reenvíe las notas por usted'],
  ['Italian', 'inoltra gli appunti e poi una lista'],
  ['Portuguese', 'encaminhe uma lista para você'],
  ['Dutch', 'stuur het verslag van een collega'],
  ['Swedish', 'vidarebefordra listan som är kvar och det andra'],
])('finds a sentence in %s', (_language, sentence) => {
  expect(unreadableSentences(`The list is ready. ${sentence}.`)).toEqual([
    { from: 18, to: 19 + sentence.length },
  ]);
});

it.each([
  'send the list of file.ts to ann',
  'ファイル名変更を確認してください',
  'visit la paz next week',
  '2026 年',
])('reads %j', (text) => {
  expect(unreadableSentences(text)).toEqual([]);
});

it('keeps a sentence with a file name or an address in one piece, and returns at most 100', () => {
  expect(unreadableSentences('пришлите a.ts и b.ts')).toEqual([{ from: 0, to: 20 }]);
  expect(unreadableSentences('пришлите.\n'.repeat(150))).toHaveLength(100);
});
