/**
 * A process that pairs an account: `node pairing-process.ts <database> <workspace and sub-account> <place>`. Prints the
 * pairing's id, and the place when it is reached; there it waits for a line of input.
 */
import { once } from 'node:events';
import { pino } from 'pino';
import { z } from 'zod';
import { connectDatabase } from '../../../../base/db/database.ts';
import { trustWorkspaceId } from '../../../../base/ids.ts';
import { codeEvent, pairedEvent, pairIn } from './pairing-harness.ts';

const [url = '', given = '', place = ''] = process.argv.slice(2);
const { workspaceId, ...people } = z
  .object({ workspaceId: z.uuid(), subAccountId: z.uuid(), userId: z.uuid() })
  .parse(JSON.parse(given));
const database = connectDatabase(url, pino({ level: 'silent' }), 4);
const print = (line: string) => process.stdout.write(`${line}\n`);

async function stand(at: string): Promise<void> {
  if (at !== place) return;
  print(at);
  await once(process.stdin, 'data');
}

/** The events of a successful pairing. */
async function* events() {
  await stand('waiting');
  yield codeEvent();
  await stand('code');
  yield { kind: 'scanned' };
  await stand('scanned');
  yield pairedEvent();
}

const opened = await pairIn(
  database,
  { ...people, workspaceId: trustWorkspaceId(workspaceId) },
  events,
  // After the commit, before anything else in the process.
  { stored: () => stand('stored') },
);
print(opened.id);
setInterval(() => undefined, 60_000);
