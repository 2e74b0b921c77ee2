import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, nameText } from '../values.ts';
import { conversationParams } from './shapes.ts';

/** Maximum length of the name that a person at the desk chooses, in code points. */
export const agentNameLength = 30;

/** The name of a person at the desk, which distinguishes colleagues who share the sub-account's login. */
export const agentName = nameText(agentNameLength);

/** A colleague's activity in a conversation: viewing it, replying, or left. */
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
    /** The client's own id of this page or window. */
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
