/** Message templates: texts that a platform approves before the business may send them. */
import { z } from 'zod';
import { endpoint, outsideCheckLimit } from '../endpoint.ts';
import { id, page, pageQuery } from '../values.ts';
import { messageTemplate, templateFetch, templateValues } from './shapes.ts';

const search = z.string().max(100).optional();

export const deskMessageTemplates = endpoint({
  method: 'GET',
  path: '/api/desk/conversations/:conversationId/templates',
  audience: ['desk'],
  summary:
    'The approved templates that can be sent to this customer: those in the customer’s language first, then sorted by name. `search` matches names and texts.',
  params: z.strictObject({ conversationId: id }),
  query: z.strictObject({ ...pageQuery, search }),
  answer: page(messageTemplate),
  errors: ['conversation.not-found'],
});

export const translateMessageTemplate = endpoint({
  method: 'POST',
  path: '/api/desk/conversations/:conversationId/templates/translate',
  audience: ['desk'],
  summary:
    'Translates a template with its values for the agent. Charged once; the message sent under this id keeps the translation. The customer receives the template in its own language.',
  params: z.strictObject({ conversationId: id }),
  body: z.strictObject({
    /** The id under which the message will be sent. */
    messageId: id,
    templateId: id,
    values: templateValues,
  }),
  answer: z.object({
    /** Null if nothing needs translating. */
    translation: z.string().nullable(),
    target: z.string(),
    characters: z.int(),
  }),
  errors: [
    'conversation.not-found',
    'template.not-found',
    'template.values',
    'translation.failed',
    'characters.short',
  ],
  audit: { none: 'Translates and stores nothing but the usage record.' },
});

export const messageTemplatePage = endpoint({
  method: 'GET',
  path: '/api/user/socialAccount/templates',
  audience: ['console'],
  summary: 'A social account’s templates sorted by name, followed by those that the platform no longer has.',
  query: z.strictObject({
    ...pageQuery,
    socialAccountId: id,
    search,
    state: messageTemplate.shape.state.optional(),
  }),
  answer: page(messageTemplate).extend({ fetch: templateFetch }),
});

export const fetchMessageTemplates = endpoint({
  method: 'POST',
  path: '/api/user/socialAccount/templates/fetch',
  audience: ['console'],
  summary:
    'Fetches a social account’s templates from its platform now. Failures are part of the answer, and previously fetched templates stay.',
  body: z.strictObject({ socialAccountId: id }),
  answer: templateFetch,
  errors: ['template.unsupported', 'proxy.not-found'],
  rateLimit: outsideCheckLimit,
  audit: { none: 'Reads the platform’s list, which the owner can’t change here.' },
});
