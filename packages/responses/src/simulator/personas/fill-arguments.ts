import { isRecord, type JsonRecord } from '../../json/is-record.ts';
import { readRecord } from '../../json/read-field.ts';
import { sampleFromSchema } from './sample-from-schema.ts';

const PLACE = /^(?:city|location|place|address|region|country|town)$/i;

/** Returns arguments for a call from the user's text: quoted text, places, numbers, or the text itself. */
export function fillArguments(parameters: JsonRecord, wish: string): JsonRecord {
  const properties = readRecord(parameters, 'properties') ?? {};
  const filled = sampleFromSchema({ ...parameters, type: 'object' }, readQuoted(wish) ?? wish);
  if (!isRecord(filled)) return {};
  const place = readPlace(wish);
  const placed = Object.keys(properties).filter((name) => PLACE.test(name) && name in filled);
  return place === undefined
    ? filled
    : { ...filled, ...Object.fromEntries(placed.map((name) => [name, place])) };
}

function readQuoted(wish: string): string | undefined {
  return /「([^」]+)」|"([^"]+)"|“([^”]+)”/.exec(wish)?.slice(1).find(Boolean);
}

function readPlace(wish: string): string | undefined {
  const japanese = /([\p{Script=Han}\p{Script=Katakana}ー]{2,20})(?=の|で|は)/u.exec(wish)?.[1];
  return japanese ?? /\b(?:in|at|for|of)\s+([A-Z][\w'-]*(?:\s+[A-Z][\w'-]*)*)/.exec(wish)?.[1];
}
