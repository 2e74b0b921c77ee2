/**
 * A process that calls the rich platform with an account's tokens: `node token-process.ts <database> <account>
 * <callers>`. Prints the distinct results of its callers, and then runs until it is killed.
 */
import { pino } from 'pino';
import { z } from 'zod';
import { connectDatabase } from '../../../base/db/database.ts';
import { trustWorkspaceId } from '../../../base/ids.ts';
import { keeperOn } from './token-world.ts';

const [url = '', given = '', callers = '1'] = process.argv.slice(2);
const { workspaceId, ...account } = z
  .object({ workspaceId: z.uuid(), id: z.uuid(), platform: z.string() })
  .parse(JSON.parse(given));
const keeper = keeperOn(connectDatabase(url, pino({ level: 'silent' }), 8));
const tokens = keeper.of({ ...account, workspaceId: trustWorkspaceId(workspaceId) });
const results = await Promise.all(
  Array.from({ length: Number(callers) }, () => tokens.use(async (access) => ({ value: access }))),
);
const distinct = new Set(results.map((result) => (result.ok ? result.value : result.reason)));
process.stdout.write(`${JSON.stringify([...distinct])}\n`);
setInterval(() => undefined, 60_000);
