/** Tests that messages survive the failure of the database, the platform and the server's process. */

import { until } from '@parley/testing';
import { expect, it } from 'vitest';
import {
  type Bench,
  expectTexts,
  greetIfRequired,
  greeting,
  mergeMessages,
  sendUntilTaken,
  textsOf,
} from './harness.ts';

export function faultTests<C>(bench: Bench<C>): void {
  it('acknowledges nothing while the database is down, and delivers it afterwards', async () => {
    const { host } = await bench.online();
    await bench.harness.customer.write('first');
    await until('the first message', () => host.messages.length === 1);
    host.databaseDown = true;
    await bench.harness.customer.write('second');
    // The second read starts when the first is done, including its cursor: nothing may move the cursor from here on.
    await until('a refusal', () => host.refusals() >= 1);
    const before = host.stored.cursor;
    await bench.harness.customer.write('third');
    const refusals = host.refusals();
    await until('more refusals', () => host.refusals() >= refusals + 3);
    expect(textsOf(host.messages)).toEqual(['first']);
    expect(host.stored.cursor).toBe(before);
    host.databaseDown = false;
    await until('the others', () => host.messages.length >= 3);
    expectTexts(bench, host.messages, ['first', 'second', 'third']);
  });

  it('survives the platform’s restart: messages sent during it arrive once, both ways', async () => {
    const { host, connection } = await bench.online();
    await greetIfRequired(bench.harness, host);
    await bench.harness.customer.write('before');
    await until('the first message', () => textsOf(host.messages).includes('before'));
    host.cut({ refuse: true });
    await bench.harness.platform.stop();
    const answers = ['answer 1', 'answer 2', 'answer 3'].map(bench.message);
    const sending = (async () => {
      for (const answer of answers) await sendUntilTaken(bench.harness.connector, connection, answer);
    })();
    await bench.harness.platform.start();
    const meanwhile = ['meanwhile 1', 'meanwhile 2', 'meanwhile 3'];
    for (const text of meanwhile) await bench.harness.customer.write(text);
    host.restore();
    await until('online again', () => host.states.at(-1)?.state === 'online');
    await sending;
    await bench.harness.customer.write('after');
    await until('the last message', () => textsOf(host.messages).includes('after'));
    const keepsMissed = bench.harness.connector.manifest.capabilities.history;
    const expected = ['before', ...meanwhile, 'after'];
    if (keepsMissed) await until('all messages', () => textsOf(host.messages).length >= expected.length);
    const heard = host.messages.filter((message) => !textsOf([message]).includes(greeting));
    // Without history, the platform may lose messages written while the account was disconnected, but must not duplicate any.
    const missed = keepsMissed ? [] : meanwhile.filter((text) => !textsOf(heard).includes(text));
    expectTexts(
      bench,
      heard,
      expected.filter((text) => !missed.includes(text)),
    );
    await until('all answers', () => bench.harness.customer.received().length >= 3);
    expect(bench.harness.customer.received()).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  it('duplicates nothing when the process dies, and loses nothing that the platform keeps', async () => {
    const first = await bench.online();
    const texts = Array.from({ length: 20 }, (_, i) => `word ${i}`);
    const writing = (async () => {
      for (const text of texts) await bench.harness.customer.write(text);
    })();
    await until('some messages', () => first.host.messages.length >= 3);
    first.host.crash();
    const second = await bench.online(first.host.stored);
    await writing;
    await bench.harness.customer.write('the end');
    const all = () => mergeMessages(first.host.messages, second.host.messages);
    await until('the last message', () => textsOf(all()).includes('the end'));
    const keepsMissed = bench.harness.connector.manifest.capabilities.history;
    if (keepsMissed) await until('all messages', () => all().length > texts.length);
    const heard = textsOf(all());
    expectTexts(
      bench,
      all(),
      [...texts, 'the end'].filter((text) => keepsMissed || heard.includes(text)),
    );
    // The dead process's promises never settle; its sockets are already closed.
    bench.forget(first.connection);
  });
}
