/**
 * Runs a server process that only spends: a number of concurrent spenders use random amounts until even 1 is refused.
 * It runs until it is killed or everything is spent; only the ledger shows what it did. After the message `{dieAfter}`
 * it kills itself once it has spent that much, in the middle of its other spenders' work.
 */
import { once } from 'node:events';
import { pino } from 'pino';
import { z } from 'zod';
import { systemClock } from '../../../base/clock.ts';
import { connectDatabase, transaction } from '../../../base/db/database.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { createCharacters } from '../service.ts';
import { details } from './ledger.ts';

const request = z
  .object({
    url: z.string(),
    workspaceId: z.string(),
    subAccountId: z.string(),
    spenders: z.int(),
    most: z.int(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));
const workspaceId = trustWorkspaceId(request.workspaceId);
const log = pino({ level: 'silent' });
const database = connectDatabase(request.url, log, 16);
const characters = createCharacters({ database, clock: systemClock, log });

let spentHere = 0;

/** Returns false when too few characters are left. */
async function spend(amount: number): Promise<boolean> {
  const reserved = await characters.reserve(workspaceId, request.subAccountId, amount);
  if (!reserved) return false;
  let spent = 0;
  try {
    // One in seven translations fails, which frees its reservation.
    if (Math.random() * 7 >= 1) {
      const charge = { key: newId(), messageId: newId(), amount, details };
      [spent = 0] = await transaction(database, (tx) => characters.charge(tx, [{ reserved, ...charge }]));
    }
  } finally {
    await characters.release(reserved, spent);
  }
  spentHere += spent;
  if (dieAfter !== undefined && spentHere > dieAfter) process.kill(process.pid, 'SIGKILL');
  return true;
}

async function spendAll(): Promise<void> {
  for (let most = request.most; most >= 1; ) {
    if (await spend(1 + Math.floor(Math.random() * most))) continue;
    most = Math.floor(most / 2);
  }
}

// All processes begin together, however long each took to start.
process.send?.('ready');
const [order] = await once(process, 'message');
const { dieAfter } = z.object({ dieAfter: z.number().optional() }).parse(order);
process.disconnect();
await Promise.all(Array.from({ length: request.spenders }, spendAll));
await characters.close();
await database.close();
