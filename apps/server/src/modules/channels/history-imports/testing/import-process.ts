/**
 * A process that works on an import: `node import-process.ts <database> <account> <import>`. Its history has
 * `processHistory.pages` pages, and a position is the number of pages read. Prints a line per page, and exits with the
 * import.
 */
import { pino } from 'pino';
import { z } from 'zod';
import { connectDatabase } from '../../../../base/db/database.ts';
import { trustWorkspaceId } from '../../../../base/ids.ts';
import { oldMessage, openImport } from './open-import.ts';
import { processHistory } from './process-history.ts';

const [url = '', given = '', importId = ''] = process.argv.slice(2);
const { workspaceId, id } = z.object({ workspaceId: z.uuid(), id: z.uuid() }).parse(JSON.parse(given));
const database = connectDatabase(url, pino({ level: 'silent' }), 3);
const work = openImport(database, { workspaceId: trustWorkspaceId(workspaceId), id }, []);

const { pages, messages } = processHistory;
for (;;) {
  const row = await work.run(importId, function* ({ position }) {
    for (let page = Number(position ?? 0); page < pages; page += 1) {
      process.stdout.write(`${page}\n`);
      const first = page * messages;
      yield {
        ok: true,
        messages: Array.from({ length: messages }, (_, n) => oldMessage(first + n)),
        position: page + 1 === pages ? null : `${page + 1}`,
      };
    }
  });
  if (row.endedAt !== null) break;
}
await database.close();
