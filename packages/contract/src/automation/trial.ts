/** The trial: shows how a message would be answered automatically, and why. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, messageText } from '../values.ts';
import { keywordMatch, replySending } from './keyword-rules.ts';
import { shownContent } from './reply-rules.ts';

/** The reason why a conversation gets no automatic replies; `open`: it does. */
export const automationState = z.enum([
  'open',
  /** Switched off in the sub-account's settings. */
  'switched-off',
  'sub-account-disabled',
  'archived',
  /** A person has written in the last 30 minutes. */
  'agent-active',
  /** The conversation has had many automatic replies within minutes: two bots may be answering each other. */
  'too-many-replies',
]);
export type AutomationState = z.output<typeof automationState>;

/** The reason why another welcome template doesn't apply. */
export const templateVerdict = z.enum(['disabled', 'other-sub-accounts', 'less-specific', 'older']);
/** The reason why another matching keyword rule doesn't apply. */
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
    /** The template that applies if the state is `open`. */
    template: z.object({ id, title: z.string(), contents: z.array(shownContent) }).nullable(),
    /** At most the first 50. */
    others: z.array(z.object({ id, title: z.string(), verdict: templateVerdict })),
  }),
  keyword: z.object({
    outcome: z.enum(['answers', 'no-match']),
    /** The rule that applies if the state is `open`; `contents` are those that would be sent. */
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
        /** The number of equally ranked rules from which one was drawn at random. */
        drawnAmong: z.int(),
      })
      .nullable(),
    /** At most the first 50 that match. */
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
    /** Absent: the message has no translation. */
    translation: messageText.optional(),
    /** True if the message begins a session. */
    newSession: z.boolean(),
    /** True if a person has written in the last 30 minutes. */
    agentActive: z.boolean(),
  }),
  answer: automationTrial,
  errors: ['sub-account.not-found'],
  allowedInDemo: true,
  audit: { none: 'Stores and sends nothing.' },
});
