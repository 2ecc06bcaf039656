import { isRecord, type JsonRecord } from '../../json/is-record.ts';
import { readRecord } from '../../json/read-field.ts';
import { sampleFromSchema } from './sample-from-schema.ts';

const PLACE = /^(?:city|location|place|address|region|country|town)$/i;

/** Returns arguments for a call from the user's text: quoted text, places, numbers, or the text itself. */
export function fillArguments(parameters: JsonRecord, request: string): JsonRecord {
  const properties = readRecord(parameters, 'properties') ?? {};
  const filled = sampleFromSchema({ ...parameters, type: 'object' }, readQuoted(request) ?? request);
  if (!isRecord(filled)) return {};
  const place = readPlace(request);
  const placed = Object.keys(properties).filter((name) => PLACE.test(name) && name in filled);
  return place === undefined
    ? filled
    : { ...filled, ...Object.fromEntries(placed.map((name) => [name, place])) };
}

function readQuoted(request: string): string | undefined {
  return /「([^」]+)」|"([^"]+)"|“([^”]+)”/.exec(request)?.slice(1).find(Boolean);
}

function readPlace(request: string): string | undefined {
  const japanese = /([\p{Script=Han}\p{Script=Katakana}ー]{2,20})(?=の|で|は)/u.exec(request)?.[1];
  return japanese ?? /\b(?:in|at|for|of)\s+([A-Z][\w'-]*(?:\s+[A-Z][\w'-]*)*)/.exec(request)?.[1];
}
