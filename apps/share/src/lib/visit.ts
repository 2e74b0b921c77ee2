/** One visit: opens the link, asks for the password where one is needed, then reads on while the page is seen. */
import type { SharedView } from '@parley/contract/work-order-shares';
import type { Refusal, ShareApi } from './api.ts';

export type VisitState =
  | { at: 'loading' }
  | { at: 'password'; wrong: boolean; lockedSeconds: number; busy: boolean }
  | { at: 'gone'; why: Extract<Refusal, { kind: 'gone' }>['why'] }
  /** `readAt`: when the figures were last confirmed, in ms; `stale`: the last try failed. */
  | { at: 'open'; view: SharedView; readAt: number; stale: boolean }
  | { at: 'unreachable' };

type PageVisitDeps = {
  api: ShareApi;
  now(): number;
  /** Calls once after so many ms, unless `cancel` is called. */
  later(run: () => void, ms: number): { cancel(): void };
  /** Keeps the pass over a reload of this tab. */
  passes: { get(): string | null; set(pass: string | null): void };
  changed(state: VisitState): void;
};

/** Between two answers, in ms: with the second that the server takes at most, figures are live within five. */
export const pollMs = 3_000;
/** After a failure, doubled each time. */
const firstRetryMs = 2_000;
const longestRetryMs = 30_000;

export type PageVisit = ReturnType<typeof createVisit>;

export function createVisit({ api, now, later, passes, changed }: PageVisitDeps) {
  let state: VisitState = { at: 'loading' };
  let pass = passes.get();
  let failures = 0;
  let isSeen = true;
  let isReading = false;
  let next: { cancel(): void } | null = null;

  function show(to: VisitState): void {
    state = to;
    changed(to);
  }

  function schedule(ms: number): void {
    next?.cancel();
    next = isSeen && state.at !== 'gone' && state.at !== 'password' ? later(() => void read(), ms) : null;
  }

  function setPass(to: string | null): void {
    pass = to;
    passes.set(to);
  }

  function refused(refusal: Refusal): void {
    if (refusal.kind === 'gone') {
      show({ at: 'gone', why: refusal.why });
      return;
    }
    if (refusal.kind === 'pass') {
      setPass(null);
      show({ at: 'password', wrong: false, lockedSeconds: 0, busy: false });
      return;
    }
    failures += 1;
    show(state.at === 'open' ? { ...state, stale: true } : { at: 'unreachable' });
    const wait = refusal.kind === 'locked' ? refusal.seconds * 1_000 : 0;
    schedule(Math.max(wait, Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1))));
  }

  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    const outcome = await api.read(pass);
    isReading = false;
    if (!outcome.ok) {
      refused(outcome.refusal);
      return;
    }
    failures = 0;
    const view = outcome.data ?? (state.at === 'open' ? state.view : null);
    if (view !== null) show({ at: 'open', view, readAt: now(), stale: false });
    schedule(pollMs);
  }

  async function start(): Promise<void> {
    if (pass !== null) return read();
    const outcome = await api.open();
    if (outcome.ok) return read();
    refused(outcome.refusal);
  }

  return {
    start,
    async enter(password: string): Promise<void> {
      show({ at: 'password', wrong: false, lockedSeconds: 0, busy: true });
      const outcome = await api.open(password);
      if (outcome.ok) {
        setPass(outcome.data.pass);
        return read();
      }
      const { refusal } = outcome;
      if (refusal.kind === 'gone') {
        show({ at: 'gone', why: refusal.why });
        return;
      }
      const lockedSeconds = refusal.kind === 'locked' ? refusal.seconds : 0;
      show({ at: 'password', wrong: refusal.kind === 'wrong-password', lockedSeconds, busy: false });
    },
    /** Polls only while the page is visible; a visitor who returns sees the present figures at once. */
    seen(is: boolean): void {
      if (is === isSeen) return;
      isSeen = is;
      if (is) schedule(0);
      else next?.cancel();
    },
    /** The network is back. */
    online(): void {
      failures = 0;
      schedule(0);
    },
    snapshots: (order: number) => api.snapshots(pass, order),
  };
}
