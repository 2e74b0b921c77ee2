import { errorCatalogue } from '@parley/contract';
import { deskSelf } from '@parley/contract/sub-accounts';
import { describe, expect, it } from 'vitest';
import { readAnswer } from './answer.ts';
import { defaultMessage } from './default-messages.ts';

describe('defaultMessage', () => {
  // The server has messages for the same failures; users must not see two different ones.
  it.each([
    ['auth.required', 401],
    ['auth.forbidden', 403],
    ['resource.not-found', 404],
    ['request.method-not-allowed', 405],
    ['request.timeout', 408],
    ['server.failed', 500],
    ['request.method-unknown', 501],
    ['gateway.unreachable', 502],
    ['server.unavailable', 503],
    ['server.too-slow', 504],
    ['request.http-version', 505],
    ['demo.read-only', 901],
  ] as const)('has the sentence of %s for code %i', (error, code) => {
    for (const language of ['zh-CN', 'en-US'] as const)
      expect(defaultMessage(code, language)).toBe(errorCatalogue[error][language]);
  });

  it.each([418, 999, 12_345, -1])('calls %i an unknown system error', (code) => {
    expect(defaultMessage(code, 'en-US')).toBe('Unknown system error, report to the administrator');
    expect(defaultMessage(code, 'zh-CN')).toBe('系统未知错误，请反馈给管理员');
  });
});

it.each([
  [{ code: 503, msg: '', data: null }, 'Service unavailable or under maintenance'],
  [{ code: 418, data: null }, 'Unknown system error, report to the administrator'],
  [{ code: 777, msg: 'A sentence', data: null }, 'A sentence'],
])('words the refusal %j as %j', (refusal, message) => {
  const read = () => readAnswer(deskSelf, new Response(null), JSON.stringify(refusal), 'en-US');
  expect(read).toThrow(expect.objectContaining({ code: refusal.code, message }));
});
