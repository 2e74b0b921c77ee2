import { conversationId } from '../conversations/examples.ts';
import { type ExamplesOf, exampleTime } from '../example.ts';
import type * as endpoints from './index.ts';

const notes = { alias: 'Marta', phone: '+34 600 000 000', email: 'marta@example.com', notes: 'Size 38.' };
const profile = { ...notes, shared: true, changedAt: exampleTime(), changedBy: 'Ana', version: 1 };

export const examples: ExamplesOf<typeof endpoints> = {
  getCustomerProfile: { query: { conversationId }, answer: profile },
  saveCustomerProfile: { body: { conversationId, version: 0, shared: true, ...notes }, answer: profile },
};
