import { PluginError } from '../errors/plugin-error.ts';
import type { Clock } from '../flow/clock.ts';
import type { BackwardsCall, BackwardsChannel } from './backwards-channel.ts';

/** The limits of a call. */
export type CallLimits = {
  channel: BackwardsChannel;
  signal: AbortSignal;
  clock: Clock;
  callDeadlineMs: number;
};

/** Makes a call that ends with its session or at its own deadline, whichever comes first. */
export async function* limitCall(call: BackwardsCall, limits: CallLimits): AsyncGenerator {
  const { channel, signal, clock, callDeadlineMs } = limits;
  const deadline = new AbortController();
  const cancelTimer = clock.schedule(callDeadlineMs, () => {
    const seconds = Math.round(callDeadlineMs / 1000);
    deadline.abort(
      new PluginError(
        'InvokeServerUnavailableError',
        `Dify did not finish ${call.type} within ${seconds} s.`,
      ),
    );
  });
  try {
    yield* channel.call(call, AbortSignal.any([signal, deadline.signal]));
  } finally {
    cancelTimer();
  }
}
