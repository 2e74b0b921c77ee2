import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  audited: {
    'conversations.translateMessages': 'modules/conversations/owner-translation/owner-translation.db.test.ts',
  },
};
