/** The form values of a share, and the request made from them. */
import type { RequestOf } from '@parley/contract';
import type { ChatShare, createChatShare } from '@parley/contract/chat-shares';
import {
  type AccessValues,
  accessFrom,
  accessValuesOf,
} from '../../../entities/share-links/access-values.ts';

export type ChatShareValues = AccessValues & { title: string };

/** Shorter than a work order's, as messages are more private than figures. */
const standardDays = 7;

export const valuesOf = (share: ChatShare | undefined): ChatShareValues => ({
  title: share?.title ?? '',
  ...accessValuesOf(share, standardDays),
});

export const formFrom = (
  values: ChatShareValues,
): Omit<RequestOf<typeof createChatShare>['body'], 'conversationId'> => ({
  title: values.title.trim(),
  ...accessFrom(values, standardDays),
});
