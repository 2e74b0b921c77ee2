import { socialAccountId } from '../channels/examples.ts';
import { type ExamplesOf, exampleCursor, exampleId, exampleTime } from '../example.ts';
import { agent, subAccountId } from '../sub-accounts/examples.ts';
import type { DeskFoundMessage, FoundMessage } from './found-messages.ts';
import type * as endpoints from './index.ts';

import type { Conversation, Message } from './shapes.ts';
import type { EffectiveTranslationSettings, TranslationSettings } from './translation-settings.ts';

export const conversationId = exampleId('conversation');
export const messageId = exampleId('message');
const fanTagId = exampleId('fan-tag');
/** The id of a message that doesn't exist yet. */
const newMessageId = exampleId('new-message');

const received: Message = {
  id: messageId,
  conversationId,
  seq: 1,
  changedSeq: 2,
  direction: 'in',
  kind: 'text',
  original: '¿Tienen talla 38?',
  attachment: null,
  originalLanguage: 'es',
  translation: 'Do you have size 38?',
  translationLanguage: 'en',
  translationState: 'done',
  translationProblem: null,
  characters: 17,
  delivery: 'received',
  deliveryProblem: null,
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
  sentAt: exampleTime(-3),
};

const sent: Message = {
  ...received,
  id: newMessageId,
  seq: 3,
  changedSeq: 3,
  direction: 'out',
  original: 'Yes, in black and in brown.',
  originalLanguage: null,
  translation: null,
  translationLanguage: null,
  translationState: 'pending',
  characters: 0,
  delivery: 'translating',
  author: { subAccountId, name: 'Ana' },
  sentAt: exampleTime(),
};

const conversation: Conversation = {
  id: conversationId,
  socialAccountId,
  platform: 'webchat',
  kind: 'private',
  title: 'Visitor 4F2A',
  named: false,
  alias: 'Marta',
  group: null,
  fan: { id: exampleId('fan'), verdict: 'new', tagIds: [fanTagId] },
  lastSeq: 2,
  readSeq: 0,
  unread: 1,
  lastMessage: received,
  lastMessageAt: received.sentAt,
  customerLanguage: 'es',
  customerLanguagePinned: false,
  pinnedAt: null,
  snoozedUntil: null,
  wokenAt: null,
  closedAt: null,
  archivedAt: null,
  waitingSince: received.sentAt,
  handOver: null,
  customerWroteAt: received.sentAt,
};

const groupConversation: Conversation = {
  ...conversation,
  kind: 'group',
  title: 'Wholesale',
  named: true,
  alias: null,
  fan: null,
  group: { exit: null, reason: null, role: 'member', leaving: { state: 'waiting', reason: null } },
};

const listed = {
  ...conversation,
  alias: null,
  subAccountRemark: agent.subAccountRemark,
  socialAccountName: 'Shop',
};

export const ownSettings: TranslationSettings = {
  translationMode: null,
  receiveTranslationEnable: true,
  receiveSourceLanguage: 'auto',
  receiveTargetLanguage: 'en',
  sendTranslationEnable: true,
  sendTargetLanguage: 'auto',
};

export const effectiveSettings: EffectiveTranslationSettings = {
  translationMode: 'ai',
  receiveTranslationEnable: true,
  receiveSourceLanguage: 'auto',
  receiveTargetLanguage: 'en',
  sendTranslationEnable: true,
  sendTargetLanguage: 'auto',
};

const fileId = exampleId('message-file');
const link = {
  url: `/api/files/${fileId}?expires=1795700000&signature=…`,
  previewUrl: `/api/files/${fileId}/preview?expires=1795700000&signature=…`,
};
const memberId = exampleId('group-member');
const params = { conversationId };
const settings = { own: ownSettings, effective: effectiveSettings };
const inDesk = { ...settings, customerLanguage: 'es', customerLanguagePinned: true };
const stretch = { messages: [received], lastSeq: 2, more: false };

