import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  audited: {
    // Reading is recorded at most once an hour.
    'conversations.chatHistoryEvents': 'modules/conversations/conversations.db.test.ts',
    'conversations.chatHistoryFileLink': 'modules/channels/media.db.test.ts',
    'conversations.chatHistoryVersions': 'modules/channels/telegram-account.db.test.ts',
    // For groups, which only messaging platforms have.
    'conversations.leaveGroup': 'modules/conversations/conversations.db.test.ts',
    'conversations.leaveGroupForOwner': 'modules/conversations/conversations.db.test.ts',
    'conversations.translateMessages': 'modules/conversations/conversations.db.test.ts',
  },
};
