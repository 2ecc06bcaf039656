import { z } from 'zod';
import type { RunRecord } from '../store/run-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { Keyring } from '../config/keyring.ts';
import { taskPlanSchema } from '../gate/plan/task-plan.ts';
import { PRINCIPALS } from '../wire/principal.ts';

/** The data from which a run resumes: its initial input, or its state at the last wait. */
const continuationSchema = z.strictObject({
  v: z.literal(1),
  kind: z.enum(['input', 'state']),
  text: z.string(),
  profile: z.string(),
  requireHumanApproval: z.boolean(),
  maxTurns: z.number().nullable(),
  sessionData: z.unknown().optional(),
  /** The principal of the run. It is stored, so that a resume cannot weaken it. */
  user: z.enum(PRINCIPALS).optional(),
  /** The counters of the run, so that its limits apply across waits. */
  counters: z.object({ writes: z.number(), spend: z.number() }).optional(),
  /** Whether untrusted text was read, and whether it contained an instruction for the model. */
  marks: z.strictObject({ tainted: z.boolean(), alarming: z.boolean() }).optional(),
  /** The number of denied calls that ends the run, if a denial ends only its call. The drop-in stores none. */
  denials: z.object({ max: z.number(), used: z.number() }).optional(),
  /** The plan of the current turn of the user. */
  plan: taskPlanSchema.optional(),
  /** The application that the run belongs to. Version 0.1 stored none. */
  application: z.string().optional(),
});
export type Continuation = z.infer<typeof continuationSchema>;

/**
 * Seals a continuation for one run, segment and purpose. `parked` is the state of a run that a crash stopped and that waits
 * for a person: it resumes at the beginning of the segment. A blob moved to another run, segment or purpose does not open.
 */
export function sealContinuation(
  keyring: Keyring,
  binding: { runId: string; segment: number; purpose: 'input' | 'state' | 'parked' },
  continuation: Continuation,
  { staysInMemory = false } = {},
): Uint8Array {
  const { purpose, runId, segment } = binding;
  const deflateFrom = staysInMemory ? MIN_DEFLATED_IN_MEMORY : undefined;
  return keyring.seal(JSON.stringify(continuation), context(purpose, runId, segment), deflateFrom);
}

/** A state repeats each call several times. A store in memory holds it until a person decides; on disk, time matters more. */
const MIN_DEFLATED_IN_MEMORY = 1_024;

/** The columns of a run that determine its sealed state. */
type SealedRun = Pick<RunRecord, 'run_id' | 'application' | 'segment' | 'status' | 'state'>;

/** Opens the continuation of a run. The row determines which state it must be. */
export function openContinuation(
  keyring: Keyring,
  run: SealedRun,
): { readonly continuation: Continuation; readonly parked: boolean } {
  const { continuation, parked } = openSealed(keyring, run);
  requireApplication(run, continuation);
  return { continuation, parked };
}

/** Seals the state of a run without an application again for this application, with the same binding. */
export function resealContinuation(keyring: Keyring, run: SealedRun, application: string): Uint8Array {
  const { continuation, where } = openSealed(keyring, run);
  requireApplication(run, continuation);
  return keyring.seal(JSON.stringify({ ...continuation, application }), where);
}

// The row is not sealed: a changed row must not move the run to another application.
function requireApplication(
  { run_id: id, application }: SealedRun,
  { application: sealed = '' }: Continuation,
) {
  if (sealed === application) return;
  throw new SekishoError(
    'AGENTS-E-RUN-STATE',
    `Run ${id} is stored as a run of application "${application}", but its sealed state belongs to "${sealed}". ` +
      'Another program changed the row. Restore the store from a backup.',
  );
}

function openSealed(
  keyring: Keyring,
  run: SealedRun,
): { readonly continuation: Continuation; readonly parked: boolean; readonly where: string } {
  const { run_id: runId, segment, status } = run;
  const sealed = run.state ?? new Uint8Array();
  const fresh =
    status === 'suspended'
      ? context('state', runId, segment)
      : segment === 0
        ? context('input', runId, 0)
        : context('state', runId, segment - 1);
  const continuation = tryOpen(keyring, sealed, fresh);
  if (continuation) return { continuation, parked: false, where: fresh };
  const where = context('parked', runId, segment);
  return { continuation: parse(keyring.open(sealed, where)), parked: true, where };
}

const context = (purpose: string, runId: string, segment: number) => `${purpose}:${runId}:${segment}`;

const parse = (text: string) => continuationSchema.parse(JSON.parse(text));

function tryOpen(keyring: Keyring, sealed: Uint8Array, where: string): Continuation | undefined {
  try {
    return parse(keyring.open(sealed, where));
  } catch {
    return undefined;
  }
}
