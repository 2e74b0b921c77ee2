import { ApiError, type Client, memoryStorage } from '@parley/api-client';
import type { Endpoint } from '@parley/contract';
import { expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { sampleConversationId as here, messageWith, sampleId } from '../fixtures/samples.ts';
import { Outbox } from './outbox.ts';

type Call = { body: Record<string, unknown> };
type Answer = (call: Call) => unknown;

const failure = (code: number, error: string) => new ApiError({ code, error, message: `about ${error}` });
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const taken: Answer = ({ body }) => messageWith({ seq: 1, id: String(body.id), direction: 'out' });
const entry = (n: number) =>
  ({ id: sampleId(n), conversationId: here, text: `text ${n}`, mode: 'translate', at: n }) as const;

/** Creates an outbox whose server gives the test's answers. */
function outboxOf(answer: Answer, storage = memoryStorage()) {
  const calls: Call[] = [];
  const call = async (_: Endpoint, request: { body?: unknown }) => {
    const one = { body: request.body as Record<string, unknown> }; // sendMessage has an object body
    calls.push(one);
    return answer(one);
  };
  const outbox = new Outbox({
    client: { call } as unknown as Client, // the outbox uses no other part of it
    storage,
    clock: systemClock,
    keep: { put: () => undefined, remove: () => undefined },
    subAccountId: 'me',
    onAccepted: () => undefined,
    authorName: () => undefined,
    onSensitive: () => undefined,
  });
  return { outbox, calls, storage };
}

it('sends a charged message on a retry, which accepts the price', async () => {
  const priced = failure(409, 'message.priced');
  const { outbox, calls, storage } = outboxOf((call) => {
    if (!call.body.acceptsPrice) throw priced;
    return taken(call);
  });
  outbox.add(entry(1));
  await settled();
  expect(outbox.entries.get()).toMatchObject([{ priced: true, refusal: priced.message }]);
  expect(outboxOf(taken, storage).outbox.entries.get()).toEqual(outbox.entries.get());
  outbox.retry(sampleId(1), 'translate');
  await settled();
  expect(calls.map(({ body }) => body.acceptsPrice)).toEqual([undefined, true]);
  expect(outbox.entries.get()).toEqual([]);
});

it('keeps a template with its values until the server has it', async () => {
  const template = { id: sampleId(0xe8), name: 'sale', language: 'es', values: { 'body.1': 'Luz' } };
  const refused = outboxOf(() => {
    throw failure(409, 'template.changed');
  });
  refused.outbox.add({ ...entry(1), mode: 'original', template, acceptsPrice: true });
  await settled();
  const { outbox, calls } = outboxOf(taken, refused.storage);
  expect(outbox.entries.get()).toEqual(refused.outbox.entries.get());
  outbox.retry(sampleId(1), 'original');
  await settled();
  const { id, values } = template;
  expect(calls.map(({ body }) => body)).toMatchObject([{ template: { id, values }, acceptsPrice: true }]);
});
