import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, nameText } from '../values.ts';
import { conversationParams } from './shapes.ts';

/** The longest name that a person at the desk gives themselves, in code points. */
export const agentNameLength = 30;

/** The name that a person at the desk goes by among colleagues, who share the sub-account's login. */
export const agentName = nameText(agentNameLength);

/** An act of a colleague in a conversation: has it open, writes in it, or has gone. */
export const colleagueAct = z.enum(['viewing', 'replying', 'left']);
export type ColleagueAct = z.output<typeof colleagueAct>;

export const signalColleagues = endpoint({
  method: 'POST',
  path: '/api/desk/conversations/:conversationId/colleagues',
  audience: ['desk'],
  summary:
    'Shows this desk’s activity in a conversation to the sub-account’s other desks, by the event `colleague`. It expires after 15 seconds unless repeated.',
  params: conversationParams,
  body: z.strictObject({
    /** The client's own id of this open page or window. */
    page: id,
    act: colleagueAct,
    /** The person’s name. */
    name: agentName.optional(),
  }),
  answer: z.null(),
  errors: ['conversation.not-found'],
  rateLimit: { max: 120, windowSeconds: 60, per: 'session' },
  audit: { none: 'Stores nothing.' },
});
