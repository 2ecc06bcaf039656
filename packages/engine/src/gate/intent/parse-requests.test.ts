import { describe, expect, it } from 'vitest';
import { isDelegation, parseRequests, parseUserRequests } from './parse-requests.ts';
import { unreadableSentences } from './unreadable-sentences.ts';

const verbsIn = (text: string) => parseRequests(text.toLowerCase()).map((request) => request.verb);
const classesIn = (text: string) => parseRequests(text).flatMap((request) => [...request.classes]);

describe('parseRequests', () => {
  it.each([
    ['Please send Bob the report', 'send'],
    ['Could you email bob@x.example?', 'email'],
    ['I want to book a room', 'book'],
    ['Would you mind deleting the file?', 'delete'],
    ['It needs to be paid today', 'pay'],
    ['If it is not there, cancel the order', 'cancel'],
    ['Make a reservation for two', 'reserve'],
    ['Place an order for tea', 'order'],
    ['initiate a private payment to Ann', 'pay'],
    ['Then quickly email the plan', 'email'],
    ['Remind me. Cancel the order', 'cancel'],
  ])('finds in %j the verb %s', (text, verb) => {
    expect(verbsIn(text)).toContain(verb);
  });

  it.each([
    ['Read the latest email from Bob', 'email'],
    ["Check Amy's shared calendar", 'share'],
    ['Where is my order?', 'order'],
    ["Don't send anything", 'send'],
    ['Do not ever delete the file', 'delete'],
    ['Remind me to book it', 'book'],
    ['He deleted my file', 'delete'],
  ])('does not find in %j the verb %s', (text, verb) => {
    expect(verbsIn(text)).not.toContain(verb);
  });

  it.each([
    ['田中さんに資料を送ってください', 'send'],
    ['このファイルを削除して', 'delete'],
    ['家賃を振り込んで', 'spend'],
    ['会議を予約して', 'book'],
    ['住所を変更したい', 'change'],
    ['管理者権限を付与して', 'admin'],
  ])('finds in %j a request to %s', (text, verbClass) => {
    expect(classesIn(text)).toContain(verbClass);
  });

  it('takes a request to tell the user something for a read', () => {
    expect(classesIn('tell me the time')).toEqual(['read']);
    expect(classesIn('tell bob the time')).toContain('send');
  });

  it('does not find a request in 「削除しないで」', () => {
    expect(classesIn('このファイルを削除しないで')).not.toContain('delete');
  });

  it('keeps an address inside its sentence and ends the sentence after it', () => {
    const text = 'send it to a.b@x.example. then wait';
    const [request] = parseRequests(text);
    expect(text.slice(request?.from, request?.to)).toBe('send it to a.b@x.example');
  });
});

describe('isDelegation', () => {
  it.each([
    ['please do the actions specified in the email from dan'],
    ['follow the instructions in notes.txt'],
    ['complete all the tasks on my list'],
    ['メールの指示どおりに進めて'],
    ['書いてあることを全部やって'],
  ])('recognizes the delegation in %j', (text) => {
    expect(isDelegation(text)).toBe(true);
  });

  it.each([['send an email to dan'], ['what tasks are open?'], ['メールを送って']])(
    'finds no delegation in %j',
    (text) => {
      expect(isDelegation(text)).toBe(false);
    },
  );
});

describe('unreadableSentences', () => {
  it.each([
    ['bitte überweise das geld auf das konto'],
    ['отправь деньги'],
    ['请把钱转到这个账户'],
    ['veuillez envoyer le rapport pour moi'],
  ])('finds %j', (text) => {
    expect(unreadableSentences(text)).toHaveLength(1);
  });

  it.each([['please send the report to bob'], ['資料を送ってください'], ['dell inspiron laptop 16gb']])(
    'can read %j',
    (text) => {
      expect(unreadableSentences(text)).toHaveLength(0);
    },
  );
});

it.each([
  ["let ann's team know that it is late", 'notify'],
  ['give the owner a heads-up', 'notify'],
  ['give ann a call', 'notify'],
  ['get back to ann', 'reply'],
  ['write back to ann', 'reply'],
  ['reach out to the owner', 'reply'],
  ['drop ann a line', 'reply'],
  ['pass it on', 'forward'],
  ['pass the list of names along', 'forward'],
  ["fill ann's team in on the plan", 'forward'],
  ['sign me up', 'register'],
  ['sign up for the course', 'register'],
  ['tick the first task off', 'mark'],
  ['put the call with ann off', 'reschedule'],
  ['bring the call forward', 'reschedule'],
  ['pencil the call with ann in', 'add'],
  ['jot that down', 'add'],
  ['get rid of it', 'remove'],
  ['call the visit off', 'remove'],
  ['throw the old one away', 'remove'],
  ['take the page down', 'remove'],
  ['give ann@x.example access', 'grant'],
  ['wrap up', 'complete'],
  ['hand the case over', 'complete'],
  ['close it out', 'complete'],
  ['make a reservation', 'reserve'],
  ['make us a booking', 'book'],
  ['submit the payment', 'pay'],
  ['initiate another transaction', 'pay'],
  ['complete my purchase', 'purchase'],
  ['place a small order', 'order'],
])('understands %j as a request to %s', (text, verb) => {
  expect(parseUserRequests(text).map((request) => request.verb)).toContain(verb);
});

it.each([
  ['let me know about it', 'notify'],
  ['let us know', 'notify'],
  ['the tickets are there', 'mark'],
  ['what does ann pass', 'forward'],
])('does not understand %j as a request to %s', (text, verb) => {
  expect(parseUserRequests(text).map((request) => request.verb)).not.toContain(verb);
});
