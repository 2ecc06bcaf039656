import { parseFields } from './parse-fields.ts';

/** The effects that a manifest can declare, from harmless to severe. */
type Effect = 'read' | 'write' | 'send' | 'delete' | 'spend' | 'execute' | 'admin';

/** A tool as the model receives it, and the manifest that a careful owner would declare for it. */
export interface FixtureTool {
  readonly app: string;
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
  readonly manifest: {
    readonly effect: Effect;
    readonly arguments: Record<string, string>;
    readonly trusted_source: boolean;
    readonly sensitive: boolean;
    readonly idempotent: boolean;
    readonly origin: 'declared';
    readonly confirmed: true;
  };
}

/** One tool in short: name, effect (`read!` reads private data), description, and fields as in parseFields. */
type ToolRow = readonly [
  name: string,
  effect: Effect | 'read!',
  description: string,
  fields?: string | undefined,
];

/** Describes the tools of one app. A trace that uses one of them offers all of them to the model. */
export function defineApp(app: string, rows: readonly ToolRow[]): readonly FixtureTool[] {
  return rows.map(([name, shownEffect, description, fields = '']) => {
    const { schema, roles } = parseFields(fields);
    const effect = shownEffect === 'read!' ? 'read' : shownEffect;
    return {
      app,
      name,
      description,
      parameters: schema,
      manifest: {
        effect,
        arguments: roles,
        trusted_source: false,
        sensitive: shownEffect === 'read!',
        idempotent: effect === 'read',
        origin: 'declared',
        confirmed: true,
      },
    };
  });
}
