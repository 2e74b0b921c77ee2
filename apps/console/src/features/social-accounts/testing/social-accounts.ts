/** The social accounts of a workspace, in memory. */
import * as cataloguesApi from '@parley/contract/catalogues';
import * as channelsApi from '@parley/contract/channels';
import { FixtureRefusal, getItem, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { pairingRoutes } from './pairings.ts';
import { purgeRoutes } from './purges.ts';
import { someSocialAccount } from './samples.ts';
import { type SocialAccountWorld, socialAccountChangeRoutes } from './social-account-changes.ts';

const plain = { media: {}, deliveryReceipts: false, readReceipts: false, markRead: false };
const capabilities = {
  ...plain,
  presence: false,
  history: false,
  startConversation: false,
  replies: false,
  edits: { inbound: false, outbound: true },
  deletions: { inbound: false, outbound: true },
  reactions: { inbound: false, outbound: false },
  groups: null,
  text: { maxCodePoints: 4096 },
  typing: { inbound: false, outbound: true },
};
const field = (name: string, secret: boolean, required: boolean, placeholder: string | null = null) => ({
  name,
  secret,
  required,
  placeholder,
  multiline: name === 'origins',
  toggle: name === 'showAgentNames' || name === 'askForRating',
});
const fields: Partial<Record<cataloguesApi.PlatformId, channelsApi.PlatformInfo['fields']>> = {
  webchat: [
    field('siteName', false, true),
    field('origins', false, true, 'https://shop.example'),
    field('welcomeText', false, false),
    field('offlineText', false, false),
    field('accentColor', false, false, '#165DFF'),
    field('showAgentNames', false, false),
    field('askForRating', false, false),
  ],
  telegram: [field('token', true, true, '123456789:AA…'), field('apiRoot', false, false)],
  xmpp: [field('jid', false, true, 'support@chat.example'), field('password', true, true)],
};

const platformRoute = route(channelsApi.platformList, () =>
  cataloguesApi.platformIds.map((id) => ({
    id,
    name: cataloguesApi.platforms[id].names['en-US'],
    available: fields[id] !== undefined || id === 'whatsapp',
    capabilities: fields[id] === undefined ? null : capabilities,
    fields: fields[id] ?? [],
    pairing: id === 'whatsapp' ? { fields: [field('deviceName', false, false, 'Parley')] } : null,
  })),
);

/** Enables and disables a social account. */
export const switchingRoute = (world: Pick<SocialAccountWorld, 'socialAccounts'>): Route =>
  route(channelsApi.setSocialAccountEnabled, ({ body }) => {
    const found = getItem(world.socialAccounts, ({ id }) => id === body.id);
    found.enabled = body.enabled;
    found.state = body.enabled ? 'connecting' : 'offline';
    return found;
  });

/** Enables and disables several: all or none. */
const enablingRoute = (world: Pick<SocialAccountWorld, 'socialAccounts'>): Route =>
  route(channelsApi.enableSocialAccounts, ({ body: { ids, enabled } }) => {
    const found = world.socialAccounts.filter(({ id }) => ids.includes(id));
    if (found.length < ids.length) throw new FixtureRefusal('resource.not-found');
    const changed = found.filter((one) => one.enabled !== enabled);
    for (const one of changed) Object.assign(one, { enabled, state: enabled ? 'connecting' : 'offline' });
    return { changed: changed.length };
  });

export function socialAccountRoutes(world: SocialAccountWorld): Route[] {
  return [
    platformRoute,
    enablingRoute(world),
    route(channelsApi.socialAccountPage, ({ query }) =>
      pageOf(
        world.socialAccounts.filter(
          (one) =>
            has(`${one.name} ${one.handle}`, query.search) &&
            (query.platform === undefined || one.platform === query.platform) &&
            (query.subAccountId === undefined || one.subAccountId === query.subAccountId) &&
            (query.state === undefined || hasStatus(one, query.state)),
        ),
        query,
      ),
    ),
    route(channelsApi.socialAccountNames, ({ query }) => ({
      list: world.socialAccounts
        .filter(({ id }) => query.ids.includes(id))
        .map(({ id, platform, name }) => ({ id, platform, name })),
    })),
    route(channelsApi.socialAccountSummary, () => summaryOf(world.socialAccounts)),
    route(channelsApi.addSocialAccount, ({ body }) => {
      const permitted = world.subAccounts.find(({ id }) => id === body.subAccountId)?.platforms ?? null;
      if (permitted?.includes(body.platform) === false)
        throw new FixtureRefusal('sub-account.platform-not-permitted');
      if (body.credentials.token === 'wrong')
        throw new FixtureRefusal('channel.refused', { reason: 'Unauthorized' });
      const number = 100 + world.socialAccounts.length;
      const embed = `<script async src="https://parley.example/widget.js" data-site="${sampleId(3, number)}"></script>`;
      const account = someSocialAccount({
        id: sampleId(3, number),
        platform: body.platform,
        name: body.name,
        state: 'connecting',
        embed: body.platform === 'webchat' ? embed : null,
      });
      world.socialAccounts.unshift(account);
      return account;
    }),
    switchingRoute(world),
    ...pairingRoutes(world),
    ...purgeRoutes(world),
    ...socialAccountChangeRoutes(world),
  ];
}

function hasStatus(
  { inactive, purgeAt, state }: channelsApi.SocialAccount,
  status: channelsApi.AccountStatusFilter,
): boolean {
  if (status === 'inactive') return inactive;
  return status === 'purge-announced' ? purgeAt !== null : state === status;
}

function summaryOf(accounts: readonly channelsApi.SocialAccount[]): channelsApi.SocialAccountSummary {
  const sum = (pick: (account: channelsApi.SocialAccount) => number) =>
    accounts.reduce((sofar, account) => sofar + pick(account), 0);
  const dates = accounts.flatMap(({ purgeAt }) => purgeAt ?? []).sort((a, b) => a - b);
  const refused = accounts.filter(({ enabled, state }) => enabled && state === 'refused');
  return {
    online: accounts.filter(({ state }) => state === 'online').length,
    total: accounts.length,
    inactive: accounts.filter(({ inactive }) => inactive).length,
    purge: { announced: dates.length, firstAt: dates[0] ?? null },
    refused: { total: refused.length, list: refused },
    fansToday: {
      new: sum(({ fansToday }) => fansToday.new),
      repeat: sum(({ fansToday }) => fansToday.repeat),
    },
    fansTotal: {
      new: sum(({ fansTotal }) => fansTotal.new),
      repeat: sum(({ fansTotal }) => fansTotal.repeat),
      base: sum(({ fansTotal }) => fansTotal.base),
    },
  };
}
