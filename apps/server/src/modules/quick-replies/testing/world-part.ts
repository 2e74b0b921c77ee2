import { quickReplies } from '@parley/contract/examples';
import * as quickRepliesApi from '@parley/contract/quick-replies';
import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  async make({ app, owner }) {
    const { body } = quickReplies.examples.createQuickReply;
    const { id } = await app.call(
      quickRepliesApi.createQuickReply,
      { body: { ...body, name: 'shipping' } },
      owner.token,
    );
    return { [quickReplies.quickReplyId]: id };
  },
};
