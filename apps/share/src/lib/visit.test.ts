import { expect, it } from 'vitest';
import type { Outcome, Refusal } from './requests.ts';
import { createVisit, type VisitState } from './visit.ts';

type View = { fans: number };
const refused = (refusal: Refusal) => ({ ok: false, refusal }) as const;

/** Visits a link whose answers the test sets; `ring` makes the next request that is planned, if there is one. */
function visitLink() {
  const server: { read: Outcome<View | null>; open: Outcome<{ pass: string | null }> } = {
    read: { ok: true, data: { fans: 1 } },
    open: { ok: true, data: { pass: null } },
  };
  let planned: (() => void) | null = null;
  let state: VisitState<View> = { at: 'loading' };
  const visit = createVisit<View>({
    api: { read: async () => server.read, open: async () => server.open },
    now: () => 0,
    later(run) {
      planned = run;
      return {
        cancel() {
          planned = null;
        },
      };
    },
    passes: { get: () => null, set: () => undefined },
    changed(to) {
      state = to;
    },
  });
  return {
    server,
    visit,
    state: () => state,
    async ring(): Promise<boolean> {
      const due = planned;
      planned = null;
      due?.();
      await new Promise((resolve) => setImmediate(resolve));
      return due !== null;
    },
  };
}

it('opens a disabled link once it is enabled again, though nothing has changed since', async () => {
  const link = visitLink();
  await link.visit.start();
  link.server.read = refused({ kind: 'gone', why: 'disabled' });
  await link.ring();
  expect(link.state()).toEqual({ at: 'gone', why: 'disabled' });
  link.server.read = { ok: true, data: null };
  await link.ring();
  expect(link.state()).toMatchObject({ at: 'open', view: { fans: 1 } });
});

it.each(['cancelled', 'expired', 'not-found'] as const)('asks no more for a link that is %s', async (why) => {
  const link = visitLink();
  await link.visit.start();
  link.server.read = refused({ kind: 'gone', why });
  await link.ring();
  expect(link.state()).toEqual({ at: 'gone', why });
  expect(await link.ring()).toBe(false);
});

it('marks a password as wrong, or as one that never reached the server', async () => {
  const link = visitLink();
  link.server.open = refused({ kind: 'pass' });
  await link.visit.start();
  expect(link.state()).toMatchObject({ at: 'password', wrong: false, lost: false });
  link.server.open = refused({ kind: 'unreachable' });
  await link.visit.enter('kite42');
  expect(link.state()).toMatchObject({ at: 'password', wrong: false, lost: true, busy: false });
  link.server.open = refused({ kind: 'wrong-password' });
  await link.visit.enter('kite42');
  expect(link.state()).toMatchObject({ at: 'password', wrong: true, lost: false, busy: false });
});
