import { randomUUID } from 'node:crypto';
import * as channelsApi from '@parley/contract/channels';
import { sql } from 'drizzle-orm';
import type { TestApp } from '../../../testing/test-app.ts';
import type { TestWorld } from '../../../testing/world.ts';
import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  audited: {
    'channels.moveSocialAccount': async (app, world) => {
      const { socialAccountId: id } = world.ids;
      // A proxy chosen for the account may not cover the other sub-account.
      const body = { socialAccountId: id, mode: 'direct', proxyId: null } as const;
      await app.call(channelsApi.setSocialAccountProxy, { body }, world.owner.token);
      const { subAccountId } = await app.createSubAccount(world.owner);
      return { body: { id, subAccountId } };
    },
    // A website chat belongs to no groups.
    'channels.setSocialAccountGroups': 'modules/channels/xmpp-account.db.test.ts',
    // It has no history, either.
    'channels.startHistoryImport': 'modules/channels/history-imports/service.db.test.ts',
    'channels.retryHistoryImport': 'modules/channels/history-imports/service.db.test.ts',
    'channels.cancelHistoryImport': 'modules/channels/history-imports/service.db.test.ts',
    // Parley's own platforms have no pairing.
    'channels.startAccountPairing': 'modules/channels/channels.db.test.ts',
    'channels.pairAccountAgain': 'modules/channels/channels.db.test.ts',
    'channels.retryQuarantined': quarantined,
    'channels.discardQuarantined': quarantined,
  },
};

/** A message of the world's social account that can only be discarded. */
async function quarantined({ app }: TestApp, { ids }: TestWorld) {
  const id = randomUUID();
  await app.database.db.execute(sql`
    insert into quarantined_messages (workspace_id, id, social_account_id, delivery_id, form, payload, truncated, reason)
    select workspace_id, ${id}, id, ${id}, 'message', '{', true, 'too-long' from social_accounts
    where id = ${ids.socialAccountId}`);
  return { body: { ids: [id] } };
}
