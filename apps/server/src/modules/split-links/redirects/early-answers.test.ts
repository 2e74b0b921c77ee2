import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { answerVisitsEarly } from './early-answers.ts';

it('leaves a failure to the framework', async () => {
  const edge = fastify();
  onTestFinished(() => edge.close());
  const redirects = {
    findDestination() {
      throw new Error('no such luck');
    },
  };
  const metrics = { requestSeconds: { labels: () => ({ observe: () => undefined }) } };
  const deps = { edge, redirects, metrics, trustProxy: false, publicUrl: null } as never; // the members that are used
  const destinationOf = answerVisitsEarly(deps);
  edge.get('/s/:code', async (request) => destinationOf(request));
  const url = await edge.listen({ host: '127.0.0.1', port: 0 });
  expect((await fetch(`${url}/s/spring`)).status).toBe(500);
});
