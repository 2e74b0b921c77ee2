/** The message templates of a social account, in memory. */
import * as templatesApi from '@parley/contract/message-templates';
import { has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId } from '../../../lib/testing/samples.ts';

export type MessageTemplateWorld = {
  messageTemplates: templatesApi.MessageTemplate[];
  templateFetch: templatesApi.TemplateFetch;
};

export const someMessageTemplate = (
  given: Partial<templatesApi.MessageTemplate> = {},
): templatesApi.MessageTemplate => ({
  id: sampleId(9, 1),
  socialAccountId: sampleId(3, 1),
  name: 'order_sent',
  language: 'es',
  category: 'utility',
  state: 'approved',
  header: null,
  body: 'Hola {{1}}: su pedido llega hoy.',
  footer: null,
  buttons: [],
  removedAt: null,
  ...given,
});

/** A fetch succeeds without changes. */
export function messageTemplateRoutes(world: MessageTemplateWorld): Route[] {
  return [
    route(templatesApi.messageTemplatePage, ({ query }) => ({
      ...pageOf(
        world.messageTemplates.filter(({ name, body }) => has(`${name} ${body}`, query.search)),
        query,
      ),
      fetch: world.templateFetch,
    })),
    route(templatesApi.fetchMessageTemplates, () => {
      world.templateFetch = { ...world.templateFetch, fetchedAt: 1_770_000_000_000, problem: null };
      return world.templateFetch;
    }),
  ];
}
