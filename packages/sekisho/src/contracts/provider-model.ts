import { z } from 'zod';

/** The schema of one entry of a provider's list of models; everything else that the provider says is dropped. */
export const providerModelSchema = z.object({
  id: z.string().min(1),
  shutdown_date: z.string().nullish(),
});

/** A model that a provider offers, with the date on which it will be shut down if the provider says so. */
export interface ProviderModel {
  readonly id: string;
  readonly shutdown_date?: string;
}
