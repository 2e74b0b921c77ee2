import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { materialId } from '../materials/examples.ts';
import type { QuickReply } from './endpoints.ts';
import type * as endpoints from './index.ts';

export const quickReplyId = exampleId('quick-reply');

const form = {
  name: 'shipping',
  title: 'Shipping time',
  content: 'Hello {{fan|there}}, your order arrives in three to five days.',
  language: 'en',
  translations: [{ language: 'es', content: 'Hola {{fan|cliente}}, su pedido llega en tres a cinco días.' }],
  materialId,
};
const { materialId: id, ...texts } = form;
const quickReply: QuickReply = {
  id: quickReplyId,
  ...texts,
  material: { id, title: 'Size chart', type: 'image', size: 48_211 },
  version: 1,
  updatedAt: exampleTime(-60),
};
const { translations: _, version, updatedAt, ...inDesk } = quickReply;

const filters = { search: 'ship', sort: 'title.asc' } as const;

export const examples: ExamplesOf<typeof endpoints> = {
  quickReplyPage: {
    query: { pageNo: 1, pageSize: 20, ...filters },
    answer: { list: [quickReply], total: 1 },
  },
  exportQuickReplies: { query: filters },
  getQuickReply: { query: { quickReplyId }, answer: quickReply },
  createQuickReply: { body: { ...form, name: 'delivery' }, answer: { ...quickReply, name: 'delivery' } },
  updateQuickReply: {
    body: { quickReplyId, version: 1, ...form },
    answer: { ...quickReply, version: version + 1, updatedAt: updatedAt + 1 },
  },
  deleteQuickReplies: { body: { ids: [quickReplyId] }, answer: { changed: 1 } },
  deskQuickReplies: { query: { search: 'ship' }, answer: { list: [{ ...inDesk, languages: ['es'] }] } },
};
