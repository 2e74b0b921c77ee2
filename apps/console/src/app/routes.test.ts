/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import comingSoonEnglish from '../pages/coming-soon/locales/en-US.json' with { type: 'json' };
import comingSoonChinese from '../pages/coming-soon/locales/zh-CN.json' with { type: 'json' };
import { routes, shellPages } from './routes.ts';
import { enUS, zhCN } from './testing/texts.ts';

/** The routes table of the specification, section 2, without `/`, `/redirect/:path` and "any other path". */
const specified = [
  '/login',
  '/register',
  '/workOrder/share',
  '/chatHistory/share',
  '/workplace/home',
  '/fansOperation/fansList',
  '/fansOperation/fansTag',
  '/fansOperation/streamLink',
  '/fansOperation/streamLinkReport',
  '/internalControl/chatHistory',
  '/material/config',
  '/material/quick',
  '/material/keywordMessage',
  '/promotion-manger/my-account',
  '/promotion-manger/promotion-center',
  '/promotion-manger/promotion-report',
  '/subpage/sonAccount',
  '/subpage/chatUse',
  '/subpage/chatAllocation',
  '/subpage/agentConfig',
  '/system/notification',
  '/system/notification-detail',
  '/user/info',
  '/user/setting',
  '/userCenter/userDetail',
  '/userCenter/recharge-record',
  '/workOrder/platform',
  '/workOrder/multiAccount',
];

const pathsOf = (rows: readonly { path: string }[]) => rows.map(({ path }) => path);

it('has every path of the specification exactly once', () => {
  const known = pathsOf(routes);
  expect(specified.filter((path) => !known.includes(path))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

it('guards each path as specified', () => {
  const bare = pathsOf(routes.filter(({ frame }) => frame !== 'shell'));
  expect(specified.filter((path) => bare.includes(path))).toEqual(specified.slice(0, 4));
  expect(pathsOf(shellPages.filter(({ open }) => open))).toEqual(['/fansOperation/streamLinkReport']);
  expect(pathsOf(shellPages.filter(({ hidden }) => hidden)).sort()).toEqual([
    '/fansOperation/streamLinkReport',
    '/system/notification-detail',
    '/user/info',
    '/user/setting',
  ]);
  expect(shellPages.filter(({ roles }) => roles[0] !== '*').map(({ path, roles }) => [path, roles])).toEqual([
    ['/subpage/chatAllocation', ['PRIVILEGE:B0002:B0002']],
  ]);
});

function textOf(texts: object, key: string): unknown {
  return key.split('.').reduce<unknown>((inner, part) => {
    const entry = Object.entries(inner ?? {}).find(([name]) => name === part);
    return entry?.[1];
  }, texts);
}

const english = { ...enUS, ...comingSoonEnglish };
const chinese = { ...zhCN, ...comingSoonChinese };

it.each([english, chinese])('names every page and announces those that are coming soon (%#)', (texts) => {
  const keys = routes.flatMap(({ title, later }) => (later === undefined ? [title] : [title, later]));
  expect(keys.filter((key) => typeof textOf(texts, key) !== 'string')).toEqual([]);
  const spare = Object.keys(texts.later).filter((name) => !keys.includes(`later.${name}`));
  expect(spare).toEqual([]);
});

it('documents the pages that are coming soon', () => {
  const guide = readFileSync(new URL('../../../../docs/coming-soon.md', import.meta.url), 'utf8');
  const listed = [...guide.matchAll(/^\| `(\/[^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map((row) =>
    row.slice(1),
  );
  const later = routes.flatMap(({ path, title, later: will }) =>
    will === undefined ? [] : [[path, textOf(english, title), textOf(english, will)]],
  );
  expect(listed).toEqual(later);
});
