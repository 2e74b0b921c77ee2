/** A phone number, from the contact that a Telegram user shares to the fan's details. */
import { startBotApiServer } from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import * as statisticsApi from '@parley/contract/fan-statistics';
import * as fansApi from '@parley/contract/fans';
import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import { startChatHarness } from '../../testing/chat-harness.ts';

it('merges two Telegram accounts with one phone number into one person, if the owner wants it', async () => {
  await using closing = new AsyncDisposableStack();
  const harness = await startChatHarness();
  closing.defer(() => harness.close());
  const platform = await startBotApiServer();
  closing.defer(() => platform.close());
  const { token } = harness.owner;
  const bot = platform.addBot('shop_bot');
  const credentials = { token: bot.token, apiRoot: platform.url };
  const { subAccountId } = harness.agent;
  const account = { platform: 'telegram', subAccountId, name: 'Shop', credentials } as const;
  await harness.call(channelsApi.addSocialAccount, { body: account }, token);
  const settings = { inactiveAfterDays: 30, mergeByPhone: true };
  await harness.call(statisticsApi.setFanSettings, { body: settings }, token);

  const contact = { phone_number: '34600111222', first_name: 'Ida' };
  for (const id of [501, 502]) {
    const firstName = `Ida ${id}`;
    bot.post({ id, firstName, language: 'es' }, { contact: { ...contact, user_id: id } });
    await until('the conversation', async () =>
      (await harness.conversations()).some(({ title }) => title === firstName),
    );
  }
  const [row, ...others] = (await harness.call(fansApi.fanPage, { query: { search: 'Ida' } }, token)).list;
  expect([row?.type, row?.phone, others]).toEqual(['new', '34600111222', []]);
  const query = { fanId: row?.fanId ?? '' };
  const { identities } = await harness.call(fansApi.getFan, { query }, token);
  expect(identities.map(({ platform: where, account: who }) => [where, who])).toEqual([
    ['telegram', '502'],
    [null, '34600111222'],
    ['telegram', '501'],
  ]);
  const { list } = await harness.call(fansApi.fanLog, { query }, token);
  expect(list).toContainEqual(expect.objectContaining({ reason: 'phone' }));
});
