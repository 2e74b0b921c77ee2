import { messageTemplateWith } from '@parley/chat-core/fixtures';
import { expect, it } from 'vitest';
import { prefilledValues } from './prefilled-values.ts';

const values = { fan: 'Lucía', agent: 'Ana', account: 'Shop' };

it.each([
  ['the customer’s name by its name', '{{Customer_Name}}', values, { 'body.Customer_Name': 'Lucía' }],
  [
    'the customer’s name as the first number of the body',
    '{{2}} {{1}}',
    values,
    { 'body.2': '', 'body.1': 'Lucía' },
  ],
  ['the agent and the account', '{{agent}} {{shop}}', values, { 'body.agent': 'Ana', 'body.shop': 'Shop' }],
  ['nothing that isn’t known', '{{fan}}', { ...values, fan: null }, { 'body.fan': '' }],
])('fills in %s', (_, body, given, expected) => {
  expect(prefilledValues(messageTemplateWith({ body }), given)).toEqual(expected);
});

it('leaves a number in the header to the agent', () => {
  expect(prefilledValues(messageTemplateWith({ header: '{{1}}', body: 'x' }), values)).toEqual({
    'header.1': '',
  });
});
