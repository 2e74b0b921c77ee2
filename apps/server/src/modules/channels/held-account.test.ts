import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { closeEntry, type Held } from './held-account.ts';

const log = pino({ level: 'silent' });
const never = new Promise<never>(() => undefined);
const quick = { sendingMs: 20, closingMs: 20 };

/** An account with this connection; `steps` gets what becomes of it. */
function heldWith(close: () => Promise<void>, more: Partial<Held> = {}) {
  const steps: string[] = [];
  const entry = {
    account: { id: 'a' },
    connection: { close, send: () => never },
    network: { fetch: () => never, connect: () => never, end: () => steps.push('sockets ended') },
    turn: Promise.resolve(),
    telling: Promise.resolve(),
    sender: { nudge: () => undefined, close: async () => undefined },
    ...more,
  };
  // Closing reads no more of an account than what stands here.
  return { steps, entry: entry as unknown as Held };
}

describe('an account that is let go', () => {
  it.each([
    ['throws', () => Promise.reject(new Error('broken'))],
    [
      'throws at once',
      () => {
        throw new Error('broken');
      },
    ],
    ['never ends', () => never],
    ['works', async () => undefined],
  ])('has its sockets ended when the close of its connector %s', async (_, close) => {
    const { entry, steps } = heldWith(close);
    await closeEntry({ log }, entry, quick);
    expect(steps).toEqual(['sockets ended']);
    expect(entry.connection).toBeNull();
  });

  it.each<[string, Partial<Held>]>([
    ['an opening', { turn: never }],
    ['a message that is being sent', { sender: { nudge: () => undefined, close: () => never } }],
    ['a state that is being stored', { telling: never }],
  ])('is closed although %s does not end', async (_, more) => {
    const { entry, steps } = heldWith(async () => void steps.push('closed'), more);
    await closeEntry({ log }, entry, quick);
    expect(steps).toEqual(['closed', 'sockets ended']);
  });

  it('is closed only after what is being sent', async () => {
    const sending = Promise.withResolvers<void>();
    const sender = { nudge: () => undefined, close: () => sending.promise };
    const { entry, steps } = heldWith(async () => void steps.push('closed'), { sender });
    const closing = closeEntry({ log }, entry, { sendingMs: 5_000, closingMs: 20 });
    steps.push('sent');
    sending.resolve();
    await closing;
    expect(steps).toEqual(['sent', 'closed', 'sockets ended']);
  });
});
