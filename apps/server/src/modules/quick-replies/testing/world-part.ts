import { quickReplies } from '@parley/contract/examples';
import * as quickRepliesApi from '@parley/contract/quick-replies';
import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  async make({ app, owner }) {
    const { body } = quickReplies.examples.createQuickReply;
    const { id } = await app.call(
      quickRepliesApi.createQuickReply,
      { body: { ...body, name: 'shipping', materialId: null } },
      owner.token,
    );
    return { [quickReplies.quickReplyId]: id };
  },
  // The world's material is a text, which can't belong to a quick reply.
  audited: {
    'quickReplies.createQuickReply'() {
      return { body: { ...quickReplies.examples.createQuickReply.body, materialId: null } };
    },
    'quickReplies.updateQuickReply'(_app, { live }) {
      const { body } = quickReplies.examples.updateQuickReply;
      const quickReplyId = live.get(body.quickReplyId) ?? '';
      return { body: { ...body, quickReplyId, materialId: null } };
    },
  },
};
