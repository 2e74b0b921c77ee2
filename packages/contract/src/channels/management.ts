import { z } from 'zod';
import { endpoint, outsideCheckLimit } from '../endpoint.ts';
import { id, nameText } from '../values.ts';
import { socialAccount, socialAccountForm } from './endpoints.ts';
import { historyRange } from './history-import.ts';

export const renameSocialAccount = endpoint({
  method: 'PUT',
  path: '/api/user/socialAccount/name',
  audience: ['console'],
  summary: 'Renames a social account.',
  body: z.strictObject({ id, name: nameText(50) }),
  answer: socialAccount,
  audit: 'social-account.changed',
});

const credentialValue = z.union([z.string(), z.array(z.string())]);

export const socialAccountCredentials = endpoint({
  method: 'GET',
  path: '/api/user/socialAccount/credentials',
  audience: ['console'],
  summary: 'The fields of a social account’s credentials except secrets, for editing.',
  query: z.strictObject({ id }),
  answer: z.object({ values: z.record(z.string(), credentialValue) }),
});

export const replaceSocialAccountCredentials = endpoint({
  method: 'PUT',
  path: '/api/user/socialAccount/credentials',
  audience: ['console'],
  summary:
    'Checks new credentials of the same account with its platform, stores them and reconnects. Conversations and fans are kept.',
  body: z.strictObject({ id, credentials: socialAccountForm.shape.credentials }),
  answer: socialAccount,
  errors: [
    'channel.refused',
    'channel.unreachable',
    'channel.other-account',
    'channel.app-unknown',
    'channel.platform-unknown',
    'proxy.not-found',
  ],
  rateLimit: outsideCheckLimit,
  audit: 'social-account.credentials-changed',
});

export const moveSocialAccount = endpoint({
  method: 'PUT',
  path: '/api/user/socialAccount/subAccount',
  audience: ['console'],
  summary:
    'Moves a social account with its conversations to another sub-account. Its session ends and restarts there; fans keep their verdicts.',
  body: z.strictObject({ id, subAccountId: id }),
  answer: socialAccount,
  errors: ['sub-account.not-found', 'sub-account.platform-not-permitted', 'proxy.not-for-account'],
  audit: 'social-account.moved',
});

export const socialAccountContents = endpoint({
  method: 'GET',
  path: '/api/user/socialAccount/contents',
  audience: ['console'],
  summary: 'What deleting a social account would delete with it.',
  query: z.strictObject({ id }),
  answer: z.object({ conversations: z.int(), fans: z.int(), quarantined: z.int() }),
});

export const deleteSocialAccount = endpoint({
  method: 'POST',
  path: '/api/user/socialAccount/delete',
  audience: ['console'],
  summary:
    'Deletes a social account with its conversations, messages and fans. It disappears immediately, and its data is deleted in the background. Cannot be undone.',
  body: z.strictObject({ id }),
  answer: z.null(),
  audit: 'social-account.deleted',
});

export const startHistoryImport = endpoint({
  method: 'POST',
  path: '/api/user/socialAccount/history',
  audience: ['console'],
  summary:
    'Starts importing messages from before a social account was added, in the background. They are stored as read, untranslated and without alerts, and their customers become base fans.',
  body: z.strictObject({ id, range: historyRange }),
  answer: socialAccount,
  errors: ['channel.no-history', 'channel.history-running'],
  audit: 'social-account.history-started',
});

export const retryHistoryImport = endpoint({
  method: 'PUT',
  path: '/api/user/socialAccount/history/retry',
  audience: ['console'],
  summary: 'Resumes an import that has failed, was cancelled or is waiting for its next attempt.',
  body: z.strictObject({ id }),
  answer: socialAccount,
  errors: ['channel.history-not-stopped'],
  audit: 'social-account.history-started',
});

export const cancelHistoryImport = endpoint({
  method: 'PUT',
  path: '/api/user/socialAccount/history/cancel',
  audience: ['console'],
  summary: 'Cancels the import of a social account’s history. Imported messages stay.',
  body: z.strictObject({ id }),
  answer: socialAccount,
  errors: ['channel.history-not-running'],
  audit: 'social-account.history-cancelled',
});

/** Days offline after which a social account counts as long inactive. */
const inactiveAfterDays = z.int().min(1).max(365);

const socialAccountSettingsShape = z.strictObject({ inactiveAfterDays });
export type SocialAccountSettings = z.output<typeof socialAccountSettingsShape>;

export const socialAccountSettings = endpoint({
  method: 'GET',
  path: '/api/user/socialAccount/settings',
  audience: ['console'],
  summary: 'The workspace’s settings for its social accounts.',
  answer: socialAccountSettingsShape,
});

export const setSocialAccountSettings = endpoint({
  method: 'PUT',
  path: '/api/user/socialAccount/settings',
  audience: ['console'],
  summary: 'Sets the number of days offline after which a social account counts as long inactive.',
  body: socialAccountSettingsShape,
  answer: socialAccountSettingsShape,
  errors: ['channel.inactive-too-late'],
  audit: 'workspace-settings.changed',
});
