import { type CertificationSort, certificationSort } from '@parley/contract/identity';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { createLog } from '../../../base/log.ts';
import { expectSorted, sortsOf } from '../../../testing/sorted.ts';
import { type CertificationSubmission, readPage } from './queries.ts';

type Identified = CertificationSubmission & { id: string };

const columns: Record<string, (row: Identified) => string | number | null> = {
  enterpriseName: (row) => row.enterpriseName?.toLowerCase() ?? null,
  email: (row) => row.email,
  submittedAt: (row) => row.submittedAt?.getTime() ?? null,
};

let held: TestDatabase;
let database: Database;
beforeAll(async () => {
  held = await testDatabase();
  database = connectDatabase(held.url, createLog('silent'), 2);
  // Ties in every column but that of the e-mail addresses, which are unique.
  await database.db.execute(sql`
    with made as (insert into workspaces (id) select gen_random_uuid() from generate_series(1, 11) returning id),
    numbered as (select id, row_number() over (order by id) as n from made),
    owners as (
      insert into users (id, kind, workspace_id, email, password_hash)
      select gen_random_uuid(), 'owner', id, (array['b', 'a', 'c'])[1 + n % 3] || n || '@example.com', '' from numbered
    )
    insert into certifications (workspace_id, status, enterprise_name, registration_number, contact_name,
      document_file_ids, submitted_at)
    select id, 'reviewing', (array['Zoe', 'anna', 'Anna', 'Mara'])[1 + n % 4], 'B-1', 'Ana', array[gen_random_uuid()],
      timestamptz '2026-01-01' + n % 4 * interval '1 minute'
    from numbered`);
});
afterAll(async () => {
  await database.close();
  await held.drop();
});

async function page(query: { pageNo: number; pageSize: number; sort: CertificationSort }) {
  const { list } = await readPage(database, query);
  return { list: list.map((row) => ({ ...row, id: row.workspaceId })) };
}

describe.each(sortsOf(columns, certificationSort))('certifications by %s', (sort, keyOf) => {
  it('lists submissions in order, from every page', () =>
    expectSorted({ sort, keyOf, count: 11, values: 3, page: (place) => page({ ...place, sort }) }));
});
