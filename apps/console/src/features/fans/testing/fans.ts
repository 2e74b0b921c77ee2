/** The fans of a workspace, in memory, with their tags and one merge. */
import * as fanTagsApi from '@parley/contract/fan-tags';
import * as fansApi from '@parley/contract/fans';
import { FixtureRefusal, getItem, has, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export type FanWorld = {
  fans: fansApi.Fan[];
  fanTags: fanTagsApi.FanTag[];
  fanEvents: fansApi.FanEvent[];
  /** The notes of each fan. */
  fanNotes: { alias: string; phone: string; note: string; version: number };
  fanTagging: fanTagsApi.FanTagging | null;
};

export function someFan(given: Partial<fansApi.Fan> = {}): fansApi.Fan {
  return {
    id: sampleId(30, 1),
    fanId: sampleId(31, 1),
    type: 'new',
    nickname: 'Marta',
    account: '5550123',
    handle: 'marta_r',
    link: 'https://t.me/marta_r',
    phone: '',
    alias: '',
    note: '',
    platform: 'telegram',
    subAccountId: sampleId(4, 1),
    subAccountName: 'Ann',
    socialAccountId: sampleId(3, 1),
    socialAccountName: 'Web shop',
    grownAt: sampleTime,
    lastActiveAt: sampleTime,
    active: true,
    firstLoginAt: sampleTime,
    onlineSince: null,
    tagIds: [sampleId(32, 1)],
    ...given,
  };
}

const someTag = (given: Partial<fanTagsApi.FanTag> = {}): fanTagsApi.FanTag => ({
  id: sampleId(32, 1),
  name: 'VIP',
  colour: 'gold',
  uses: 3,
  version: 1,
  createdAt: sampleTime,
  ...given,
});

export const fanWorld = (): FanWorld => ({
  fans: [
    someFan(),
    someFan({
      id: sampleId(30, 2),
      fanId: sampleId(31, 2),
      nickname: '张伟',
      type: 'repeat',
      link: null,
      handle: '',
      tagIds: [],
    }),
  ],
  fanTags: [someTag(), someTag({ id: sampleId(32, 2), name: '批发', colour: 'blue', uses: 0 })],
  fanNotes: { alias: '', phone: '', note: '', version: 0 },
  fanTagging: null,
  fanEvents: [
    {
      id: sampleId(33, 1),
      at: sampleTime,
      kind: 'merge',
      mergeId: sampleId(33, 1),
      keptFanId: sampleId(31, 1),
      keptName: 'Marta',
      mergedFanId: sampleId(31, 3),
      mergedName: 'M. R.',
      reason: 'manual',
      by: 'owner',
      undone: false,
    },
    {
      id: sampleId(30, 1),
      at: sampleTime,
      kind: 'verdict',
      socialAccountId: sampleId(3, 1),
      socialAccountName: 'Web shop',
      subAccountId: sampleId(4, 1),
      subAccountName: 'Ann',
      platform: 'telegram',
      rowId: sampleId(30, 1),
      verdict: 'repeat',
      rule: 'seen',
      scope: 'workspace',
      matched: {
        rowId: sampleId(30, 9),
        fanId: sampleId(31, 9),
        at: sampleTime - 86_400_000,
        socialAccountName: 'Market',
        subAccountName: 'Ben',
        platform: 'telegram',
      },
      library: '',
      libraryId: null,
    },
  ],
});

const matching = (world: FanWorld, { search, types }: fansApi.FanFilters) =>
  world.fans.filter(
    ({ nickname, type }) => has(nickname, search) && (types === undefined || types.includes(type)),
  );

const identityOf = ({ fanId, platform, account, handle }: fansApi.Fan) => ({
  id: sampleId(34, 1),
  platform,
  account,
  handle,
  link: null,
  ownFanId: fanId,
  knownSince: sampleTime,
});

export const fanRoutes = (world: FanWorld): Route[] => [
  route(fansApi.fanPage, ({ query: { cursor = '0', pageSize, ...filters } }) => {
    const rest = matching(world, filters).slice(Number(cursor));
    const nextCursor = rest.length > pageSize ? String(Number(cursor) + pageSize) : null;
    return { list: rest.slice(0, pageSize), nextCursor };
  }),
  route(fansApi.countFans, ({ query }) => ({ count: matching(world, query).length, more: false })),
  route(fansApi.getFan, ({ query: { fanId } }) => {
    const fan = getItem(world.fans, (one) => one.fanId === fanId, 'fan.not-found');
    return {
      fanId,
      nickname: fan.nickname,
      firstSeenAt: sampleTime,
      identities: [identityOf(fan)],
      rows: [{ ...fan, link: null, conversationId: sampleId(7, 1) }],
    };
  }),
  route(fansApi.fanLog, () => ({ list: world.fanEvents, nextCursor: null })),
  route(fansApi.getFanProfile, () => ({ ...world.fanNotes, shared: true })),
  route(fansApi.updateFan, ({ body: { rowId, version, shared, ...noted } }) => {
    const fan = getItem(world.fans, ({ id }) => id === rowId, 'fan.not-found');
    if (version !== world.fanNotes.version) throw new FixtureRefusal('resource.stale');
    Object.assign(fan, noted);
    world.fanNotes = { ...noted, version: version + 1 };
    return { ...world.fanNotes, shared };
  }),
  route(fansApi.previewMerge, () => ({
    keptName: 'Marta',
    mergedName: '张伟',
    recounts: [
      {
        rowId: sampleId(30, 2),
        socialAccountName: 'Web shop',
        subAccountName: 'Ann',
        platform: 'telegram' as const,
        at: sampleTime,
        from: 'new' as const,
        to: 'repeat' as const,
      },
    ],
  })),
  route(fansApi.mergeFans, ({ body: { mergedFanId } }) => {
    world.fans = world.fans.filter(({ fanId }) => fanId !== mergedFanId);
    return { mergeId: sampleId(33, 2) };
  }),
  route(fansApi.undoMerge, () => {
    world.fanEvents = world.fanEvents.map((event) =>
      event.kind === 'merge' ? { ...event, undone: true } : event,
    );
    return {};
  }),
  ...tagRoutes(world),
];

const tagRoutes = (world: FanWorld): Route[] => [
  route(fanTagsApi.listFanTags, () => ({ list: world.fanTags })),
  route(fanTagsApi.createFanTag, ({ body }) => {
    const tag = someTag({ id: sampleId(32, 10 + world.fanTags.length), ...body, uses: 0 });
    world.fanTags.push(tag);
    return tag;
  }),
  route(fanTagsApi.updateFanTag, ({ body: { tagId, version, ...form } }) => {
    const tag = getItem(world.fanTags, ({ id }) => id === tagId, 'fan-tag.not-found');
    if (tag.version !== version) throw new FixtureRefusal('resource.stale');
    return Object.assign(tag, form, { version: version + 1 });
  }),
  route(fanTagsApi.deleteFanTag, ({ body: { tagId } }) => {
    world.fanTags = world.fanTags.filter(({ id }) => id !== tagId);
    return {};
  }),
  route(fanTagsApi.mergeFanTags, ({ body: { tagId } }) => {
    world.fanTags = world.fanTags.filter(({ id }) => id !== tagId);
    return {};
  }),
  route(fanTagsApi.applyFanTags, ({ body: { rowIds, add, remove } }) => {
    for (const fan of world.fans.filter(({ id }) => rowIds.includes(id)))
      fan.tagIds = [...new Set([...fan.tagIds.filter((id) => !remove.includes(id)), ...add])];
    return { changed: rowIds.length };
  }),
  ...taggingRoutes(world),
];

const taggingRoutes = (world: FanWorld): Route[] => [
  route(fanTagsApi.startFanTagging, ({ body: { requestId, filters } }) => {
    world.fanTagging = {
      id: requestId,
      state: 'running',
      failure: null,
      expected: matching(world, filters).length,
      checked: 0,
      changed: 0,
      skipped: 0,
      createdAt: sampleTime,
      endedAt: null,
    };
    return world.fanTagging;
  }),
  route(fanTagsApi.latestFanTagging, () => world.fanTagging),
  route(fanTagsApi.cancelFanTagging, () => {
    const running = world.fanTagging;
    if (running === null) throw new FixtureRefusal('fan-tagging.not-found');
    world.fanTagging = { ...running, state: 'cancelled', endedAt: sampleTime };
    return world.fanTagging;
  }),
];
