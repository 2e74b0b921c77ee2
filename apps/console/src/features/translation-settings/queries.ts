import type { Client } from '@parley/api-client';
import type * as conversationsApi from '@parley/contract/conversations';
import * as translationApi from '@parley/contract/translation';
import { queryOptions } from '@tanstack/react-query';

/** The level whose settings are edited. */
export type SettingsTarget =
  | { level: 'workspace' }
  | { level: 'socialAccount'; socialAccountId: string }
  | { level: 'conversation'; conversationId: string };

function read(
  client: Client,
  target: SettingsTarget,
  signal: AbortSignal,
): Promise<translationApi.LevelSettings> {
  if (target.level === 'workspace')
    return client.call(translationApi.getWorkspaceTranslation, {}, { signal });
  const { level: _, ...params } = target;
  return 'socialAccountId' in params
    ? client.call(translationApi.getSocialAccountTranslation, { params }, { signal })
    : client.call(translationApi.getConversationTranslation, { params }, { signal });
}

/** Stores the settings of a level; null returns to the inherited ones. */
export function putSettings(
  client: Client,
  target: SettingsTarget,
  own: conversationsApi.TranslationSettings | null,
): Promise<translationApi.LevelSettings> {
  const body = { own };
  if (target.level === 'workspace') return client.call(translationApi.putWorkspaceTranslation, { body });
  const { level: _, ...params } = target;
  return 'socialAccountId' in params
    ? client.call(translationApi.putSocialAccountTranslation, { params, body })
    : client.call(translationApi.putConversationTranslation, { params, body });
}

/** Loaded when a form opens, and not refetched while it is being filled in. */
export const levelSettings = (client: Client, target: SettingsTarget) =>
  queryOptions({
    queryKey: ['translation-settings', target],
    queryFn: ({ signal }) => read(client, target, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const translationLineList = (client: Client) =>
  queryOptions({
    queryKey: ['translation-lines'],
    queryFn: ({ signal }) => client.call(translationApi.translationLines, {}, { signal }),
  });
