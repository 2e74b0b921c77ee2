/** A small in-memory workspace that keeps the contract's promises, for tests and for viewing pages. */
import type { ChatHistoryWorld } from '../../features/chat-history/testing/routes.ts';
import { storyConversations, storyMessages } from '../../features/chat-history/testing/story.ts';
import {
  type IsolationWorld,
  mismatchedProfile,
} from '../../features/isolation-profiles/testing/isolation.ts';
import { busyPastSessions, type PortWorld } from '../../features/ports/testing/ports.ts';
import { type AccountWorld, freshAccount, settledAccount } from '../../features/profile/testing/account.ts';
import { busyProxies, type ProxyWorld } from '../../features/proxies/testing/proxies.ts';
import { busySocialAccounts } from '../../features/social-accounts/testing/samples.ts';
import {
  noSocialAccounts,
  type SocialAccountWorld,
} from '../../features/social-accounts/testing/social-account-changes.ts';
import { busySubAccounts, type SubAccountWorld } from '../../features/sub-accounts/testing/sub-accounts.ts';
import type { TranslationWorld } from '../../features/translation-settings/testing/translation-settings.ts';
import { someUser, type UserWorld } from '../../lib/testing/identity.ts';
import {
  busyOperator,
  freshOperator,
  type OperatorWorld,
} from '../../pages/operator/testing/operator-world.ts';

export type ConsoleWorld = { account: AccountWorld; operator: OperatorWorld } & ChatHistoryWorld &
  IsolationWorld &
  PortWorld &
  ProxyWorld &
  SocialAccountWorld &
  SubAccountWorld &
  TranslationWorld &
  UserWorld;

export function emptyWorld(): ConsoleWorld {
  return {
    account: freshAccount(),
    operator: freshOperator(),
    ...someUser(),
    ...noSocialAccounts(),
    subAccounts: [],
    translationSettings: new Map(),
    proxies: [],
    isolationProfiles: new Map(),
    ports: 10,
    pastSessions: [],
    conversations: [],
    messages: [],
    allocations: new Map(),
  };
}

/** A workspace with the data of an ordinary day. */
export function busyWorld(): ConsoleWorld {
  const messages = storyMessages();
  return {
    ...emptyWorld(),
    account: settledAccount(),
    operator: busyOperator(),
    ownerRemaining: 1_284_500,
    messages,
    conversations: storyConversations(messages),
    subAccounts: busySubAccounts(),
    ports: 40,
    pastSessions: busyPastSessions(),
    socialAccounts: busySocialAccounts(),
    proxies: busyProxies(),
    isolationProfiles: new Map([[mismatchedProfile.socialAccountId, mismatchedProfile]]),
  };
}
