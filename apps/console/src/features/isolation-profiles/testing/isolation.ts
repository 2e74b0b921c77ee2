/** The isolation profiles of a workspace, in memory, and how its social accounts connect to their platforms. */

import * as channelsApi from '@parley/contract/channels';
import * as isolationProfilesApi from '@parley/contract/isolation-profiles';
import type * as proxiesApi from '@parley/contract/proxies';
import { FixtureRefusal, getItem, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId } from '../../../lib/testing/samples.ts';

type Profile = isolationProfilesApi.IsolationProfile;

export type IsolationWorld = {
  socialAccounts: channelsApi.SocialAccount[];
  proxies: readonly proxiesApi.StoredProxy[];
  /** The changed profiles by social account. */
  isolationProfiles: Map<string, Profile>;
};

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/158.0.0.0 Safari/537.36';

export function someProfile(given: Partial<Profile> = {}): Profile {
  return {
    socialAccountId: sampleId(3, 1),
    userAgent: chrome,
    languages: ['de-DE', 'de', 'en-US', 'en'],
    timeZone: 'Europe/Berlin',
    screen: { width: 1536, height: 864, pixelRatio: 1.25 },
    webRtc: 'proxy' as const,
    canvasNoise: 3_525_634_835,
    audioNoise: 623_256_899,
    region: 'DE',
    warnings: [],
    version: 0,
    ...given,
  };
}

/** A profile that no longer fits, as its proxy was moved from Germany to Mexico. */
export const mismatchedProfile = someProfile({
  socialAccountId: sampleId(3, 2),
  region: 'MX',
  version: 4,
  webRtc: 'real',
  warnings: ['time-zone-not-of-region', 'language-not-of-region', 'web-rtc-tells-address'],
});

const homes: Readonly<Record<string, Pick<Profile, 'languages' | 'timeZone'>>> = {
  DE: { languages: ['de-DE', 'de', 'en-US', 'en'], timeZone: 'Europe/Berlin' },
  MX: { languages: ['es-419', 'es'], timeZone: 'America/Mexico_City' },
};

/** Returns warnings for Germany, Mexico and one screen size only; the server's rules are tested there. */
function warningsOf({ region, ...profile }: Profile): Profile['warnings'] {
  const home = region === null ? undefined : homes[region];
  const found: [Profile['warnings'][number], boolean][] = [
    ['time-zone-not-of-region', home !== undefined && home.timeZone !== profile.timeZone],
    ['language-not-of-region', home !== undefined && home.languages[0] !== profile.languages[0]],
    ['screen-not-of-device', profile.screen.width !== 1_536],
    ['user-agent-unknown', !profile.userAgent.startsWith('Mozilla/5.0')],
    ['web-rtc-tells-address', region !== null && profile.webRtc === 'real'],
  ];
  return found.filter(([, holds]) => holds).map(([warning]) => warning);
}

function account(world: IsolationWorld, id: string): channelsApi.SocialAccount {
  return getItem(world.socialAccounts, (candidate) => candidate.id === id);
}

function profileOf(world: IsolationWorld, socialAccountId: string): Profile {
  const { proxy } = account(world, socialAccountId);
  const region = world.proxies.find(({ id }) => id === proxy.id)?.region ?? null;
  const kept = world.isolationProfiles.get(socialAccountId);
  return kept ?? { ...someProfile({ socialAccountId }), region, ...(region === null ? {} : homes[region]) };
}

function isolationOnly(world: IsolationWorld): Route[] {
  return [
    route(isolationProfilesApi.getIsolationProfile, ({ query }) => profileOf(world, query.socialAccountId)),
    route(isolationProfilesApi.updateIsolationProfile, ({ body: { version, ...settings } }) => {
      const before = profileOf(world, settings.socialAccountId);
      if (before.version !== version) throw new FixtureRefusal('resource.stale');
      const after = { ...before, ...settings, version: version + 1 };
      const saved = { ...after, warnings: warningsOf(after) };
      world.isolationProfiles.set(settings.socialAccountId, saved);
      return saved;
    }),
    route(isolationProfilesApi.suggestIsolationProfile, ({ body: { socialAccountId } }) => {
      const { region, version } = profileOf(world, socialAccountId);
      const there = region === null ? { languages: ['en-US', 'en'], timeZone: 'UTC' } : homes[region];
      return someProfile({ socialAccountId, region, version, ...there, canvasNoise: 77, audioNoise: 78 });
    }),
  ];
}

export function isolationRoutes(world: IsolationWorld): Route[] {
  return [
    ...isolationOnly(world),
    route(channelsApi.setSocialAccountProxy, ({ body: { socialAccountId, mode, proxyId } }) => {
      const found = account(world, socialAccountId);
      const usable = world.proxies.filter(
        ({ range, subAccountIds }) => range === 'all' || subAccountIds.includes(found.subAccountId),
      );
      const chosen = world.proxies.find(({ id }) => id === proxyId);
      if (mode === 'chosen' && chosen === undefined) throw new FixtureRefusal('proxy.not-found');
      if (chosen !== undefined && !usable.includes(chosen)) throw new FixtureRefusal('proxy.not-for-account');
      const way = mode === 'auto' ? usable[0] : chosen;
      found.proxy = { mode, id: way?.id ?? null, name: way?.name ?? null };
      found.state = found.enabled ? 'connecting' : 'offline';
      found.stateReason = null;
      return found;
    }),
  ];
}
