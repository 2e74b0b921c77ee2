import type { TranslationSettings } from '@parley/contract/conversations';
import type { TemplateFetch } from '@parley/contract/message-templates';
import { renderPage } from '../../../../app/testing/render-page.tsx';
import {
  isolationRoutes,
  mismatchedProfile,
} from '../../../../features/isolation-profiles/testing/isolation.ts';
import {
  messageTemplateRoutes,
  someMessageTemplate,
} from '../../../../features/message-templates/testing/message-templates.ts';
import { busyProxies, proxyRoutes } from '../../../../features/proxies/testing/proxies.ts';
import { busySocialAccounts } from '../../../../features/social-accounts/testing/samples.ts';
import { noSocialAccounts } from '../../../../features/social-accounts/testing/social-account-changes.ts';
import { socialAccountRoutes } from '../../../../features/social-accounts/testing/social-accounts.ts';
import { busySubAccounts, subAccountRoutes } from '../../../../features/sub-accounts/testing/sub-accounts.ts';
import { translationSettingsRoutes } from '../../../../features/translation-settings/testing/translation-settings.ts';
import { SocialAccounts } from '../SocialAccounts.tsx';

export const busyWorld = () => ({
  ...noSocialAccounts(),
  ownerRemaining: 1_284_500,
  ports: 40,
  allocations: new Map<string, number>(),
  subAccounts: busySubAccounts(),
  socialAccounts: busySocialAccounts(),
  proxies: busyProxies(),
  isolationProfiles: new Map([[mismatchedProfile.socialAccountId, mismatchedProfile]]),
  translationSettings: new Map<string, TranslationSettings>(),
  messageTemplates: [someMessageTemplate()],
  templateFetch: {
    fetchedAt: null,
    problem: 'platform-silent',
    leftOut: 2,
  } satisfies TemplateFetch as TemplateFetch, // changed by a fetch
});
export type SocialAccountsWorld = ReturnType<typeof busyWorld>;

export const openSocialAccounts = (at: string, world = busyWorld()) =>
  renderPage(<SocialAccounts />, {
    at,
    answers: [
      ...socialAccountRoutes(world),
      ...subAccountRoutes(world),
      ...proxyRoutes(world),
      ...isolationRoutes(world),
      ...translationSettingsRoutes(world),
      ...messageTemplateRoutes(world),
    ],
  });
