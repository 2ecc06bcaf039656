import type { ProcessCase } from '../domain/process-case.ts';
import type { ProcessTemplate } from '../domain/process-template.ts';
import type { Page, PageRequest } from './chat-store.ts';

/** Keeps templates and cases; whoever does not own one cannot tell it from one that is not there. */
export type ProcessStore = {
  /** Stores template and steps in one transaction; false when the user has one of that name. */
  addTemplate: (template: ProcessTemplate) => Promise<boolean>;
  getTemplate: (userId: string, id: string) => Promise<ProcessTemplate | undefined>;
  listTemplates: (userId: string, page: PageRequest) => Promise<Page<ProcessTemplate>>;
  addCase: (created: ProcessCase) => Promise<void>;
  getCase: (userId: string, id: string) => Promise<ProcessCase | undefined>;
  listCases: (userId: string, page: PageRequest) => Promise<Page<ProcessCase>>;
  /** Stores the case if its version is still the given one; false when someone was faster. */
  replaceCase: (changed: ProcessCase, expectedVersion: number) => Promise<boolean>;
};
