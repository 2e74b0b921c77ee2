import { fans, fanTags } from '@parley/contract/examples';
import * as fanTagsApi from '@parley/contract/fan-tags';
import * as fansApi from '@parley/contract/fans';
import { until } from '@parley/testing';
import type { TestApp } from '../../../testing/test-app.ts';
import type { TestWorld, WorldPart, WorldStart } from '../../../testing/world-part.ts';

const tagged = (app: Pick<TestApp, 'call'>, token: string, name: string) =>
  app.call(fanTagsApi.createFanTag, { body: { name, colour: 'gold' } }, token);

/** Four people on a separate website chat, the last two of whom are merged. */
async function makeFans({ app, owner, agent }: WorldStart) {
  const site = await app.addWebchat(owner, agent.subAccountId);
  for (let n = 0; n < 4; n += 1) await app.visitorSays(await app.startVisitor(site), '12345');
  return until('the fans', async () => {
    const query = { subAccountIds: agent.subAccountId };
    const { list } = await app.call(fansApi.fanPage, { query }, owner.token);
    return list.length === 4 ? list : null;
  });
}

/** A tag used by this request only. */
const ownTag = async (app: TestApp, { owner }: TestWorld) => ({
  body: { tagId: (await tagged(app, owner.token, crypto.randomUUID().slice(0, 20))).id },
});

export const worldPart: WorldPart = {
  async make(start) {
    const { app, owner } = start;
    const [first, second, third, fourth] = await makeFans(start);
    if (!first || !second || !third || !fourth) throw new Error('a fan is missing');
    const [tag, other] = [await tagged(app, owner.token, 'VIP'), await tagged(app, owner.token, 'Spare')];
    const pair = { keptFanId: third.fanId, mergedFanId: fourth.fanId };
    const { mergeId } = await app.call(fansApi.mergeFans, { body: pair }, owner.token);
    return {
      [fans.fanRowId]: first.id,
      [fans.fanId]: first.fanId,
      [fans.otherFanId]: second.fanId,
      [fans.mergeId]: mergeId,
      [fanTags.fanTagId]: tag.id,
      [fanTags.otherFanTagId]: other.id,
    };
  },
  audited: {
    'fanTags.deleteFanTag': ownTag,
    // Its job may record the end at any time.
    'fanTags.startFanTagging': 'modules/fans/tags/taggings/taggings.db.test.ts',
    'fanTags.cancelFanTagging': 'modules/fans/tags/taggings/taggings.db.test.ts',
    'fanTags.mergeFanTags': async (app, world) => {
      const { body } = await ownTag(app, world);
      return { body: { ...body, intoTagId: world.live.get(fanTags.fanTagId) ?? '' } };
    },
  },
};
