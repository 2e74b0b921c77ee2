/**
 * Runs a server process that only spends, `node spender-process.ts <database>`: for each order, a number of concurrent
 * spenders use random amounts until even 1 is refused. Only the ledger shows what it did. With `dieAfter` it kills itself
 * once it has spent that much, in the middle of its other spenders' work.
 */
import { pino } from 'pino';
import { z } from 'zod';
import { systemClock } from '../../../base/clock.ts';
import { connectDatabase, transaction } from '../../../base/db/database.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { createCharacters } from '../service.ts';
import { details } from './ledger.ts';

const spendersOrder = z.object({
  workspaceId: z.string(),
  subAccountId: z.string(),
  spenders: z.int(),
  most: z.int(),
  dieAfter: z.number().optional(),
});
export type SpendersOrder = z.infer<typeof spendersOrder>;

const log = pino({ level: 'silent' });
const database = connectDatabase(process.argv[2] ?? '', log, 16);

async function carryOut({ subAccountId, spenders, most, dieAfter, ...order }: SpendersOrder): Promise<void> {
  const workspaceId = trustWorkspaceId(order.workspaceId);
  const characters = createCharacters({ database, clock: systemClock, log });
  let spentHere = 0;

  /** Returns false when too few characters are left. */
  const spend = async (amount: number): Promise<boolean> => {
    const reserved = await characters.reserve(workspaceId, subAccountId, amount);
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
  };

  const spendAll = async (): Promise<void> => {
    for (let limit = most; limit >= 1; ) {
      if (await spend(1 + Math.floor(Math.random() * limit))) continue;
      limit = Math.floor(limit / 2);
    }
  };
  await Promise.all(Array.from({ length: spenders }, spendAll));
  await characters.close();
}

process.on('message', async (order) => {
  await carryOut(spendersOrder.parse(order));
  process.send?.('spent');
});
// The processes of a test begin together, however long each took to start.
process.send?.('ready');
