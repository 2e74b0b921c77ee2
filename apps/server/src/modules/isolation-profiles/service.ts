import type { InterfaceLanguage } from '@parley/contract';
import type { IsolationProfile } from '@parley/contract/isolation-profiles';
import { type Database, type Handle, type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import { fieldMessages } from '../../base/http/field-messages.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { ProfileRow } from '../../schema/isolation-profiles.ts';
import { changesOf, record } from '../audit/index.ts';
import { regionOf } from '../proxies/index.ts';
import type { RandomSource } from './devices.ts';
import {
  drawProfile,
  type IsolationSettings,
  initialProfile,
  type TrafficExit,
  warningsOf,
} from './profiles.ts';
import { canonicalLanguage, canonicalZone, knownRegion } from './regions.ts';
import * as store from './store.ts';

export type IsolationDeps = {
  database: Database;
  random: RandomSource;
};

/** Returns an account's profile. Throws `resource.not-found`. */
export async function getProfile(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<IsolationProfile> {
  const exit = await exitOf(handle, workspaceId, socialAccountId);
  const row = await store.readProfile(handle, workspaceId, socialAccountId);
  // A profile that was never stored follows the account's egress; a stored one is changed only by its owner.
  const settings = row === null ? initialProfile(socialAccountId, exit) : settingsOf(row);
  return answer(socialAccountId, settings, exit, row?.version ?? 0);
}

/**
 * Stores a profile. Throws `resource.not-found`, `resource.stale`, and `request.invalid` for an unknown zone or
 * language.
 */
export async function updateProfile(
  { database }: Pick<IsolationDeps, 'database'>,
  workspaceId: WorkspaceId,
  change: IsolationSettings & { socialAccountId: string; version: number },
  language: InterfaceLanguage,
  origin: RequestOrigin,
): Promise<IsolationProfile> {
  const { socialAccountId, version, ...given } = change;
  return transaction(database, async (tx) => {
    const exit = await exitOf(tx, workspaceId, socialAccountId);
    const settings = understood(given, language);
    const before = await getProfile(tx, workspaceId, socialAccountId);
    const row = await store.saveProfile(tx, workspaceId, socialAccountId, version, valuesOf(settings));
    if (row === null) throw new AppError('resource.stale');
    await record(tx, origin, {
      action: 'isolation-profile.changed',
      object: { kind: 'social-account', id: socialAccountId },
      details: changesOf(inWords(before), inWords(settingsOf(row))),
    });
    return answer(socialAccountId, settingsOf(row), exit, row.version);
  });
}

/** Returns the settings for the audit log, without the noise, which is only a seed. */
function inWords({ userAgent, languages, timeZone, screen, webRtc }: IsolationSettings) {
  const { width, height, pixelRatio } = screen;
  return { userAgent, languages, timeZone, screen: `${width} × ${height}, ${pixelRatio}`, webRtc };
}

/** Returns another device for the account, with the version that it would replace. Throws `resource.not-found`. */
export async function suggestProfile(
  { database, random }: IsolationDeps,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<IsolationProfile> {
  const exit = await exitOf(database, workspaceId, socialAccountId);
  const row = await store.readProfile(database, workspaceId, socialAccountId);
  return answer(socialAccountId, drawProfile(random, exit), exit, row?.version ?? 0);
}

/**
 * Deletes profiles; must run before the sub-account's social accounts are deleted. Returns true when there may be more.
 */
export async function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  const limit = 5_000;
  return (await store.deleteOfSubAccount(tx, workspaceId, subAccountId, limit)) === limit;
}

/** Deletes the profile; must run before the social account itself is deleted. */
export async function deleteAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean> {
  await store.deleteOfAccount(tx, workspaceId, socialAccountId);
  return false;
}

async function exitOf(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<TrafficExit> {
  const proxied = assertFound(await store.usesProxy(handle, workspaceId, socialAccountId));
  const region = proxied ? await regionOf(handle, workspaceId, socialAccountId) : null;
  return { proxied, region: knownRegion(region) };
}

/**
 * Returns the settings as browsers spell them. Throws `request.invalid` with the fields that browsers would not
 * understand.
 */
function understood(settings: IsolationSettings, language: InterfaceLanguage): IsolationSettings {
  const timeZone = canonicalZone(settings.timeZone);
  const languages = settings.languages.map(canonicalLanguage);
  const issues = languages.flatMap((one, at) =>
    one === null ? [refused(['languages', at], 'unknown-language')] : [],
  );
  if (timeZone === null) issues.push(refused(['timeZone'], 'unknown-time-zone'));
  if (timeZone === null || issues.length > 0)
    throw new AppError('request.invalid', { fields: fieldMessages(issues, language) });
  return { ...settings, timeZone, languages: [...new Set(languages.filter((one) => one !== null))] };
}

const refused = (path: (string | number)[], rule: string) => ({
  code: 'custom' as const,
  path,
  message: '',
  params: { rule },
});

function answer(
  socialAccountId: string,
  settings: IsolationSettings,
  exit: TrafficExit,
  version: number,
): IsolationProfile {
  return { socialAccountId, ...settings, region: exit.region, warnings: warningsOf(settings, exit), version };
}

function valuesOf({ screen, ...settings }: IsolationSettings): store.StoredIsolationProfile {
  const { width: screenWidth, height: screenHeight, pixelRatio } = screen;
  return { ...settings, screenWidth, screenHeight, pixelRatio };
}

function settingsOf(row: ProfileRow): IsolationSettings {
  const { userAgent, languages, timeZone, webRtc, canvasNoise, audioNoise } = row;
  const screen = { width: row.screenWidth, height: row.screenHeight, pixelRatio: row.pixelRatio };
  return { userAgent, languages, timeZone, screen, webRtc, canvasNoise, audioNoise };
}
