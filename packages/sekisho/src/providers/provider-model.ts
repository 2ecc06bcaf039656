import { z } from 'zod';

/** The schema of one entry of a provider's list of models. Unknown fields are dropped. */
export const providerModelSchema = z.object({
  id: z.string().min(1),
  shutdown_date: z.string().nullish(),
});

/** A model of a provider, with its shutdown date if the provider announces one. */
export interface ProviderModel {
  readonly id: string;
  readonly shutdown_date?: string;
}
