/** The split links of a workspace, in memory. */
import * as api from '@parley/contract/split-links';
import * as reportsApi from '@parley/contract/split-reports';
import { FixtureRefusal, getItem, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export const someTarget = (given: Partial<api.SplitTarget> = {}): api.SplitTarget => ({
  id: sampleId(81, 1),
  url: 'https://t.me/ana',
  socialAccountId: null,
  socialAccountName: null,
  online: null,
  weight: 1,
  dailyCap: null,
  enabled: true,
  visits: 12,
  conversions: 4,
  newFans: 3,
  takenToday: null,
  ...given,
});

export const someSplitLink = (given: Partial<api.SplitLink> = {}): api.SplitLink => ({
  id: sampleId(80, 1),
  emailAddress: 'owner@shop.example',
  name: 'Spring campaign',
  code: 'q7rk2mtx',
  url: 'https://parley.example/s/q7rk2mtx',
  platform: 'telegram',
  eligibility: 'full',
  mode: 'sequential',
  bindsAddress: false,
  tracksFans: true,
  device: 'any',
  domainId: null,
  domain: null,
  regions: [],
  defaultUrl: null,
  pageText: '',
  previewTitle: '',
  previewText: '',
  previewImageUrl: null,
  remark: 'Leaflet',
  enabled: true,
  expiresAt: null,
  targetCount: 1,
  availableCount: 1,
  visits: 12,
  visitsToday: 3,
  conversions: 4,
  newFans: 3,
  contacts: 1,
  version: 1,
  createdAt: sampleTime,
  targets: [someTarget()],
  sources: [],
  accounts: [],
  followedTargets: [],
  ...given,
});

export type SplitLinkWorld = {
  links: api.SplitLink[];
  visits: api.SplitVisit[];
  conversions: api.SplitConversion[];
  agents: api.AgentConversions[];
  contacts: api.SplitContact[];
  /** Sources by the id of the sub-account or work order. */
  sources: Record<string, Pick<api.PreviewedSource, 'name' | 'state' | 'accounts'>>;
  /** The lines of any uploaded file. */
  fileLines: string[];
  share: reportsApi.SplitReportShare | null;
  addresses: reportsApi.StoredAddresses;
};

const someAgents = (): api.AgentConversions[] => [
  {
    subAccountId: sampleId(85, 1),
    name: 'Ana',
    conversions: 3,
    newFans: 2,
    repeatFans: 1,
    days: [{ day: '2026-03-02', conversions: 3, newFans: 2, repeatFans: 1 }],
  },
  {
    subAccountId: sampleId(85, 2),
    name: null,
    conversions: 1,
    newFans: 0,
    repeatFans: 0,
    days: [{ day: '2026-02-10', conversions: 1, newFans: 0, repeatFans: 0 }],
  },
];

export const splitLinkWorld = (links = [someSplitLink()]): SplitLinkWorld => ({
  links,
  sources: {},
  fileLines: [],
  share: null,
  addresses: 'whole',
  visits: [
    {
      id: sampleId(82, 1),
      at: sampleTime,
      outcome: 'target',
      url: 'https://t.me/ana',
      address: '203.0.113.7',
      userAgent: 'Mozilla/5.0 (Android 16; Mobile) Ladybird/1.0',
      device: 'mobile',
      system: 'Android',
      browser: 'other',
      country: 'ES',
      city: 'Madrid',
    },
  ],
  conversions: [
    {
      id: sampleId(82, 1),
      at: sampleTime,
      visitedAt: sampleTime,
      url: 'https://t.me/ana',
      socialAccountName: 'Shop Ana',
      subAccountName: 'Ana',
      fanId: sampleId(84, 1),
      fanName: 'Marta',
      verdict: 'new',
    },
  ],
  agents: someAgents(),
  contacts: [
    {
      id: sampleId(83, 1),
      at: sampleTime,
      name: 'Lucía',
      contact: '+34 600 000 000',
      message: '¿Hola?',
      state: 'open',
    },
  ],
});

const listed = ({
  bindsAddress: _b,
  tracksFans: _f,
  device: _d,
  regions: _r,
  defaultUrl: _u,
  pageText: _p,
  previewTitle: _pt,
  previewText: _px,
  previewImageUrl: _pi,
  targets: _t,
  sources: _s,
  accounts: _a,
  followedTargets: _ft,
  ...link
}: api.SplitLink) => link;

const sourcesOf = (world: SplitLinkWorld, sources: api.SplitLinkForm['sources']) =>
  sources.map((source) => ({ ...sourceOf(world, source), ...source }));

const targetsOf = (targets: api.SplitLinkForm['targets']) =>
  targets.map((target, at) =>
    someTarget({ ...target, id: sampleId(81, at + 1), visits: 0, conversions: 0, newFans: 0 }),
  );

export function splitLinkRoutes(world: SplitLinkWorld): Route[] {
  const one = (id: string) =>
    getItem(world.links, (candidate) => candidate.id === id, 'split-link.not-found');
  const unique = (name: string, but?: string) => {
    if (world.links.some(({ id, name: other }) => id !== but && other === name))
      throw new FixtureRefusal('split-link.name-taken');
  };
  return [
    route(api.splitLinkPage, ({ query }) => {
      const matching = world.links.filter(
        ({ name, platform, enabled }) =>
          has(name, query.search) &&
          (query.platform ?? platform) === platform &&
          (query.enabled ?? enabled) === enabled,
      );
      return pageOf(matching.map(listed), query);
    }),
    route(api.getSplitLink, ({ query }) => one(query.splitLinkId)),
    route(api.createSplitLink, ({ body }) => {
      unique(body.name);
      const id = sampleId(80, world.links.length + 1);
      const link = someSplitLink({
        ...body,
        id,
        targets: targetsOf(body.targets),
        sources: sourcesOf(world, body.sources),
        visits: 0,
        visitsToday: 0,
        conversions: 0,
        newFans: 0,
      });
      world.links.unshift(link);
      return link;
    }),
    route(api.updateSplitLink, ({ body: { splitLinkId, version, ...form } }) => {
      const link = one(splitLinkId);
      if (link.version !== version) throw new FixtureRefusal('resource.stale');
      unique(form.name, splitLinkId);
      const [targets, sources] = [targetsOf(form.targets), sourcesOf(world, form.sources)];
      return Object.assign(link, form, { version: version + 1, targets, sources });
    }),
    route(api.enableSplitLinks, ({ body }) => {
      const changed = body.ids.map(one).filter(({ enabled }) => enabled !== body.enabled);
      for (const link of changed) link.enabled = body.enabled;
      return { changed: changed.length };
    }),
    route(api.deleteSplitLinks, ({ body }) => {
      body.ids.forEach(one);
      world.links = world.links.filter(({ id }) => !body.ids.includes(id));
      return { changed: body.ids.length };
    }),
    ...bulkRoutes(world),
    ...recordRoutes(world),
    ...reportRoutes(world),
  ];
}

const sourceOf = ({ sources }: SplitLinkWorld, { kind, id }: { kind: api.SplitSourceKind; id: string }) => ({
  kind,
  id,
  ...(sources[id] ?? { name: null, state: 'gone' as const, accounts: [] }),
});

function bulkRoutes(world: SplitLinkWorld): Route[] {
  const isAmong = (names: readonly string[], name: string) =>
    names.some((one) => one.toLowerCase() === name.toLowerCase());
  const taken = (name: string) =>
    isAmong(
      world.links.map((link) => link.name),
      name,
    );
  return [
    route(api.previewSplitSources, ({ body }) => ({
      list: body.sources.map((source) => sourceOf(world, source)),
    })),
    route(api.checkSplitLinkNames, ({ body: { names } }) => ({
      taken: names.flatMap((name, at) => (taken(name) || isAmong(names.slice(0, at), name) ? [at] : [])),
      left: api.splitLinkLimits.workspace - world.links.length,
    })),
    route(api.readSplitLinkFile, () => ({ lines: world.fileLines, more: false })),
    route(api.createSplitLinks, ({ body: { links } }) => {
      if (links.some(({ name }) => taken(name))) throw new FixtureRefusal('split-link.name-taken');
      const made = links.map(({ name, urls }, at) =>
        someSplitLink({
          name,
          id: sampleId(80, world.links.length + at + 1),
          code: `many${at}`,
          url: `https://parley.example/s/many${at}`,
          targetCount: urls.length,
        }),
      );
      world.links.unshift(...made);
      return { list: made.map(listed) };
    }),
  ];
}

const recordRoutes = ({ visits, conversions, agents, contacts }: SplitLinkWorld): Route[] => [
  route(api.splitLinkVisits, () => ({ list: visits, nextCursor: null })),
  route(api.splitLinkConversions, () => ({ list: conversions, nextCursor: null })),
  // The second agent's day is outside the last seven.
  route(api.splitLinkAgents, ({ query: { days } }) => ({
    list: days === '7' ? agents.slice(0, 1) : agents,
  })),
  route(api.splitLinkContacts, () => ({ list: contacts, nextCursor: null })),
];

function reportRoutes(world: SplitLinkWorld): Route[] {
  const changed = (change: Partial<reportsApi.SplitReportShare>) => {
    if (world.share === null) throw new FixtureRefusal('split-report.not-found');
    world.share = { ...world.share, ...change };
    return { share: world.share };
  };
  return [
    route(reportsApi.getSplitReportShare, () => ({ share: world.share })),
    route(reportsApi.createSplitReportShare, ({ body: { validDays } }) => {
      world.share = {
        path: '/fansOperation/streamLinkReport?share=token',
        status: 'enabled',
        validDays,
        createdAt: sampleTime,
        expiresAt: null,
        opens: 0,
        lastOpenedAt: null,
      };
      return { share: world.share };
    }),
    route(reportsApi.setSplitReportShareEnabled, ({ body }) =>
      changed({ status: body.enabled ? 'enabled' : 'disabled' }),
    ),
    route(reportsApi.cancelSplitReportShare, () => changed({ status: 'cancelled' })),
    route(reportsApi.openSplitReport, () => ({ path: '/fansOperation/streamLinkReport?share=pass' })),
    route(reportsApi.getSplitLinkSettings, () => ({
      addresses: world.addresses,
      knows: 'countries' as const,
    })),
    route(reportsApi.updateSplitLinkSettings, ({ body }) => {
      world.addresses = body.addresses;
      return null;
    }),
  ];
}
