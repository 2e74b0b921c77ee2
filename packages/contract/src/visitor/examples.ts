import { socialAccountId } from '../channels/examples.ts';
import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { ratingId } from '../ratings/examples.ts';
import type { VisitorMessage } from './endpoints.ts';
import type * as endpoints from './index.ts';
import type { VisitorRating } from './ratings.ts';

const id = exampleId('visitor-message');
/** The id of a message from the business. */
export const answeredId = exampleId('visitor-answered');
const params = { messageId: id };
export const fileId = exampleId('visitor-file');
const message: VisitorMessage = {
  id,
  seq: 1,
  changedSeq: 1,
  from: 'visitor',
  text: '¿Tienen talla 38?',
  deleted: false,
  attachment: null,
  kind: 'text',
  replyTo: null,
  edited: false,
  reactions: [{ emoji: '👍', from: 'business' }],
  state: 'sent',
  author: null,
  at: exampleTime(-3),
};

const rating: VisitorRating = {
  id: ratingId,
  until: exampleTime(7 * 24 * 60),
  score: 5,
  comment: 'Muy amables',
  takesComment: true,
};

export const examples: ExamplesOf<typeof endpoints> = {
  visitorStart: {
    body: { site: socialAccountId, language: 'es', token: 'the-token-of-an-earlier-visit' },
    answer: {
      token: 'a-token-that-is-much-longer',
      business: { name: 'Shop', online: true, color: '#1677ff', greeting: '¡Hola!', offlineNote: null },
      messages: [message],
      lastSeq: 1,
      rating: null,
    },
  },
  visitorSend: {
    body: { id, text: message.text, fileId, voice: true, replyTo: answeredId, visit: 'abcd2345wxyz' },
    answer: message,
  },
  visitorEdit: { params, body: { text: message.text }, answer: { ...message, edited: true } },
  visitorTakeBack: { params, answer: { ...message, text: '', deleted: true } },
  visitorReact: { params, body: { emoji: '👍' }, answer: message },
  visitorUpload: {
    body: { fileName: 'shoe.jpg', contentType: 'image/jpeg', size: 48_211 },
    answer: {
      fileId,
      uploadUrl: '/api/visitor/uploads/a-token-for-one-file',
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      expiresAt: exampleTime(10),
    },
  },
  visitorUploadComplete: { body: { fileId }, answer: { fileId } },
  visitorFileLink: {
    params: { fileId },
    answer: {
      url: `/api/files/${fileId}?expires=1795700000&signature=…`,
      previewUrl: `/api/files/${fileId}/preview?expires=1795700000&signature=…`,
    },
  },
  visitorEvents: { query: { since: 0 }, answer: { messages: [message], lastSeq: 1, online: true, rating } },
  visitorReceipt: { body: { seq: 1, state: 'read' }, answer: null },
  visitorRate: { params: { ratingId }, body: { score: 5, comment: 'Muy amables' }, answer: rating },
  visitorDismissRating: { params: { ratingId }, answer: null },
  visitorTyping: { body: { on: true }, answer: null },
};
