import type { AnswerArrivals } from '../conversations/index.ts';
import { automaticReply } from './automatic-reply.ts';

/** What the house says by itself to messages that have just come, in the transaction that stores them. */
export const answerArrivals: AnswerArrivals = async (_tx, arrivals) =>
  arrivals.map(({ autoReplyText, ...facts }) => {
    const text = automaticReply({ ...facts, text: autoReplyText });
    return text === null ? null : { name: 'automatic reply', text };
  });
