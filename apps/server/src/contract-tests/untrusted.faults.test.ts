/**
 * Tests that every endpoint responds to any input with an envelope, and never with an internal error. Input that the
 * declaration accepts reaches the endpoint's own code and is always sent. Any other is refused by the same validation for
 * all endpoints, so that each place of a request sends one such text.
 */
import { randomUUID } from 'node:crypto';
import * as contract from '@parley/contract';
import * as conversationsApi from '@parley/contract/conversations';
import * as identityApi from '@parley/contract/identity';
import * as valuesApi from '@parley/contract/values';
import * as visitorApi from '@parley/contract/visitor';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cleaned } from '../base/http/clean-input.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type Parts, type RawAnswer, textInQuery } from '../testing/test-client.ts';
import { createWorld, requestFor, type TestWorld } from '../testing/world.ts';

const endpoints = [...contract.allEndpoints].map(([name, endpoint], turn) => ({ name, endpoint, turn }));
/** Requests of random JSON that its schemas refuse, sent to each endpoint. */
const refusalsSent = 2;
/** Characters that a query or an address can't contain are sent escaped, as any client could. */
const evil = [
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202e',
  '\u0007\u001b[31m',
  '%00',
  '%',
  '’"\\;--',
  '\ufffe',
];

/** Made once: each new generator of all characters lists them. */
const anything = fc.jsonValue({ maxDepth: 3, noUnicodeString: false });
const field = fc.oneof(anything, fc.string({ unit: 'binary', maxLength: 200 }), fc.maxSafeInteger());

let app: TestApp;
let world: TestWorld;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app);
});
afterAll(async () => {
  await app.close();
});

/** 502 is an outside service's fault: this test has no engine. */
function expectSane(answer: RawAnswer, sent: unknown): void {
  const { status, body, headers } = answer;
  if (status === 200 && headers.get('content-disposition')?.startsWith('attachment;')) return;
  const said = `${JSON.stringify(sent)} → ${status} ${JSON.stringify(body)}`;
  expect(status < 500 || status === 502, said).toBe(true);
  expect(contract.httpStatus(body.code), said).toBe(status);
}

/** Returns a valid login: a logged-out session must not make other tests pass for the wrong reason. */
async function tokenFor(name: string, endpoint: contract.Endpoint): Promise<string | undefined> {
  const [first] = endpoint.audience;
  if (first === 'public') return undefined;
  if (name !== 'identity.logOut') return world.tokens[first];
  return (
    await app.call(identityApi.logIn, {
      body: { username: world.owner.email, password: world.owner.password },
    })
  ).accessToken;
}

/** Returns all requests in which one text was replaced by `text`, always in the same order. */
function variants(parts: Parts, text: string): Parts[] {
  const places = (value: unknown): unknown[] => {
    if (typeof value === 'string') return [text];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      places(inner).map((changed) => ({ ...value, [key]: changed })),
    );
  };
  // Objects with the same properties are returned.
  return places(parts) as Parts[];
}

/** Returns whether the request passes the endpoint's schemas. */
function isAccepted({ params, query, body }: contract.Endpoint, parts: Parts): boolean {
  const texts = Object.entries(parts.query ?? {}).map(([key, value]) => [key, textInQuery(value)]);
  return (
    (params?.safeParse(cleaned(parts.params ?? {})).success ?? true) &&
    (query?.safeParse(cleaned(Object.fromEntries(texts))).success ?? texts.length === 0) &&
    (body?.safeParse(cleaned(parts.body)).success ?? true)
  );
}

/** A request, and whether it passes the endpoint's schemas. */
type Probe = { parts: Parts; accepted: boolean };

/** Sends the request, and expects a refusal if the declaration demands one. */
async function sendTo(
  endpoint: contract.Endpoint,
  { parts, accepted }: Probe,
  token: string | undefined,
): Promise<void> {
  const answer = await app.send(endpoint, parts, token);
  expectSane(answer, parts);
  if (!accepted) expect(answer.status, JSON.stringify(parts)).toBeGreaterThanOrEqual(400);
}

describe.each(endpoints)('$name', ({ name, endpoint, turn }) => {
  it('survives every text that a database or a screen might not', async () => {
    const token = await tokenFor(name, endpoint);
    for (const [at, text] of evil.entries()) {
      for (const [place, parts] of variants(requestFor(name, world.live), text).entries()) {
        const isTurn = (turn + place) % evil.length === at;
        const accepted = isAccepted(endpoint, parts);
        if (isTurn || accepted) await sendTo(endpoint, { parts, accepted }, token);
      }
    }
  });

  it('survives anything that is JSON', async () => {
    const token = await tokenFor(name, endpoint);
    const known = requestFor(name, world.live);
    const keys = Object.keys(Object(known.body));
    const likeTheReal = fc.record(Object.fromEntries(keys.map((key) => [key, field])), { requiredKeys: [] });
    const query = fc.dictionary(fc.constantFrom(...Object.keys({ x: 0, ...known.query })), field);
    let refusals = 0;
    const request = fc.record({ query, ...(known.body ? { body: fc.oneof(anything, likeTheReal) } : {}) });
    await fc.assert(
      fc.asyncProperty(request, async (changes) => {
        const parts = { ...known, ...changes };
        const accepted = isAccepted(endpoint, parts);
        if (!accepted) {
          refusals += 1;
          if (refusals > refusalsSent) return;
        }
        await sendTo(endpoint, { parts, accepted }, token);
      }),
      { numRuns: Math.ceil(inject('fuzz').cases / 10) },
    );
  });
});

describe('texts of messages', () => {
  // Earlier requests have ended some sessions of the first world.
  beforeAll(async () => {
    world = await createWorld(app);
  });
  const limit = valuesApi.messageLimit;
  const start = (text: string) => ({
    desk: app.send(
      conversationsApi.sendMessage,
      {
        params: { conversationId: world.ids.conversationId },
        body: { id: randomUUID(), text, mode: 'original' },
      },
      world.tokens.desk,
    ),
    visitor: app.send(visitorApi.visitorSend, { body: { id: randomUUID(), text } }, world.tokens.visitor),
  });

  it.each(['x', '😀'])(
    'accepts messages of exactly the limit, and refuses one more "%s"',
    async (character) => {
      const whole = character.repeat(limit);
      for (const sent of Object.values(start(whole))) {
        const answer = await sent;
        expect(answer.status).toBe(200);
        expect(Object.values(Object(answer.body.data))).toContain(whole);
      }
      for (const sent of Object.values(start(whole + character))) {
        expect(await sent).toMatchObject({
          status: 400,
          body: { data: { error: 'request.invalid', fields: { text: 'At most 10000 characters' } } },
        });
      }
    },
  );

  it('replaces only characters that can’t be stored, by U+FFFD', async () => {
    const said = await app.visitorSays(world.visitor, 'a\0b \ud800 \u202e🎉');
    expect(said.text).toBe('a\ufffdb \ufffd \u202e🎉');
  });
});
