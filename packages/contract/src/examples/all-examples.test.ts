import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '../all-endpoints.ts';
import { allExamples } from './all-examples.ts';
import * as nouns from './nouns.ts';

const endpoints = [...allEndpoints].map(([name, endpoint]) => ({ name, endpoint }));

/** Fields that an endpoint takes only instead of others that its example has. */
const alternatives: Readonly<Record<string, readonly string[]>> = {
  'chatShares.readChatShare': ['since'],
  'conversations.chatHistoryMessages': ['after', 'before', 'day'],
  'conversations.deskMessages': ['after', 'before', 'day'],
  'notifications.markNotificationsRead': ['all'],
  'workOrderShares.readSharedChat': ['since'],
};

it('every example belongs to an endpoint, and every endpoint has one', () => {
  expect([...allExamples.keys()].sort()).toEqual([...allEndpoints.keys()].sort());
});

it('every example thing has a unique id', () => {
  const texts = Object.values(nouns).flatMap((noun) =>
    Object.values(noun).filter((value) => typeof value === 'string'),
  );
  expect(texts).toEqual([...new Set(texts)]);
});

describe.each(endpoints)('the example of $name', ({ name, endpoint }) => {
  const example = allExamples.get(name) ?? {};

  it.each(['params', 'query', 'body'] as const)('has %s that the endpoint takes', (part) => {
    const { [part]: schema } = endpoint;
    const { [part]: value } = example;
    if (schema === undefined) return expect(value).toBeUndefined();
    expect(schema.safeParse(value).error?.issues ?? []).toEqual([]);
    const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const others = alternatives[name] ?? [];
    const fields = Object.keys(properties ?? {}).filter((field) => !others.includes(field));
    expect(Object.keys(Object(value)).sort()).toEqual(fields.sort());
  });

  it('has the answer that the endpoint gives, without a surplus field', () => {
    if (endpoint.file !== undefined) return expect(example.answer).toBeUndefined();
    // Objects of an answer drop unknown fields: the difference shows them.
    expect(endpoint.answer.parse(example.answer)).toEqual(example.answer);
  });
});
