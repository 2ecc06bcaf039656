import { z } from 'zod';

/** A message of a tool or an agent on the wire, in both directions. */
export const wireMessageSchema = z.object({
  type: z.enum([
    'text',
    'file',
    'blob',
    'blob_chunk',
    'json',
    'link',
    'image',
    'image_link',
    'binary_link',
    'variable',
    'log',
    'retriever_resources',
  ]),
  message: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((message) => message ?? {}),
  meta: z.record(z.string(), z.unknown()).nullish(),
});

/** A message of a tool or an agent on the wire. */
export type WireMessage = z.infer<typeof wireMessageSchema>;
