/** The translation settings of a workspace, in memory: its own and those of its social accounts and conversations. */
import * as conversationsApi from '@parley/contract/conversations';
import * as translationApi from '@parley/contract/translation';
import { type Route, route } from '../../../lib/testing/route.ts';

export type TranslationWorld = {
  /** Settings by level: the id of a social account or conversation, or `workspace`. */
  translationSettings: Map<string, conversationsApi.TranslationSettings>;
};

const defaults: conversationsApi.EffectiveTranslationSettings = {
  translationMode: 'general',
  receiveTranslationEnable: true,
  receiveSourceLanguage: 'auto',
  receiveTargetLanguage: 'zh-CN',
  sendTranslationEnable: true,
  sendTargetLanguage: 'auto',
};

const answered = (
  settings: conversationsApi.TranslationSettings,
): Partial<conversationsApi.EffectiveTranslationSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));

export function translationSettingsRoutes({ translationSettings: stored }: TranslationWorld): Route[] {
  const read = (key: string): translationApi.LevelSettings => {
    const own = stored.get(key) ?? null;
    const above =
      key === 'workspace' ? {} : answered(stored.get('workspace') ?? conversationsApi.inheritedSettings);
    const inherited = { ...defaults, ...above };
    const origin = (name: keyof translationApi.SettingsOrigins) => (name in above ? 'workspace' : 'default');
    return {
      own,
      inherited,
      effective: { ...inherited, ...answered(own ?? conversationsApi.inheritedSettings) },
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
  const put = (key: string, own: conversationsApi.TranslationSettings | null) => {
    if (own === null) stored.delete(key);
    else stored.set(key, own);
    return read(key);
  };
  return [
    route(translationApi.translationLines, () => [
      { id: 'general', engines: [{ id: 'apertium', name: 'Apertium', resting: false }] },
      { id: 'fast', engines: [{ id: 'libre', name: 'LibreTranslate', resting: true }] },
    ]),
    route(translationApi.getWorkspaceTranslation, () => read('workspace')),
    route(translationApi.putWorkspaceTranslation, ({ body }) => put('workspace', body.own)),
    route(translationApi.getSocialAccountTranslation, ({ params }) => read(params.socialAccountId)),
    route(translationApi.putSocialAccountTranslation, ({ params, body }) =>
      put(params.socialAccountId, body.own),
    ),
    route(translationApi.getConversationTranslation, ({ params }) => read(params.conversationId)),
    route(translationApi.putConversationTranslation, ({ params, body }) =>
      put(params.conversationId, body.own),
    ),
  ];
}
