/** The test bench: how a message would be answered automatically, and why. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, messageText } from '../values.ts';
import { keywordMatch, replySending } from './keyword-rules.ts';
import { shownContent } from './reply-rules.ts';

/** Why a conversation is left alone; `open`: it isn't. */
export const automationState = z.enum([
  'open',
  /** The sub-account's switch. */
  'switched-off',
  'sub-account-disabled',
  'archived',
  /** A person has written in the last 30 minutes. */
  'agent-active',
  /** The conversation has had many automatic replies within minutes: two machines may be answering each other. */
  'too-many-replies',
]);
export type AutomationState = z.output<typeof automationState>;

/** Why another welcome template doesn't answer. */
export const templateVerdict = z.enum(['disabled', 'other-sub-accounts', 'less-specific', 'older']);
/** Why another keyword rule that matches doesn't answer. */
export const ruleVerdict = z.enum([
  'disabled',
  'other-sub-accounts',
  'exact-first',
  'longer-first',
  'not-drawn',
]);

export const automationTrial = z.object({
  state: automationState,
  welcome: z.object({
    outcome: z.enum(['answers', 'no-new-session', 'no-template']),
    /** Answers if the state is `open`. */
    template: z.object({ id, title: z.string(), contents: z.array(shownContent) }).nullable(),
    /** The first 50. */
    others: z.array(z.object({ id, title: z.string(), verdict: templateVerdict })),
  }),
  keyword: z.object({
    outcome: z.enum(['answers', 'no-match']),
    /** Answers if the state is `open`; `contents` are those that would be sent. */
    rule: z
      .object({
        id,
        title: z.string(),
        keyword: z.string(),
        match: keywordMatch,
        foundIn: z.enum(['original', 'translation']),
        delaySeconds: z.int(),
        send: replySending,
        contents: z.array(shownContent),
        /** The number of equal rules that the lot was drawn among. */
        drawnAmong: z.int(),
      })
      .nullable(),
    /** The first 50 that match. */
    others: z.array(z.object({ id, title: z.string(), keyword: z.string(), verdict: ruleVerdict })),
  }),
});
export type AutomationTrial = z.output<typeof automationTrial>;

export const tryAutomation = endpoint({
  method: 'POST',
  path: '/api/user/automaticReply/try',
  audience: ['console'],
  summary:
    'Shows how a customer’s message would be answered now, by which template and rule, and why others don’t apply.',
  body: z.strictObject({
    subAccountId: id,
    text: messageText,
    /** Left out: there is none. */
    translation: messageText.optional(),
    /** Does the message begin a session? */
    newSession: z.boolean(),
    /** Has a person written in the last 30 minutes? */
    agentActive: z.boolean(),
  }),
  answer: automationTrial,
  errors: ['sub-account.not-found'],
  allowedInDemo: true,
  audit: { none: 'Stores and sends nothing.' },
});
