import { socialAccountId } from '../channels/examples.ts';
import { conversationId, examples as conversations } from '../conversations/examples.ts';
import { type ExamplesOf, exampleCursor, exampleId, exampleTime } from '../example.ts';
import { subAccountId } from '../sub-accounts/examples.ts';
import type { HandOver } from './endpoints.ts';
import type * as endpoints from './index.ts';

/** A second sub-account of the workspace. */
export const receiverId = exampleId('receiving-sub-account');
/** A conversation that another sub-account has taken over. */
export const handedOverId = exampleId('handed-over-conversation');

const from = { id: subAccountId, name: 'Spain' };
const to = { id: receiverId, name: 'Returns' };
const handOver: HandOver = {
  id: exampleId('hand-over'),
  from,
  to,
  authorName: 'Ana',
  note: 'Wants to return the boots.',
  at: exampleTime(),
};

export const examples: ExamplesOf<typeof endpoints> = {
  handOverReceivers: {
    params: { conversationId },
    query: { search: 'ret' },
    answer: { list: [{ ...to, accountName: 'h4x8r3tz', online: true }], more: false },
  },
  handOverConversation: {
    params: { conversationId },
    body: { subAccountId: receiverId, note: handOver.note, authorName: 'Ana' },
    answer: null,
  },
  takeBackConversation: {
    params: { conversationId: handedOverId },
    body: { authorName: 'Ana' },
    answer: { ...conversations.deskConversation.answer, id: handedOverId },
  },
  takeBackForOwner: { params: { conversationId: handedOverId }, answer: null },
  conversationHandOvers: { params: { conversationId }, answer: { list: [handOver] } },
  handedOverConversations: {
    query: { cursor: exampleCursor, pageNo: 1, pageSize: 20 },
    answer: {
      list: [
        {
          conversationId: handedOverId,
          socialAccountId,
          platform: 'webchat',
          title: 'Marta',
          named: true,
          handOver,
        },
      ],
      nextCursor: exampleCursor,
    },
  },
};
