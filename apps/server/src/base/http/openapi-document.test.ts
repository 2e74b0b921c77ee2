import { expect, it } from 'vitest';
import { z } from 'zod';
import { completeDocument } from './openapi-document.ts';

const response = z.looseObject({
  description: z.string(),
  content: z.object({
    'application/json': z.object({
      schema: z.unknown(),
      examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
    }),
  }),
});
const operation = z.looseObject({
  operationId: z.string().optional(),
  responses: z.record(z.string(), z.unknown()),
});
const completed = (path: string, method: string) => {
  const made = {
    openapi: '3.1.0',
    paths: { [path]: { [method]: { summary: 's', responses: { 200: {} } } } },
  };
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
    .parse(completeDocument(made));
  return paths[path]?.[method];
};
const refusal = (of: ReturnType<typeof completed>, status: number) => response.parse(of?.responses[status]);

it('an operation is named as the contract names it', () => {
  const sending = completed('/api/desk/conversations/{conversationId}/messages', 'post');
  expect(sending).toMatchObject({ operationId: 'sendMessage', summary: 's', responses: { 200: {} } });
});

it('an operation shows its endpoint’s example in parameters, body and response', () => {
  const made = {
    openapi: '3.1.0',
    paths: {
      '/api/desk/conversations/{conversationId}/messages': {
        post: {
          parameters: [{ in: 'path', name: 'conversationId' }],
          requestBody: { content: { 'application/json': { schema: {} } } },
          responses: { 200: { content: { 'application/json': { schema: {} } } } },
        },
      },
    },
  };
  const id = expect.stringMatching(/^01980d5e-/);
  expect(completeDocument(made)).toMatchObject({
    paths: {
      '/api/desk/conversations/{conversationId}/messages': {
        post: {
          parameters: [{ in: 'path', name: 'conversationId', example: id }],
          requestBody: { content: { 'application/json': { example: { id, mode: 'translate' } } } },
          responses: {
            200: { content: { 'application/json': { example: { code: 200, data: { direction: 'out' } } } } },
          },
        },
      },
    },
  });
});

it('an operation that returns a file shows no example of a response', () => {
  const exported = completed('/api/user/auditLog/exportExcel', 'get');
  expect(exported?.responses[200]).toEqual({});
});

it('an endpoint’s own errors are shown as responses, and those of all endpoints are named', () => {
  const sending = completed('/api/desk/conversations/{conversationId}/messages', 'post');
  const missing = refusal(sending, 404).content['application/json'];
  expect(missing.examples?.['conversation.not-found']?.value).toMatchObject({
    code: 404,
    data: { error: 'conversation.not-found' },
  });
  const unreachable = refusal(sending, 503);
  expect(unreachable.description).toContain('`server.unavailable`');
  expect(unreachable.content['application/json'].examples).toBeUndefined();
});

it('a public endpoint never requires a login', () => {
  const asked = completed('/api/system/system-config/get', 'get');
  expect(Object.keys(asked?.responses ?? {})).toContain('400');
  expect(Object.keys(asked?.responses ?? {})).not.toContain('401');
});

it('only what changes something is refused in demo mode', () => {
  const path = '/api/desk/conversations/{conversationId}/messages';
  expect(refusal(completed(path, 'post'), 403).description).toContain('demo.read-only');
  expect(refusal(completed(path, 'get'), 403).description).not.toContain('demo.read-only');
});

it('an operation that is not in the contract remains unchanged', () => {
  expect(completed('/elsewhere', 'get')).toEqual({ summary: 's', responses: { 200: {} } });
});
