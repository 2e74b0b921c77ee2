/** Reported clicks over HTTP. */
import { reportUserClickLink } from '@parley/contract/promotion';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { invitationClicks, invitationLinks } from '../../schema/promotion.ts';
import { startTestApp } from '../../testing/test-app.ts';

it('counts clicks in any spelling, answers unknown codes alike, and limits them to thirty in ten minutes', async () => {
  const app = await startTestApp({ config: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const { workspaceId } = await app.registerOwner({ characters: 0 });
    const { db } = app.app.database;
    const [link] = await db
      .select()
      .from(invitationLinks)
      .where(eq(invitationLinks.workspaceId, workspaceId));
    const code = link?.code ?? '';
    const report = (body: unknown) => app.send(reportUserClickLink, { body });
    const known = await report({ code });
    expect(known).toMatchObject({ status: 200, body: { data: null } });
    expect((await report({ code: code.toUpperCase() })).body).toEqual(known.body);
    expect((await report({ code: 'nobodys1' })).body).toEqual(known.body);
    expect(await db.select().from(invitationClicks)).toMatchObject([{ workspaceId, clicks: 2 }]);
    const statuses: number[] = [];
    for (let n = 3; n < 31; n += 1) statuses.push((await report({ code: 'nobodys1' })).status);
    expect(statuses).toEqual([...Array.from({ length: 27 }, () => 200), 429]);
  } finally {
    await app.close();
  }
});
