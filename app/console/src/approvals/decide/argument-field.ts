import { isRecord } from '../../api/is-record.ts';

/** The kind of field that edits a value, so that the value keeps its type. */
export type FieldKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly isInteger: boolean }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'json' };

/** Selects the kind of field from the tool's schema, otherwise from the value. */
export function fieldKind(schema: unknown, value: unknown): FieldKind {
  if (isRecord(schema)) {
    const options = schema['enum'];
    if (
      Array.isArray(options) &&
      options.length > 0 &&
      options.every((option) => typeof option === 'string')
    ) {
      return { kind: 'choice', options };
    }
    switch (schema['type']) {
      case 'string':
        return { kind: 'text' };
      case 'number':
      case 'integer':
        return { kind: 'number', isInteger: schema['type'] === 'integer' };
      case 'boolean':
        return { kind: 'boolean' };
    }
  }
  if (schema === undefined) {
    if (typeof value === 'string') return { kind: 'text' };
    if (typeof value === 'number') return { kind: 'number', isInteger: false };
    if (typeof value === 'boolean') return { kind: 'boolean' };
  }
  return { kind: 'json' };
}

/** Formats a value as the text that a person edits. */
export function toFieldText(kind: FieldKind, value: unknown): string {
  if (kind.kind === 'json') return value === undefined ? '' : JSON.stringify(value, null, 2);
  return value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}

/** The parsed value of a field, or the reason why it is invalid. */
type FieldValue =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: 'number' | 'integer' | 'json' | 'choice' };

/** Parses the text of a field to a value of the field's type. */
export function parseFieldText(kind: FieldKind, text: string): FieldValue {
  switch (kind.kind) {
    case 'text':
      return { ok: true, value: text };
    case 'boolean':
      return { ok: true, value: text === 'true' };
    case 'choice':
      return kind.options.includes(text) ? { ok: true, value: text } : { ok: false, problem: 'choice' };
    case 'number': {
      const value = text.trim() === '' ? Number.NaN : Number(text.normalize('NFKC'));
      if (!Number.isFinite(value)) return { ok: false, problem: 'number' };
      return kind.isInteger && !Number.isInteger(value)
        ? { ok: false, problem: 'integer' }
        : { ok: true, value };
    }
    case 'json':
      try {
        return { ok: true, value: JSON.parse(text) };
      } catch {
        return { ok: false, problem: 'json' };
      }
  }
}