const filters = {
  text: 'talla 38',
  socialAccountId,
  subAccountId,
  conversationId,
  direction: 'in',
  kind: 'text',
  from: '2026-03-01',
  to: '2026-03-31',
} as const;
const found: FoundMessage = {
  id: messageId,
  conversationId,
  seq: 1,
  direction: 'in',
  kind: 'text',
  sentAt: received.sentAt,
  original: {
    text: received.original,
    language: 'es',
    hits: [
      [8, 13],
      [14, 16],
    ],
    cutBefore: false,
    cutAfter: false,
  },
  translation: {
    text: 'Do you have size 38?',
    language: 'en',
    hits: [[17, 19]],
    cutBefore: false,
    cutAfter: false,
  },
  title: 'Visitor 4F2A',
  named: false,
  platform: 'webchat',
  socialAccountName: 'Shop',
  subAccountRemark: agent.subAccountRemark,
};

const { subAccountRemark: _, ...shownToAgents } = found;
const deskFound: DeskFoundMessage = { ...shownToAgents, alias: 'Marta' };

export const examples: ExamplesOf<typeof endpoints> = {
  chatHistoryConversations: {
    query: {
      cursor: exampleCursor,
      pageSize: 50,
      pageNo: 1,
      socialAccountId,
      subAccountId,
      search: 'Visitor',
    },
    answer: {
      list: [listed],
      nextCursor: null,
    },
  },
  chatHistoryConversation: { query: params, answer: { ...listed, lastMessage: null } },
  chatHistoryMessages: {
    params,
    query: { around: 1, limit: 50 },
    answer: { ...stretch, textsKept: true, moreAfter: false, focusId: messageId },
  },
  chatHistoryEvents: {
    params,
    query: { since: 1, limit: 200 },
    answer: { messages: [received], seq: 2, more: false },
  },
  quoteUntranslatedMessages: {
    params,
    query: { fromSeq: 1, toSeq: 50 },
    answer: { messages: 1, characters: 17 },
  },
  translateMessages: { params, body: { fromSeq: 1, toSeq: 50 }, answer: { messages: 1 } },
  exportMessages: { query: filters },
  exportTranscript: { query: filters },
  getChatRetention: { answer: { days: 365 } },
  previewChatRetention: { query: { days: 365 }, answer: { messages: 1_204, more: false } },
  setChatRetention: { body: { days: 365, replaces: null }, answer: { days: 365 } },
  searchMessages: {
    query: {
      ...filters,
      cursor: exampleCursor,
      pageSize: 20,
    },
    answer: { list: [found], nextCursor: null, complete: true },
  },
  deskSearchMessages: {
    query: {
      text: filters.text,
      socialAccountId,
      platform: 'webchat',
      cursor: exampleCursor,
      pageSize: 20,
    },
    answer: { list: [deskFound], nextCursor: null, complete: true },
  },
  deskConversations: {
    query: {
      cursor: exampleCursor,
      pageSize: 50,
      pageNo: 1,
      view: 'open',
      platform: 'webchat',
      socialAccountId,
      kind: 'private',
      search: 'Marta',
      tagIds: fanTagId,
      unread: 'true',
    },
    answer: { list: [conversation], nextCursor: null },
  },
  deskConversation: { params, answer: conversation },
  triageConversation: {
    params,
    body: {
      pinned: true,
      pinnedAt: exampleTime(-1),
      snoozedUntil: null,
      closed: false,
      archived: false,
      seenSeq: 2,
      authorName: 'Ana',
    },
    answer: { ...conversation, pinnedAt: exampleTime(-1) },
  },
  leaveGroup: { params, answer: groupConversation },
  leaveGroupForOwner: { params, answer: null },
  deskFanTags: { answer: { list: [{ id: fanTagId, name: 'VIP', colour: 'gold', open: 3 }] } },
  deskConversationCounts: { answer: { waiting: 3, snoozed: 1 } },
  deskMembers: {
    params: { conversationId },
    query: { search: 'Mar', cursor: memberId, pageSize: 50, pageNo: 1 },
    answer: {
      list: [{ id: memberId, name: 'Marta', handle: 'marta_b', role: 'admin', present: true }],
      nextCursor: null,
      present: 1,
    },
  },
  deskFileLink: { params: { conversationId, fileId }, answer: link },
  chatHistoryVersions: {
    params: { conversationId, messageId },
    answer: {
      versions: [
        { original: '¿Tienen talla 37?', translation: 'Do you have size 37?', replacedAt: exampleTime(-2) },
      ],
    },
  },
  chatHistoryFileLink: { params: { conversationId, fileId }, answer: link },
  deskEvents: {
    params,
    query: { since: 0, limit: 200 },
    answer: { messages: [received], seq: 2, more: false },
  },
  deskMessages: {
    params,
    query: { around: 1, limit: 50 },
    answer: { ...stretch, moreAfter: false, focusId: messageId },
  },
  previewTranslation: {
    params,
    body: { messageId: newMessageId, text: sent.original },
    answer: { translation: 'Sí, en negro y en marrón.', source: 'en', target: 'es', characters: 27 },
  },
  sendMessage: {
    params,
    body: {
      id: newMessageId,
      text: sent.original,
      mode: 'translate',
      fileId: fileId,
      voice: true,
      replyToId: messageId,
      authorName: 'Ana',
      seenSeq: 2,
      template: { id: exampleId('message-template'), values: { 'body.1': 'Luz' } },
      acceptsPrice: true,
    },
    answer: sent,
  },
  deskMessage: { params: { messageId }, answer: received },
  editMessage: {
    params: { messageId },
    body: { text: 'Yes, in black.', mode: 'translate' },
    answer: {
      ...sent,
      id: messageId,
      delivery: 'sent',
      change: { kind: 'edit', state: 'queued', problem: null, text: 'Yes, in black.' },
    },
  },
  takeBackMessage: {
    params: { messageId },
    answer: {
      ...sent,
      id: messageId,
      delivery: 'sent',
      change: { kind: 'delete', state: 'queued', problem: null, text: null },
    },
  },
  reactToMessage: {
    params: { messageId },
    body: { emoji: '👍' },
    answer: { ...received, change: { kind: 'react', state: 'queued', problem: null, text: null } },
  },
  discardMessageChange: { params: { messageId }, answer: { ...sent, id: messageId, delivery: 'sent' } },
  retryMessage: { params: { messageId }, answer: { ...received, translationState: 'pending' } },
  retryPricedMessage: { params: { messageId }, answer: { ...sent, id: messageId, delivery: 'queued' } },
  sendOriginal: { params: { messageId }, answer: { ...sent, id: messageId, delivery: 'queued' } },
  markRead: { params, body: { seq: 1 }, answer: { ...conversation, readSeq: 1, unread: 0 } },
  deskCustomer: {
    params,
    answer: {
      seen: { firstAt: exampleTime(-30), lastAt: exampleTime(-3) },
      conversations: [
        {
          id: exampleId('other-conversation'),
          platform: 'telegram',
          socialAccountId: exampleId('other-social-account'),
          socialAccountName: 'Shop on Telegram',
          lastMessageAt: exampleTime(-20),
          unread: 0,
          closedAt: null,
        },
      ],
      more: false,
    },
  },
  sendTyping: { params, body: { on: true, authorName: 'Ana' }, answer: null },
  signalColleagues: {
    params,
    body: { page: exampleId('desk-page'), act: 'replying', name: 'Ana' },
    answer: null,
  },
  getConversationSettings: { params, answer: inDesk },
  putConversationSettings: {
    params,
    body: { own: ownSettings, pinnedLanguage: 'es' },
    answer: inDesk,
  },
  getDeskSettings: { answer: settings },
  putDeskSettings: { body: { own: ownSettings }, answer: settings },
};
