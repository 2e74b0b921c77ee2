/** Fills a workspace with split links, one of which has visitors, and one no target for them. */
import { addSplitDomain } from '@parley/contract/split-domains';
import { createSplitLink, type SplitLinkForm, splitLinkVisits } from '@parley/contract/split-links';
import { createSplitReportShare } from '@parley/contract/split-reports';
import { subAccountPage } from '@parley/contract/sub-accounts';
import { until } from '@parley/testing';
import type { Owner } from './people.ts';
import type { Stage } from './stage.ts';

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
];

const settings = {
  eligibility: 'full',
  mode: 'sequential',
  bindsAddress: false,
  device: 'any',
  regions: [] as string[], // the form takes a mutable array
  defaultUrl: null,
  pageText: '',
  remark: '',
  expiresAt: null,
} as const;
const target = (url: string, more: Partial<SplitLinkForm['targets'][number]> = {}) => ({
  url,
  socialAccountId: null,
  weight: 1,
  dailyCap: null,
  enabled: true,
  ...more,
});

/**
 * Runs in the database: makes the writers of the workspace's first messages visitors of the link to the shop's
 * websites, day after day, and every third one another agent's.
 */
const conversionsOf = (linkId: string) => `
  insert into split_conversions (workspace_id, visit_id, split_link_id, target_id, visit_at, url, social_account_id,
      sub_account_id, fan_id, message_id, verdict, at)
    select v.workspace_id, gen_random_uuid(), t.split_link_id, t.id, v.at - interval '3 minutes', t.url, v.social_account_id,
      case when v.place % 3 = 0 then other.id else v.sub_account_id end, v.fan_id, gen_random_uuid(),
      case v.place when 2 then 'repeat' when 4 then 'known' else 'new' end, v.at
    from split_targets t
    join lateral (select f.*, now() - (f.place - 1) * interval '25 hours' as at
      from (select d.*, row_number() over (order by d.decided_at) as place from fan_verdicts d
        where d.workspace_id = t.workspace_id and d.platform = 'webchat') f) v on true
    join lateral (select id from sub_accounts a where a.workspace_id = t.workspace_id and a.id <> v.sub_account_id
      order by a.is_default, a.created_at desc limit 1) other on true
    where t.split_link_id = '${linkId}' and t.social_account_id is null`;

export type SplitPaths = {
  /** Path of the shared report. */
  reportPath: string;
  /** Path of a short link that has no target for its visitors. */
  contactPath: string;
};

export async function fillSplitLinks({ server }: Stage, { client }: Owner): Promise<SplitPaths> {
  const footer = await client.call(createSplitLink, {
    body: {
      ...settings,
      name: 'Website footer',
      platform: 'whatsapp',
      defaultUrl: 'https://shop.example/contact',
      targets: [target('https://wa.me/15551234567', { enabled: false })],
    },
  });
  const { list: agents } = await client.call(subAccountPage, { query: { pageSize: 2 } });
  await client.call(addSplitDomain, { body: { domain: 'go.shop.example' } });
  const websites = await client.call(createSplitLink, {
    body: {
      ...settings,
      name: 'Shop websites',
      platform: 'webchat',
      eligibility: 'online',
      targets: [target('https://shop.example/chat')],
      sources: agents.map(({ id: agent }) => ({ kind: 'sub-account' as const, id: agent, dailyCap: 200 })),
    },
  });
  await server.age(conversionsOf(websites.id));
  const closed = await client.call(createSplitLink, {
    body: {
      ...settings,
      name: 'Shop window',
      platform: 'line',
      pageText: 'Volvemos a las nueve.',
      targets: [target('https://line.me/R/ti/p/@shop', { enabled: false })],
    },
  });
  const { id, url } = await client.call(createSplitLink, {
    body: {
      ...settings,
      name: 'Spring campaign',
      platform: 'telegram',
      pageText: 'Volvemos a las nueve.',
      remark: 'Leaflet in May',
      targets: [
        target('https://t.me/shop_ana', { weight: 2, dailyCap: 500 }),
        target('https://t.me/shop_ben'),
      ],
    },
  });
  for (const agent of [...browsers, ...browsers])
    await fetch(url, { redirect: 'manual', headers: { 'user-agent': agent } });
  await until('the visits are recorded', async () => {
    const { list } = await client.call(splitLinkVisits, { query: { splitLinkId: id } });
    return list.length === 4;
  });
  await leaveContacts(url);
  // No one has an account on its platform, so all desks see these.
  await leaveContacts(footer.url);
  const { share } = await client.call(createSplitReportShare, { body: { splitLinkId: id, validDays: 30 } });
  return { reportPath: share?.path ?? '', contactPath: new URL(closed.url).pathname };
}

/** Returns the path of a report with a visitor from a known country, on a server behind a proxy on this machine. */
export async function shareForeignVisit({ client }: Owner): Promise<string> {
  const { id, url } = await client.call(createSplitLink, {
    body: {
      ...settings,
      name: 'Summer campaign',
      platform: 'telegram',
      targets: [target('https://t.me/shop_cat')],
    },
  });
  const headers = { 'user-agent': browsers[0] ?? '', 'x-forwarded-for': '8.8.8.8' };
  await fetch(url, { redirect: 'manual', headers });
  await until('the visit is recorded', async () => {
    const { list } = await client.call(splitLinkVisits, { query: { splitLinkId: id } });
    return list.length === 1;
  });
  const { share } = await client.call(createSplitReportShare, { body: { splitLinkId: id, validDays: null } });
  return share?.path ?? '';
}

/** Contacts as left by visitors, each in its language. */
const contacts = [
  ['es', { name: 'Lucía', contact: '+34 600 000 000', message: '¿Tienen camisas azules de la talla M?' }],
  ['de', { name: '', contact: 'jonas@mail.example', message: '' }],
  ['zh', { name: '张伟', contact: '微信 zhangwei_88', message: '请问可以批发吗？大概需要两百件。' }],
] as const;

async function leaveContacts(url: string): Promise<void> {
  for (const [language, form] of contacts)
    await fetch(url, {
      method: 'POST',
      headers: { 'accept-language': language },
      body: new URLSearchParams(form),
    });
}
