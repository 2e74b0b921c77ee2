import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { openSession } from './session.ts';

it('reports a connection that fails before its proof, and leaves no rejection behind', async () => {
  const lost = new Error('Connection terminated');
  const client = Object.assign(new EventEmitter(), {
    query: async () => ({ rows: [] }),
    release: () => undefined,
  });
  const query = async () => {
    client.emit('error', lost);
    throw lost;
  };
  const pool = { connect: async () => client, query } as unknown as pg.Pool; // as much of one as is used
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  await expect(openSession({ pool })).rejects.toBe(lost);
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
