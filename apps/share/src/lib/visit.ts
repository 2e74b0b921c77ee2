/** One visit: opens the link, asks for the password if required, then polls while the page is visible. */
import type { Outcome, Refusal } from './requests.ts';

/** The requests of a link, independent of what it shows. */
export type LinkApi<View> = {
  open(password?: string): Promise<Outcome<{ pass: string | null }>>;
  /** `data` is null when nothing has changed since the last answer. */
  read(pass: string | null): Promise<Outcome<View | null>>;
};

export type VisitState<View> =
  | { at: 'loading' }
  /** `lost`: the server did not answer, so the password has to be entered again. */
  | { at: 'password'; wrong: boolean; lost: boolean; lockedSeconds: number; busy: boolean }
  | { at: 'gone'; why: Extract<Refusal, { kind: 'gone' }>['why'] }
  /** `readAt` is when the view was last confirmed, in ms; `stale` means that the last attempt failed. */
  | { at: 'open'; view: View; readAt: number; stale: boolean }
  | { at: 'unreachable' };

type PageVisitDeps<View> = {
  api: LinkApi<View>;
  now(): number;
  /** Calls once after this many ms, unless cancelled. */
  later(run: () => void, ms: number): { cancel(): void };
  /** Keeps the pass over a reload of this tab. */
  passes: { get(): string | null; set(pass: string | null): void };
  changed(state: VisitState<View>): void;
};

/** Polling interval, in ms: with at most one second for the server, figures are at most five seconds old. */
export const pollMs = 3_000;
/** Initial backoff after a failure; it doubles each time. */
const firstRetryMs = 2_000;
const longestRetryMs = 30_000;

export type PageVisit<View> = ReturnType<typeof createVisit<View>>;

export function createVisit<View>({ api, now, later, passes, changed }: PageVisitDeps<View>) {
  const access = createAccess(api, passes);
  const alarm = createAlarm(later, () => void read());
  const { state, latest, show } = createScreen(changed);
  let failures = 0;
  const schedule = (ms: number): void => (isWaiting(state()) ? alarm.stop() : alarm.set(ms));

  function refused(refusal: Refusal): void {
    if (refusal.kind === 'pass') access.forget();
    show(afterRefusal(refusal, state()));
    if (isWaiting(state())) return;
    failures += 1;
    schedule(retryMs(refusal, failures));
  }

  const read = oneAtATime(async () => {
    const outcome = await access.read();
    if (!outcome.ok) return refused(outcome.refusal);
    failures = 0;
    const view = outcome.data ?? latest();
    if (view !== null) show({ at: 'open', view, readAt: now(), stale: false });
    schedule(pollMs);
  });

  return {
    async start(): Promise<void> {
      if (access.hasPass()) return read();
      const outcome = await api.open();
      if (outcome.ok) return read();
      refused(outcome.refusal);
    },
    async enter(password: string): Promise<void> {
      show({ ...unanswered, busy: true });
      const refusal = await access.enter(password);
      if (refusal === null) return read();
      show(afterPassword(refusal));
    },
    /** Polls only while the page is visible; a returning visitor sees the current figures at once. */
    seen(is: boolean): void {
      if (alarm.allow(is) && is) schedule(0);
    },
    /** Retries at once when the network is back. */
    online(): void {
      failures = 0;
      schedule(0);
    },
    /** Shows a view that arrived with another request than the regular one. */
    update(view: View): void {
      const shown = state();
      if (shown.at === 'open') show({ ...shown, view });
    },
    withPass: access.withPass,
  };
}

/** Keeps the state, and the view that was shown last: an unchanged answer confirms it, also after another state. */
function createScreen<View>(changed: PageVisitDeps<View>['changed']) {
  let state: VisitState<View> = { at: 'loading' };
  let latest: View | null = null;
  return {
    state: () => state,
    latest: () => latest,
    show(to: VisitState<View>): void {
      state = to;
      if (to.at === 'open') latest = to.view;
      changed(to);
    },
  };
}

/** Ignores calls while the same work is running. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isBusy = false;
  return async () => {
    if (isBusy) return;
    isBusy = true;
    await work().finally(() => {
      isBusy = false;
    });
  };
}

/** Adds the visitor's pass to the link's calls. */
function createAccess<View>(api: LinkApi<View>, passes: PageVisitDeps<View>['passes']) {
  let pass = passes.get();

  function keep(to: string | null): void {
    pass = to;
    passes.set(to);
  }

  return {
    hasPass: () => pass !== null,
    read: () => api.read(pass),
    withPass: <T>(request: (pass: string | null) => T): T => request(pass),
    /** Returns null when the password is right. */
    async enter(password: string): Promise<Refusal | null> {
      const outcome = await api.open(password);
      if (!outcome.ok) return outcome.refusal;
      keep(outcome.data.pass);
      return null;
    },
    forget: () => keep(null),
  };
}

/** Rings once, at the time that was set last, and only while allowed. */
function createAlarm(later: PageVisitDeps<unknown>['later'], ring: () => void) {
  let isAllowed = true;
  let next: ReturnType<PageVisitDeps<unknown>['later']> | null = null;

  function stop(): void {
    next?.cancel();
    next = null;
  }

  return {
    stop,
    set(ms: number): void {
      stop();
      if (isAllowed) next = later(ring, ms);
    },
    /** Returns whether that is a change. */
    allow(is: boolean): boolean {
      const isChange = is !== isAllowed;
      isAllowed = is;
      if (!is) stop();
      return isChange;
    },
  };
}

const unanswered = { at: 'password', wrong: false, lost: false, lockedSeconds: 0, busy: false } as const;

/** Returns true if nothing is asked until the visitor acts. A disabled link may be enabled again; the others stay closed. */
const isWaiting = (state: VisitState<unknown>): boolean =>
  state.at === 'password' || (state.at === 'gone' && state.why !== 'disabled');

function afterRefusal<View>(refusal: Refusal, before: VisitState<View>): VisitState<View> {
  if (refusal.kind === 'gone') return { at: 'gone', why: refusal.why };
  if (refusal.kind === 'pass') return unanswered;
  return before.at === 'open' ? { ...before, stale: true } : { at: 'unreachable' };
}

function afterPassword(refusal: Refusal): VisitState<never> {
  if (refusal.kind === 'gone') return { at: 'gone', why: refusal.why };
  const lockedSeconds = refusal.kind === 'locked' ? refusal.seconds : 0;
  const { kind } = refusal;
  return { ...unanswered, wrong: kind === 'wrong-password', lost: kind === 'unreachable', lockedSeconds };
}

function retryMs(refusal: Refusal, failures: number): number {
  const wait = refusal.kind === 'locked' ? refusal.seconds * 1_000 : 0;
  return Math.max(wait, Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1)));
}
