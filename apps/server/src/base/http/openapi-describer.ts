import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { completeDocument } from './openapi-document.ts';
import { securitySchemes } from './openapi-security.ts';

/** Returns what to answer a GET for the document, or for a file of the page that shows it. */
export type Describer = (
  path: string,
) => Promise<{ status: number; headers: Record<string, string>; body: Buffer }>;

/** Response headers that are passed on; the listening server sets the others. */
const passedOn = 'content-type content-security-policy location cache-control'.split(' ');

/**
 * Describes the routes with a separate server that has them without handlers and never listens, because the library
 * can't add routes of a server that is ready.
 */
export async function describeRoutes(routes: readonly RouteOptions[]): Promise<Describer> {
  const app = Fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parley',
        version: '1',
        description: 'Answers are envelopes: `{code, msg, data}`.',
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: '/', description: 'This installation.' }],
      components: { securitySchemes },
    },
    transform: jsonSchemaTransform,
    transformObject: (made) =>
      completeDocument('openapiObject' in made ? made.openapiObject : made.swaggerObject),
  });
  for (const { method, url, schema } of routes) {
    if (method === 'HEAD' || hidden(schema)) continue;
    app.route({ method, url, ...(schema ? { schema } : {}), handler: async () => null });
  }
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    theme: { title: 'Parley API' },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.ready();
  return async (path) => {
    const { statusCode: status, headers, rawPayload: body } = await app.inject({ url: path });
    return { status, headers: only(passedOn, headers), body };
  };
}

function only(names: readonly string[], headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = names.filter((name) => headers[name] !== undefined);
  return Object.fromEntries(kept.map((name) => [name, String(headers[name])]));
}

const hidden = (schema: RouteOptions['schema']): boolean => schema?.hide === true;
