import { readChatShare } from '@parley/contract/chat-shares';
import { sendMessage } from '@parley/contract/conversations';
import { getSystemConfig } from '@parley/contract/settings';
import { readSplitReport } from '@parley/contract/split-reports';
import { expect, it } from 'vitest';
import { describeRoutes } from './openapi-describer.ts';
import { securityOf } from './openapi-security.ts';

it('the document declares the headers of share links, and the operations that accept them', async () => {
  const describer = await describeRoutes([
    {
      method: 'GET',
      url: readChatShare.path,
      schema: { security: securityOf(readChatShare) },
      handler: async () => null,
    },
  ]);
  const { body } = await describer('/api/openapi.json');
  expect(JSON.parse(String(body))).toMatchObject({
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        shareToken: { type: 'apiKey', in: 'header', name: 'x-share-token' },
        sharePass: { type: 'apiKey', in: 'header', name: 'x-share-pass' },
      },
    },
    paths: {
      [readChatShare.path]: {
        get: { security: [{ shareToken: [], sharePass: [] }, { shareToken: [] }, {}] },
      },
    },
  });
});

it('a link without passwords needs no pass', () => {
  expect(securityOf(readSplitReport)).toEqual([{ shareToken: [] }, {}]);
});

it('an operation needs a login unless it is public', () => {
  expect(securityOf(sendMessage)).toEqual([{ bearer: [] }]);
  expect(securityOf(getSystemConfig)).toEqual([]);
});
