import * as promotionApi from '@parley/contract/promotion';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../base/db/database.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { testClock } from '../../testing/test-clock.ts';
import type { TestOwner } from '../../testing/test-people.ts';
import { createDefaultLink } from './service.ts';

const clock = testClock();
let app: TestApp;
let owner: TestOwner;
let code: string;
beforeAll(async () => {
  app = await startTestApp({ clock });
  owner = await app.registerOwner({ characters: 0 });
  code = (await codes(owner.workspaceId))[0] ?? '';
});
afterAll(() => app.close());

async function codes(workspaceId: string): Promise<string[]> {
  const { rows } = await app.app.database.pool.query<{ code: string }>(
    'select code from invitation_links where workspace_id = $1 and is_default',
    [workspaceId],
  );
  return rows.map((row) => row.code);
}
async function clicks(workspaceId: string): Promise<{ day: string; clicks: number }[]> {
  const { rows } = await app.app.database.pool.query(
    'select day::text, clicks from invitation_clicks where workspace_id = $1 order by day',
    [workspaceId],
  );
  return rows;
}
const report = (body: unknown) => app.send(promotionApi.reportUserClickLink, { body });

it('every workspace has its own typeable invitation code from the start', async () => {
  const other = await app.registerOwner({ characters: 0 });
  const found = [...(await codes(owner.workspaceId)), ...(await codes(other.workspaceId))];
  expect(new Set(found).size).toBe(2);
  for (const one of found) {
    expect(one).toMatch(/^[a-z2-9]{10}$/);
    expect(promotionApi.invitationCode.safeParse(one).success).toBe(true);
  }
});

it('a workspace has exactly one default link', async () => {
  const again = transaction(app.app.database, (tx) => createDefaultLink(tx, owner.workspaceId));
  await expect(again).rejects.toThrow();
  expect(await codes(owner.workspaceId)).toEqual([code]);
});

describe('a click', () => {
  it('a click is counted on the day in the workspace’s time zone, none of many concurrent ones lost', async () => {
    const before = await clicks(owner.workspaceId);
    expect(before).toEqual([]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => report({ code: n % 2 === 0 ? code : code.toUpperCase() })),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { data: null } });
    // The workspace is in Shanghai, eight hours ahead all year.
    const today = new Date(clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(await clicks(owner.workspaceId)).toEqual([{ day: today, clicks: 20 }]);
    clock.advance(24 * 3_600_000);
    await report({ code });
    expect((await clicks(owner.workspaceId)).map((row) => row.clicks)).toEqual([20, 1]);
  });

  it('a click on an unknown code is answered the same and counted nowhere', async () => {
    const [known, unknown] = await Promise.all([report({ code }), report({ code: 'nobodys1' })]);
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    const { rows } = await app.app.database.pool.query('select distinct workspace_id from invitation_clicks');
    expect(rows).toEqual([{ workspace_id: owner.workspaceId }]);
  });

  it.each([
    [{}],
    [{ code: 'short' }],
    [{ code: 'sixteenletterses' }],
    [{ code: 'with-hyphen' }],
    [{ code: '七个汉字的代码' }],
    [{ code: 1234567 }],
    [{ code: 'abc123', workspaceId: 'x' }],
  ])('requires a code of the right form: %j', async (body) => {
    expect(await report(body)).toMatchObject({ status: 400, body: { data: { error: 'request.invalid' } } });
  });
});

it('repeated clicks from one address are limited to thirty in ten minutes', async () => {
  const limited = await startTestApp({ databaseUrl: app.databaseUrl, config: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      statuses.push(
        (await limited.send(promotionApi.reportUserClickLink, { body: { code: 'nobodys1' } })).status,
      );
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  } finally {
    await limited.close();
  }
});
