import { PartMissing } from './part-missing.ts';

/** Fetches a piece of the console; whatever the browser calls the failure, it becomes `PartMissing`. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (failure) {
    throw new PartMissing(failure);
  }
}
