/** A message and a conversation with overridable fields. */
import type { Message } from '@parley/contract/conversations';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';
import type { ListedConversation } from '../queries.ts';

export function someMessage(given: Partial<Message> = {}): Message {
  return {
    id: sampleId(1, given.seq ?? 1),
    conversationId: sampleId(2, 1),
    seq: 1,
    changedSeq: given.seq ?? 1,
    direction: 'in',
    kind: 'text',
    original: 'Hola',
    originalLanguage: 'es',
    translation: 'Hello',
    translationLanguage: 'en',
    translationState: 'done',
    translationProblem: null,
    characters: 4,
    delivery: 'received',
    deliveryProblem: null,
    attachment: null,
    automatic: false,
    author: null,
    sender: null,
    mentions: [],
    elsewhere: false,
    erased: false,
    editedAt: null,
    deletedAt: null,
    replyTo: null,
    reactions: [],
    change: null,
    template: null,
    sentAt: sampleTime,
    ...given,
  };
}

export function someConversation(given: Partial<ListedConversation> = {}): ListedConversation {
  return {
    id: sampleId(2, 1),
    socialAccountId: sampleId(3, 1),
    platform: 'webchat',
    kind: 'private',
    title: 'María',
    named: true,
    alias: null,
    group: null,
    fan: { id: sampleId(5, 1), verdict: 'new', tagIds: [] },
    lastSeq: 1,
    readSeq: 0,
    unread: 1,
    lastMessage: null,
    lastMessageAt: sampleTime,
    customerLanguage: 'es',
    customerLanguagePinned: false,
    pinnedAt: null,
    snoozedUntil: null,
    wokenAt: null,
    closedAt: null,
    archivedAt: null,
    waitingSince: null,
    handOver: null,
    customerWroteAt: null,
    subAccountRemark: 'Ann',
    socialAccountName: 'Shop',
    ...given,
  };
}
