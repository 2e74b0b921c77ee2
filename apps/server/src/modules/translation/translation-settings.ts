import type { EffectiveTranslationSettings, TranslationSettings } from '@parley/contract';
import type { Handle, Tx } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { defaultLineId } from './engines-config.ts';
import { type ReceivingPlace, receiveSwitches, type SettingsSubject, settingsOf } from './queries.ts';
import type { RunningEngines } from './running-engines.ts';
import { clearSettings, storeSettings } from './store.ts';
import { type SettingsLevel, settingsLevels } from './tables.ts';

/** The specification's defaults, in force where no level says otherwise. */
const defaultSettings: EffectiveTranslationSettings = {
  translationMode: defaultLineId,
  receiveTranslationEnable: true,
  receiveSourceLanguage: 'auto',
  receiveTargetLanguage: 'zh-CN',
  sendTranslationEnable: true,
  sendTargetLanguage: 'auto',
};

/** Where a message is: what is left out has no say. */
export type SettingsPlace = { conversationId?: string; socialAccountId?: string; subAccountId?: string };

export type Settings = {
  /** What is in force at a place, all levels resolved; one query. */
  resolveSettings(
    handle: Handle,
    workspaceId: WorkspaceId,
    place: SettingsPlace,
  ): Promise<EffectiveTranslationSettings>;
  /** Whether inbound messages are translated at each of these places; one query for all. */
  receiving(handle: Handle, places: readonly ReceivingPlace[]): Promise<boolean[]>;
  /** What one subject says itself; null when it says nothing. */
  ownSettings(
    handle: Handle,
    workspaceId: WorkspaceId,
    subject: SettingsSubject,
  ): Promise<TranslationSettings | null>;
  /**
   * Sets a subject's own settings; null, or settings that say nothing, return it to the inherited ones. Throws
   * `translation.line-unknown`. The languages were checked by the contract.
   */
  putSettings(
    tx: Tx,
    workspaceId: WorkspaceId,
    subject: SettingsSubject,
    settings: TranslationSettings | null,
  ): Promise<void>;
};

type Lines = Pick<RunningEngines, 'lines' | 'lineInForce'>;

export function createSettings(lines: Lines): Settings {
  return {
    async resolveSettings(handle, workspaceId, place) {
      const rows = await settingsOf(handle, workspaceId, subjectsAt(workspaceId, place));
      const settings = nearest(rows);
      // A line may have left the configuration since somebody chose it.
      return { ...settings, translationMode: lines.lineInForce(settings.translationMode).id };
    },
    async receiving(handle, places) {
      const switches = await receiveSwitches(handle, places);
      return switches.map((enable) => enable ?? defaultSettings.receiveTranslationEnable);
    },
    async ownSettings(handle, workspaceId, subject) {
      const [row] = await settingsOf(handle, workspaceId, [subject]);
      if (row === undefined) return null;
      const { level: _, ...settings } = row;
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

function subjectsAt(workspaceId: WorkspaceId, place: SettingsPlace): SettingsSubject[] {
  const ids: Record<SettingsLevel, string | undefined> = {
    conversation: place.conversationId,
    'social-account': place.socialAccountId,
    'sub-account': place.subAccountId,
    workspace: workspaceId,
  };
  return settingsLevels.flatMap((level) => {
    const subjectId = ids[level];
    return subjectId === undefined ? [] : [{ level, subjectId }];
  });
}

/** Each setting from the nearest level that says something about it. */
function nearest(
  rows: readonly (TranslationSettings & { level: SettingsLevel })[],
): EffectiveTranslationSettings {
  const ordered = settingsLevels.flatMap((level) => rows.filter((row) => row.level === level));
  const pick = <Name extends keyof EffectiveTranslationSettings>(name: Name) =>
    ordered.find((row) => row[name] !== null)?.[name] ?? defaultSettings[name];
  return {
    translationMode: pick('translationMode'),
    receiveTranslationEnable: pick('receiveTranslationEnable'),
    receiveSourceLanguage: pick('receiveSourceLanguage'),
    receiveTargetLanguage: pick('receiveTargetLanguage'),
    sendTranslationEnable: pick('sendTranslationEnable'),
    sendTargetLanguage: pick('sendTargetLanguage'),
  };
}
