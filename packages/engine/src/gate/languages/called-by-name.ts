const HAN_NAME = /^\p{Script=Han}{2,6}$/u;
const HANGUL_NAME = /^\p{Script=Hangul}{3}$/u;
const TITLES =
  'さん|様|さま|氏|君|くん|ちゃん|先生|課長|部長|係長|主任|社長|店長|殿|主管|经理|老师|总|先生|女士|医生|师傅|老板|律师|教授|董事|組長';

/**
 * Returns whether a text calls a person by a part of the name, as people do in Japanese, Chinese and Korean: the family name
 * with a title (佐藤さん, 刘主管), or the given name alone (다현이).
 */
export function isCalledByName(text: string, name: string): boolean {
  if (HANGUL_NAME.test(name)) return new RegExp(`(?<!\\p{Script=Hangul})${name.slice(1)}`, 'u').test(text);
  if (!HAN_NAME.test(name)) return false;
  // A single character is a family name only where no other word continues before it.
  return (
    new RegExp(`${name.slice(0, 2)}(?:${TITLES})`).test(text) ||
    new RegExp(
      `(?:^|[^\\p{Script=Han}]|[给给跟和向找请问复约对叫下一])${name.slice(0, 1)}(?:${TITLES})`,
      'u',
    ).test(text)
  );
}
