import { z } from 'zod';

/** The plan of a task, as the audit log contains it. */
export const planSchema = z.object({
  made_by: z.enum(['rules', 'model']),
  why: z.string(),
  actions: z.array(
    z.object({
      tool: z.string(),
      effect: z.string(),
      arguments: z.array(z.object({ name: z.string(), from: z.string(), tools: z.array(z.string()) })),
    }),
  ),
});

/** Reads a plan from its record. */
export const readPlan = (record: { readonly data: unknown } | undefined) =>
  planSchema.safeParse(record?.data).data ?? null;
