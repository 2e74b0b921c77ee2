import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '../all-endpoints.ts';
import { allExamples } from './all-examples.ts';
import * as nouns from './nouns.ts';

const endpoints = [...allEndpoints].map(([name, endpoint]) => ({ name, endpoint }));

/** Fields that an endpoint accepts only instead of others that its example has. */
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

it('every kind of example has a unique id', () => {
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

  it('has a valid answer without surplus fields', () => {
    if (endpoint.file !== undefined) return expect(example.answer).toBeUndefined();
    // Answers drop unknown fields when parsed: the difference reveals them.
    expect(endpoint.answer.parse(example.answer)).toEqual(example.answer);
  });
});
