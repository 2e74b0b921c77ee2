/** The form of a share, and what it sends. */
import type { RequestOf } from '@parley/contract';
import type { ChatShare, createChatShare, ShareAccess } from '@parley/contract/chat-shares';

export type ChatShareValues = {
  title: string;
  access: ShareAccess;
  password: string;
  validity: 'unlimited' | 'days';
  validDays: number | null;
};

/** Shorter than a work order's: what people write is more private than figures. */
const standardDays = 7;

export const valuesOf = (share: ChatShare | undefined): ChatShareValues => ({
  title: share?.title ?? '',
  access: share?.access ?? 'password',
  password: '',
  validity: share?.validDays === null ? 'unlimited' : 'days',
  validDays: share?.validDays ?? standardDays,
});

/** An empty password keeps the one that the link has. */
export function formFrom({
  title,
  access,
  password,
  validity,
  validDays,
}: ChatShareValues): Omit<RequestOf<typeof createChatShare>['body'], 'conversationId'> {
  return {
    title: title.trim(),
    access,
    validDays: validity === 'unlimited' ? null : (validDays ?? standardDays),
    password: access === 'password' && password !== '' ? password : null,
  };
}
