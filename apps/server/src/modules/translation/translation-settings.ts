import type { EffectiveTranslationSettings, TranslationSettings } from '@parley/contract/conversations';
import type { SettingsOrigins } from '@parley/contract/translation';
import type { Handle, Tx } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { type SettingsLevel, settingsLevels } from '../../schema/translation.ts';
import { defaultLineId } from './engines-config.ts';
import {
  type ChatName,
  type OwnSettings,
  type SettingsSubject,
  settingsOf,
  settingsOfChats,
  settingsOfMessages,
} from './queries.ts';
import type { RunningEngines } from './running-engines.ts';
import { clearSettings, storeSettings } from './store.ts';

/** The specification's defaults, which apply if no level sets a value. */
const defaultSettings: EffectiveTranslationSettings = {
  translationMode: defaultLineId,
  receiveTranslationEnable: true,
  receiveSourceLanguage: 'auto',
  receiveTargetLanguage: 'zh-CN',
  sendTranslationEnable: true,
  sendTargetLanguage: 'auto',
};

/** The levels that apply to a message; omitted ones have no settings. */
export type SettingsPlace = {
  workspaceId: WorkspaceId;
  conversationId?: string;
  socialAccountId?: string;
  subAccountId?: string;
};

export type StoredTranslationSettings = {
  /** Returns the effective settings at a place, resolved over all levels; one query. */
  resolveSettings(handle: Handle, place: SettingsPlace): Promise<EffectiveTranslationSettings>;
  /** Returns a resolver for chats of any workspaces, whose conversations needn't be known; one query for all. */
  settingsOfChats(
    handle: Handle,
    chats: readonly ChatName[],
  ): Promise<(place: SettingsPlace) => EffectiveTranslationSettings>;
  /** Returns a resolver for messages, which needn't be known; one query for all. */
  settingsOfMessages(
    handle: Handle,
    names: readonly { workspaceId: WorkspaceId; messageId: string }[],
  ): Promise<(place: SettingsPlace) => EffectiveTranslationSettings>;
  /**
   * Returns the settings that would apply to a level at a place if it set nothing, and the level that each comes from; one query.
   */
  inheritedSettings(
    handle: Handle,
    place: SettingsPlace,
    level: SettingsLevel,
  ): Promise<{ settings: EffectiveTranslationSettings; from: SettingsOrigins }>;
  /** Returns the own settings of one subject, or null. */
  ownSettings(
    handle: Handle,
    workspaceId: WorkspaceId,
    subject: SettingsSubject,
  ): Promise<TranslationSettings | null>;
  /**
   * Sets a subject's own settings; null, or settings without values, restore the inherited ones. Throws
   * `translation.line-unknown`. The languages have been validated by the contract.
   */
  putSettings(
    tx: Tx,
    workspaceId: WorkspaceId,
    subject: SettingsSubject,
    settings: TranslationSettings | null,
  ): Promise<void>;
};

type Lines = Pick<RunningEngines, 'lines' | 'lineOrDefault'>;

export function createSettings(lines: Lines): StoredTranslationSettings {
  const inForce = (ordered: readonly (OwnSettings | undefined)[]) => {
    const settings = nearest(ordered);
    // The chosen line may have been removed from the configuration since.
    return { ...settings, translationMode: lines.lineOrDefault(settings.translationMode).id };
  };
  const resolverOf = (rows: readonly OwnSettings[]) => {
    const known = byName(rows);
    return (place: SettingsPlace) => inForce(subjectsAt(place).map((subject) => known.get(nameOf(subject))));
  };
  return {
    async resolveSettings(handle, place) {
      return resolverOf(await settingsOf(handle, subjectsAt(place)))(place);
    },
    async settingsOfChats(handle, chats) {
      return resolverOf(await settingsOfChats(handle, chats));
    },
    async settingsOfMessages(handle, names) {
      return resolverOf(await settingsOfMessages(handle, names));
    },
    async inheritedSettings(handle, place, level) {
      const own = settingsLevels.indexOf(level);
      const above = subjectsAt(place).filter((subject) => settingsLevels.indexOf(subject.level) > own);
      const rows = byName(await settingsOf(handle, above));
      const ordered = above.map((subject) => rows.get(nameOf(subject)));
      return { settings: inForce(ordered), from: originsOf(ordered) };
    },
    async ownSettings(handle, workspaceId, subject) {
      const [row] = await settingsOf(handle, [{ workspaceId, ...subject }]);
      if (row === undefined) return null;
      const { workspaceId: _, level: __, subjectId: ___, ...settings } = row;
      return settings;
    },
    async putSettings(tx, workspaceId, subject, settings) {
      if (settings === null || Object.values(settings).every((value) => value === null)) {
        await clearSettings(tx, workspaceId, subject);
        return;
      }
      const line = settings.translationMode;
      if (line !== null && !lines.lines.has(line)) throw new AppError('translation.line-unknown');
      await storeSettings(tx, workspaceId, subject, settings);
    },
  };
}

/** Returns the level that each setting comes from, the nearest first. */
function originsOf(ordered: readonly (OwnSettings | undefined)[]): SettingsOrigins {
  const from = (name: keyof EffectiveTranslationSettings) => {
    const level = ordered.find((row) => row !== undefined && row[name] !== null)?.level ?? 'default';
    // A conversation is the nearest level, so nothing inherits from it.
    return level === 'conversation' ? 'default' : level;
  };
  return {
    translationMode: from('translationMode'),
    receiveTranslationEnable: from('receiveTranslationEnable'),
    receiveSourceLanguage: from('receiveSourceLanguage'),
    receiveTargetLanguage: from('receiveTargetLanguage'),
    sendTranslationEnable: from('sendTranslationEnable'),
    sendTargetLanguage: from('sendTargetLanguage'),
  };
}

type PlacedSubject = { workspaceId: WorkspaceId } & SettingsSubject;

const nameOf = ({ workspaceId, level, subjectId }: PlacedSubject) => `${workspaceId} ${level} ${subjectId}`;

const byName = <T extends PlacedSubject>(those: readonly T[]) => new Map(those.map((it) => [nameOf(it), it]));

/** Returns the subjects whose settings apply at a place, the nearest first. */
function subjectsAt({ workspaceId, ...place }: SettingsPlace): PlacedSubject[] {
  const ids: Record<SettingsLevel, string | undefined> = {
    conversation: place.conversationId,
    'social-account': place.socialAccountId,
    'sub-account': place.subAccountId,
    workspace: workspaceId,
  };
  return settingsLevels.flatMap((level) => {
    const subjectId = ids[level];
    return subjectId === undefined ? [] : [{ workspaceId, level, subjectId }];
  });
}

/** Returns each setting from the nearest level that sets it. */
function nearest(ordered: readonly (OwnSettings | undefined)[]): EffectiveTranslationSettings {
  const said = ordered.filter((row) => row !== undefined);
  const pick = <Name extends keyof EffectiveTranslationSettings>(name: Name) =>
    said.find((row) => row[name] !== null)?.[name] ?? defaultSettings[name];
  return {
    translationMode: pick('translationMode'),
    receiveTranslationEnable: pick('receiveTranslationEnable'),
    receiveSourceLanguage: pick('receiveSourceLanguage'),
    receiveTargetLanguage: pick('receiveTargetLanguage'),
    sendTranslationEnable: pick('sendTranslationEnable'),
    sendTargetLanguage: pick('sendTargetLanguage'),
  };
}
