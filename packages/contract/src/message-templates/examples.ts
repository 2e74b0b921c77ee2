import { socialAccountId } from '../channels/examples.ts';
import { conversationId } from '../conversations/examples.ts';
import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import type * as endpoints from './index.ts';
import type { MessageTemplate, TemplateFetch } from './shapes.ts';

export const messageTemplateId = exampleId('message-template');

const template: MessageTemplate = {
  id: messageTemplateId,
  socialAccountId,
  name: 'order_sent',
  language: 'es',
  category: 'utility',
  state: 'approved',
  header: null,
  body: 'Hola {{1}}: su pedido ya está en camino.',
  footer: 'Shop',
  buttons: ['Ver pedido'],
  removedAt: null,
};
const fetched: TemplateFetch = { fetchedAt: exampleTime(-30), problem: null, leftOut: 0 };
const params = { conversationId };
const found = { list: [template], total: 1 };

export const examples: ExamplesOf<typeof endpoints> = {
  deskMessageTemplates: { params, query: { pageNo: 1, pageSize: 20, search: 'pedido' }, answer: found },
  translateMessageTemplate: {
    params,
    body: {
      messageId: exampleId('template-message'),
      templateId: messageTemplateId,
      values: { 'body.1': 'Luz' },
    },
    answer: {
      translation: 'Hello Luz: your order is on its way.\n\nShop\n\n[See order]',
      target: 'en',
      characters: 62,
    },
  },
  messageTemplatePage: {
    query: { pageNo: 1, pageSize: 20, socialAccountId, search: 'pedido', state: 'approved' },
    answer: { ...found, fetch: fetched },
  },
  fetchMessageTemplates: { body: { socialAccountId }, answer: fetched },
};
