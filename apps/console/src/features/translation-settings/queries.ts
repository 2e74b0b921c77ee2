import type { Client } from '@parley/api-client';
import * as contract from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';

/** Whose settings. */
export type SettingsTarget =
  | { level: 'workspace' }
  | { level: 'socialAccount'; socialAccountId: string }
  | { level: 'conversation'; conversationId: string };

function read(client: Client, target: SettingsTarget, signal: AbortSignal): Promise<contract.LevelSettings> {
  if (target.level === 'workspace') return client.call(contract.getWorkspaceTranslation, {}, { signal });
  const { level: _, ...params } = target;
  return 'socialAccountId' in params
    ? client.call(contract.getSocialAccountTranslation, { params }, { signal })
    : client.call(contract.getConversationTranslation, { params }, { signal });
}

/** Null returns to what is inherited. */
export function putSettings(
  client: Client,
  target: SettingsTarget,
  own: contract.TranslationSettings | null,
): Promise<contract.LevelSettings> {
  const body = { own };
  if (target.level === 'workspace') return client.call(contract.putWorkspaceTranslation, { body });
  const { level: _, ...params } = target;
  return 'socialAccountId' in params
    ? client.call(contract.putSocialAccountTranslation, { params, body })
    : client.call(contract.putConversationTranslation, { params, body });
}

/** Loaded when a form opens, and never changed under the hands of whoever fills it in. */
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
    queryFn: ({ signal }) => client.call(contract.translationLines, {}, { signal }),
  });
