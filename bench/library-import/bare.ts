/** The database's limit: the same keys into a table of the same shape, without reading a file or counting. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { monotonic } from '../kit/monotonic.ts';
import { phoneOf } from './files.ts';

const table = `create table bare_entries (
  workspace_id uuid not null, platform text not null, key text collate "C" not null, library_id uuid not null,
  primary key (workspace_id, platform, key, library_id));
  create index on bare_entries (workspace_id, library_id)`;
const owner = '00000000-0000-7000-8000-000000000001';

export type BareWay = 'copy' | 'copy-in-batches' | 'unnest-in-batches';

/** In ms. `copy`: one statement for all; the batches, of 5,000 keys each, skip existing keys. */
export async function bareImport(databaseUrl: string, rows: number, way: BareWay): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(table);
    const began = monotonic();
    if (way === 'copy') await copyInto(client, 'bare_entries', linesOf(0, rows));
    else await inBatches(client, rows, way);
    return monotonic() - began;
  } finally {
    await client.query('drop table if exists bare_entries');
    await client.end();
  }
}

function* linesOf(from: number, to: number): Generator<string> {
  for (let row = from; row < to; row += 1) yield `${owner}\ttelegram\t${phoneOf(row)}\t${owner}\n`;
}

async function copyInto(client: pg.Client, name: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(lines), client.query(copyFrom(`copy ${name} from stdin`)));
}

const batch = 5_000;

async function inBatches(client: pg.Client, rows: number, way: BareWay): Promise<void> {
  await client.query('create temporary table arriving (like bare_entries)');
  for (let from = 0; from < rows; from += batch) {
    const to = Math.min(rows, from + batch);
    await client.query('begin');
    if (way === 'copy-in-batches') {
      await copyInto(client, 'arriving', linesOf(from, to));
      await client.query('insert into bare_entries select * from arriving on conflict do nothing');
      await client.query('truncate arriving');
    } else {
      const keys = Array.from({ length: to - from }, (_, at) => phoneOf(from + at));
      await client.query(
        `insert into bare_entries select $1, 'telegram', k, $1 from unnest($2::text[]) k on conflict do nothing`,
        [owner, keys],
      );
    }
    await client.query('commit');
  }
}
