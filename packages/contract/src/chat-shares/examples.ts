import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import type * as endpoints from './index.ts';
import type { ChatShare, SharedChat } from './shapes.ts';

export const chatShareId = exampleId('chat-share');
/** The conversation of the example link, which a test replaces with a separate one. */
export const sharedConversationId = exampleId('shared-conversation');
/** The tokens of a link with a password and of a public one. */
export const chatShareToken = 'uN4mWc8yRk2VtPz6XbQe1Lh9JsGd5FaT7oKiY3xUvMr';
export const publicChatShareToken = 'Zp6Ty1HsDq9WnKx4JvBe7RmCf2GaLu8Xo3NiEt5YkVw';

const form = { title: 'Order 1042', access: 'password', validDays: 7, password: 'kite42' } as const;
const share: ChatShare = {
  id: chatShareId,
  conversation: { id: sharedConversationId, platform: 'webchat', title: 'Marta', named: true },
  title: form.title,
  path: `/chatHistory/share?share=${chatShareToken}`,
  access: 'password',
  status: 'enabled',
  validDays: 7,
  sharedAt: exampleTime(),
  expiresAt: exampleTime(7 * 1_440),
  opens: 3,
  lastOpenedAt: exampleTime(90),
  version: 1,
};
const chat: SharedChat = {
  title: form.title,
  name: 'Marta',
  visitor: null,
  expiresAt: share.expiresAt,
  messages: [
    {
      seq: 7,
      from: 'customer',
      sender: null,
      kind: 'text',
      text: '¿Dónde está mi pedido?',
      language: 'es',
      translation: 'Where is my order?',
      translationLanguage: 'en',
      attachment: null,
      edited: false,
      answers: null,
      reactions: [{ emoji: '👍', count: 1 }],
      at: exampleTime(),
    },
  ],
  gone: [],
  more: true,
  lastSeq: 9,
};
const pass = 'mm4x2k8w.qB0rYc1nV7tKp3sXz9Lf5Hd2Gj6Wa8Ue4Ri0To1Ym3N';
const url = '/api/files/01980d5e-7c1a-7000-8000-3f5a1b2c4d6e?expires=1772467200&signature=q83vEjRW';

export const examples: ExamplesOf<typeof endpoints> = {
  chatSharePage: {
    query: {
      pageNo: 1,
      pageSize: 20,
      search: 'Order',
      conversationId: sharedConversationId,
      status: 'enabled',
    },
    answer: { list: [share], total: 1 },
  },
  getChatShare: { query: { shareId: chatShareId }, answer: share },
  createChatShare: { body: { conversationId: sharedConversationId, ...form }, answer: share },
  updateChatShare: {
    body: { shareId: chatShareId, version: 1, ...form, title: 'Order 1043' },
    answer: { ...share, title: 'Order 1043', version: 2 },
  },
  setChatShareEnabled: {
    body: { shareId: chatShareId, enabled: false },
    answer: { ...share, status: 'disabled', version: 2 },
  },
  cancelChatShare: { body: { shareId: chatShareId }, answer: { ...share, status: 'cancelled', version: 2 } },
  deleteChatShare: { body: { shareId: chatShareId }, answer: null },
  getChatSharePassword: { query: { shareId: chatShareId }, answer: { password: 'kite42' } },
  openChatShare: {
    body: { token: chatShareToken, password: 'kite42' },
    answer: { pass, expiresAt: exampleTime(1_440) },
  },
  readChatShare: { query: { token: publicChatShareToken, pass, before: 8 }, answer: chat },
  sharedFileLink: { query: { token: publicChatShareToken, pass, seq: 7 }, answer: { url, previewUrl: null } },
};
