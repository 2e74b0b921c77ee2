/** The translation settings of a workspace in memory: its own, those of its social accounts and of its conversations. */
import * as contract from '@parley/contract';
import { type Route, route } from '../../../lib/testing/route.ts';

export type TranslationWorld = {
  /** What a level sets itself, under the id of its social account or conversation, or `workspace`. */
  translationSettings: Map<string, contract.TranslationSettings>;
};

const defaults: contract.EffectiveTranslationSettings = {
  translationMode: 'general',
  receiveTranslationEnable: true,
  receiveSourceLanguage: 'auto',
  receiveTargetLanguage: 'zh-CN',
  sendTranslationEnable: true,
  sendTargetLanguage: 'auto',
};

const answered = (settings: contract.TranslationSettings): Partial<contract.EffectiveTranslationSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));

export function translationSettingsRoutes({ translationSettings: stored }: TranslationWorld): Route[] {
  const read = (key: string): contract.LevelSettings => {
    const own = stored.get(key) ?? null;
    const above = key === 'workspace' ? {} : answered(stored.get('workspace') ?? contract.inheritedSettings);
    const inherited = { ...defaults, ...above };
    const origin = (name: keyof contract.SettingsOrigins) => (name in above ? 'workspace' : 'default');
    return {
      own,
      inherited,
      effective: { ...inherited, ...answered(own ?? contract.inheritedSettings) },
      inheritedFrom: {
        translationMode: origin('translationMode'),
        receiveTranslationEnable: origin('receiveTranslationEnable'),
        receiveSourceLanguage: origin('receiveSourceLanguage'),
        receiveTargetLanguage: origin('receiveTargetLanguage'),
        sendTranslationEnable: origin('sendTranslationEnable'),
        sendTargetLanguage: origin('sendTargetLanguage'),
      },
    };
  };
  const put = (key: string, own: contract.TranslationSettings | null) => {
    if (own === null) stored.delete(key);
    else stored.set(key, own);
    return read(key);
  };
  return [
    route(contract.translationLines, () => [
      { id: 'general', engines: [{ id: 'apertium', name: 'Apertium', resting: false }] },
      { id: 'fast', engines: [{ id: 'libre', name: 'LibreTranslate', resting: true }] },
    ]),
    route(contract.getWorkspaceTranslation, () => read('workspace')),
    route(contract.putWorkspaceTranslation, ({ body }) => put('workspace', body.own)),
    route(contract.getSocialAccountTranslation, ({ params }) => read(params.socialAccountId)),
    route(contract.putSocialAccountTranslation, ({ params, body }) => put(params.socialAccountId, body.own)),
    route(contract.getConversationTranslation, ({ params }) => read(params.conversationId)),
    route(contract.putConversationTranslation, ({ params, body }) => put(params.conversationId, body.own)),
  ];
}
