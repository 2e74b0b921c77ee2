/** Tests the webhook of an app, which serves all of its accounts. */
import { expect, it } from 'vitest';
import type { WebhookRequest } from '../spec.ts';
import { type Bench, textsOf } from './harness.ts';

const skipped = 'the platform has no webhooks for an app';

export function appWebhookTests<C>(bench: Bench<C>): void {
  const made = () => {
    const { connector, appWebhook } = bench.harness;
    return connector.app && appWebhook ? { app: connector.app, ...appWebhook } : null;
  };

  it('validates its secrets, and returns those of an owner’s app', ({ skip }) => {
    const { app, secrets, own } = made() ?? skip(skipped);
    expect(app.secrets.safeParse(secrets).success).toBe(true);
    expect(app.secrets.safeParse({}).success).toBe(false);
    expect(app.ownSecrets(bench.harness.credentials)).toBeNull();
    expect(app.ownSecrets(own.credentials)).toEqual(own.secrets);
    expect(bench.harness.connector.appOf?.(own.credentials)).toMatch(/./);
  });

  it('names the account of each event, and receives the events of one account alone, in order', async ({
    skip,
  }) => {
    const { app, secrets, account, delivery } = made() ?? skip(skipped);
    const request = delivery([
      { account, id: 'm1', text: 'Hola' },
      { account: 'somebody-else', id: 'm2', text: 'Salut' },
      { account, id: 'm3', text: '¿En azul?' },
    ]);
    const host = bench.harness.newHost();
    // The platform redelivers events that weren't acknowledged in time.
    for (let time = 0; time < 2; time += 1) {
      const read = app.read(request, secrets);
      if (read.kind !== 'events') throw new Error(read.kind);
      expect(read.events.map((event) => event.account)).toEqual([account, 'somebody-else', account]);
      const own = read.events.filter((event) => event.account === account);
      await app.receive(
        own.map(({ payload }) => payload),
        bench.harness.credentials,
        host,
      );
    }
    expect(textsOf(host.messages)).toEqual(['Hola', '¿En azul?']);
    expect(host.messages[0]).toMatchObject({ chatKind: 'private', history: false });
  });

  it('acknowledges nothing while the database is down', async ({ skip }) => {
    const { app, secrets, account, delivery } = made() ?? skip(skipped);
    const read = app.read(delivery([{ account, id: 'm1', text: 'Hola' }]), secrets);
    if (read.kind !== 'events') throw new Error(read.kind);
    const host = bench.harness.newHost();
    host.databaseDown = true;
    const received = app.receive(
      read.events.map(({ payload }) => payload),
      bench.harness.credentials,
      host,
    );
    await expect(received).rejects.toThrow();
  });

  it('refuses deliveries without the app’s signature over the raw bytes', ({ skip }) => {
    const { app, secrets, own, account, delivery } = made() ?? skip(skipped);
    const request = delivery([{ account, id: 'm1', text: 'Hola' }]);
    expect(app.read(request, secrets).kind).toBe('events');
    const forged: WebhookRequest[] = [
      { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) },
      { ...request, body: Buffer.alloc(0) },
      { ...request, headers: {} },
    ];
    for (const one of forged) expect(app.read(one, secrets)).toEqual({ kind: 'refused' });
    expect(app.read(request, own.secrets)).toEqual({ kind: 'refused' });
  });

  it.for([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"entry":null}',
    '{"entry":[null]}',
    '\ufffd\u0000',
    '['.repeat(100_000),
    `{"object":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
  ])('throws for no signed delivery, and finds no events in it: %#', (body, { skip }) => {
    const { app, secrets, signed } = made() ?? skip(skipped);
    const read = app.read(signed(Buffer.from(body)), secrets);
    expect(read.kind === 'events' ? read.events : []).toEqual([]);
    expect(read.kind).not.toBe('refused');
  });

  it('answers the platform’s challenge, and refuses any other', ({ skip }) => {
    const { app, secrets, own, challenge } = made() ?? skip(skipped);
    if (challenge === undefined) return skip('the platform asks for no proof of the address');
    expect(app.read(challenge.request, secrets)).toMatchObject({
      kind: 'answer',
      answer: { status: 200, body: challenge.answer },
    });
    expect(app.read(challenge.request, own.secrets)).toEqual({ kind: 'refused' });
    expect(app.read({ ...challenge.request, query: '' }, secrets)).toEqual({ kind: 'refused' });
  });
}
