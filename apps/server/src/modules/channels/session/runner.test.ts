import type { Connection, Connector, ConnectorHost } from '@parley/connectors';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { blame } from '../../../base/attribution.ts';
import { systemClock } from '../../../base/clock.ts';
import type { HeldAccount } from '../open-accounts/queries.ts';
import type { StateChange } from '../store.ts';
import { type RunnerDeps, SessionRunner } from './runner.ts';
import { checked } from './testing/samples.ts';

const never = new Promise<never>(() => undefined);
const patient = { sendingMs: 5_000, closingMs: 20 };
const quick = { sendingMs: 20, closingMs: 20 };

type Fakes = {
  open?: (host: ConnectorHost) => Promise<void>;
  close?: () => Promise<void>;
  setState?: (state: StateChange) => Promise<boolean>;
  /** Defaults to true. */
  holds?: boolean;
};

/** A runner with a fake connector; `steps` records what happens to it. */
function runnerWith({ open, close, setState, holds = true }: Fakes) {
  const steps: string[] = [];
  const connection: Connection = {
    close: close ?? (async () => void steps.push('closed')),
    send: () => never,
  };
  // Opening uses no other members of a connector.
  const connector = {
    manifest: { capabilities: { idempotentSend: false } },
    async open(_credentials: unknown, host: ConnectorHost) {
      // Counts as a socket of the connection: it ends when the network does.
      host.network.fetch('http://platform.test').catch(() => steps.push('sockets ended'));
      await open?.(host);
      steps.push('opened');
      return connection;
    },
  } as unknown as Connector;
  const untilAborted = (_url: string, init?: RequestInit) =>
    new Promise<Response>((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error())));
  const deps = {
    clock: systemClock,
    log: pino({ level: 'silent' }),
    network: { fetch: untilAborted, connect: () => never },
    connectors: { get: () => connector, all: () => [connector] },
    secrets: { open: () => '{}' },
    realtime: {
      workspace: () => ({ emit: (_: string, { state }: StateChange) => steps.push(`told ${state}`) }),
    },
    conversations: { outbox: { next: async () => [] } },
    accountStore: {
      recover: async () => undefined,
      isDue: async () => false,
      guestsOf: async () => [],
      setState: (_: unknown, state: StateChange) => (setState ? setState(state) : Promise.resolve(true)),
    },
    appBuckets: () => [],
    holds: () => holds,
    checkSoon: () => steps.push('check'),
  };
  // Running an account with a fake connector reads no other fields.
  const account = {
    id: 'a',
    workspaceId: 'w',
    subAccountId: 's',
    platform: 'fake',
    createdAt: new Date(0),
  } as unknown as HeldAccount;
  // The same is true of the dependencies.
  const runner = new SessionRunner(deps as unknown as RunnerDeps, account);
  return { runner, steps };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function opened(fakes: Fakes) {
  const made = runnerWith(fakes);
  made.runner.dispatch(checked({ leased: true }));
  await settled();
  return made;
}

describe('a session that is released', () => {
  it.each<[string, () => Promise<void>]>([
    ['rejects', () => Promise.reject(new Error('broken'))],
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['never ends', () => never],
    ['works', async () => undefined],
  ])('destroys its sockets when the close of its connector %s', async (_, close) => {
    const { runner, steps } = await opened({ close });
    await runner.release(quick, { silent: false });
    await settled();
    expect(steps).toEqual(['opened', 'sockets ended']);
    expect(runner.connection).toBeNull();
  });

  it('does not wait for an opening that hangs', async () => {
    const { runner, steps } = await opened({ open: () => never });
    await runner.release(quick, { silent: false });
    await settled();
    expect(steps).toEqual(['sockets ended']);
  });

  it('does not wait for a state that is not stored', async () => {
    const open = async (host: ConnectorHost) => host.state('online');
    const { runner, steps } = await opened({ open, setState: () => never });
    await runner.release(quick, { silent: false });
    await settled();
    expect(steps).toEqual(['opened', 'closed', 'sockets ended']);
  });

  it('closes its connection only after the message in flight', async () => {
    const sending = Promise.withResolvers<void>();
    const { runner, steps } = await opened({});
    Object.assign(runner, { sender: { nudge: () => undefined, close: () => sending.promise } });
    const released = runner.release(patient, { silent: false });
    await settled();
    steps.push('sent');
    sending.resolve();
    await released;
    await settled();
    expect(steps).toEqual(['opened', 'sent', 'closed', 'sockets ended']);
  });

  it('does not wait for a send that hangs', async () => {
    const { runner, steps } = await opened({});
    Object.assign(runner, { sender: { nudge: () => undefined, close: () => never } });
    await runner.release(quick, { silent: false });
    await settled();
    expect(steps).toEqual(['opened', 'closed', 'sockets ended']);
  });

  it('closes a connection that opens while it is being released', async () => {
    const opening = Promise.withResolvers<void>();
    const { runner, steps } = await opened({ open: () => opening.promise });
    const released = runner.release(patient, { silent: false });
    opening.resolve();
    await released;
    await settled();
    expect(steps).toEqual(['opened', 'closed', 'sockets ended']);
    expect(runner.connection).toBeNull();
  });

  it('publishes the final report of its connection, unless another process publishes', async () => {
    for (const silent of [false, true]) {
      let host: ConnectorHost | null = null;
      const open = async (given: ConnectorHost) => {
        host = given;
      };
      const close = async () => host?.state('offline');
      const { runner, steps } = await opened({ open, close });
      await runner.release(quick, { silent });
      expect(steps.includes('told offline')).toBe(!silent);
    }
  });
});

describe('a session', () => {
  it('publishes the last of several states, and none that is superseded by its turn', async () => {
    const first = Promise.withResolvers<boolean>();
    const stored: string[] = [];
    const setState = ({ state }: StateChange) => {
      stored.push(state);
      return stored.length === 1 ? first.promise : Promise.resolve(true);
    };
    const open = async (host: ConnectorHost) => {
      host.state('connecting');
      await settled();
      host.state('online');
      host.state('refused', 'password');
    };
    const { runner, steps } = await opened({ open, setState });
    await settled();
    first.resolve(true);
    await runner.published();
    expect(stored).toEqual(['connecting', 'refused']);
    expect(steps).toEqual(['opened', 'told connecting', 'told refused']);
  });

  it('closes the open connection before it opens another', async () => {
    const { runner, steps } = await opened({});
    runner.dispatch(checked({ leased: true, credentials: 'others' }));
    await settled();
    runner.dispatch(checked({ leased: true, credentials: 'others' }));
    await settled();
    const order = steps.filter((step) => step === 'opened' || step === 'closed' || step === 'check');
    expect(order).toEqual(['opened', 'closed', 'check', 'opened']);
  });

  it('fails when its connector throws out of band', async () => {
    const open = async () => {
      blame(new Error('thrown out of band'));
    };
    const { runner, steps } = await opened({ open });
    expect(runner.session.kind).toBe('failed');
    expect(steps).toEqual(['check', 'opened']);
  });

  it('opens nothing once another process may hold the account', async () => {
    const { runner, steps } = await opened({ holds: false });
    expect(runner.session).toMatchObject({ kind: 'closed', failures: 1 });
    expect(steps).not.toContain('opened');
  });

  it('a session is opened again later when its opening fails', async () => {
    const { runner } = await opened({ open: () => Promise.reject(new Error('no memory')) });
    expect(runner.session).toMatchObject({ kind: 'closed', failures: 1 });
  });
});
