/** Completes each operation of the OpenAPI document with its name, audiences and error responses. */
import {
  allEndpoints,
  type Endpoint,
  type ErrorId,
  errorCatalogue,
  errorMessage,
  httpStatus,
} from '@parley/contract';
import { allExamples, type Example } from '@parley/contract/examples';
import { z } from 'zod';

/** Errors of any endpoint: invalid requests, too many requests, and an unavailable server. */
const anywhere = [
  'request.invalid',
  'request.malformed',
  'request.too-many',
  'server.failed',
  'server.unavailable',
  'server.too-slow',
] as const satisfies readonly ErrorId[];
/** Errors of endpoints that require a login. */
const withLogIn = [
  'auth.required',
  'auth.token-illegal',
  'auth.session-ended',
  'auth.session-expired',
  'auth.forbidden',
  'auth.wrong-audience',
] as const satisfies readonly ErrorId[];
/** Errors of endpoints that change data. */
const withChange = ['request.forged', 'demo.read-only'] as const satisfies readonly ErrorId[];

const failure = { $ref: '#/components/schemas/Failure' };
/** The schema `Failure`, shared by all operations. */
const failureSchema = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer', description: 'The number in the error catalogue.' },
    msg: { type: 'string', description: 'A sentence in the caller’s language.' },
    data: {
      type: 'object',
      required: ['error', 'requestId'],
      properties: {
        error: { type: 'string', description: 'Stable: what programs branch on.' },
        requestId: { type: 'string', description: 'Finds the lines of the server’s log.' },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'The first 50 fields that are not valid, dotted, each with a sentence.',
        },
        details: {
          type: 'object',
          additionalProperties: { type: ['string', 'number'] },
          description: 'Facts that the sentence was made from.',
        },
      },
    },
  },
};

/** The parts of a document that this file reads and writes; the rest is passed on unchanged. */
const media = z.record(z.string(), z.looseObject({}));
const looseOperation = z.looseObject({
  parameters: z.array(z.looseObject({ in: z.string(), name: z.string() })).optional(),
  requestBody: z.looseObject({ content: media }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: media.optional() })),
});
const document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), looseOperation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()).optional() }).optional(),
});

type Documented = { name: string; endpoint: Endpoint };
const documented: ReadonlyMap<string, Documented> = new Map(
  [...allEndpoints].map(([name, endpoint]) => [
    `${endpoint.method.toLowerCase()} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
    { name, endpoint },
  ]),
);

/**
 * Completes a document generated from the endpoints' schemas. Operations that aren't in the contract remain
 * unchanged.
 */
export function completeDocument(made: object): object {
  const read = document.parse(made);
  const paths = Object.entries(read.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const it = documented.get(`${method} ${path}`);
        return [method, it === undefined ? operation : completeOperation(operation, it)];
      }),
    ),
  ]);
  const schemas = { ...read.components?.schemas, Failure: failureSchema };
  return { ...read, paths: Object.fromEntries(paths), components: { ...read.components, schemas } };
}

function completeOperation(
  operation: z.output<typeof looseOperation>,
  { name, endpoint }: Documented,
): z.output<typeof looseOperation> {
  const { parameters, requestBody, responses } = withExample(operation, allExamples.get(name) ?? {});
  return {
    // Exported names are unique in the contract; the part before the dot is their module.
    operationId: name.slice(name.indexOf('.') + 1),
    ...operation,
    ...(parameters && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...responses, ...refusalsOf(endpoint) },
  };
}

const json = 'application/json';

/** Adds the endpoint's example to the operation's parameters, body and response. File responses have none. */
function withExample(
  { parameters, requestBody, responses }: z.output<typeof looseOperation>,
  { params, query, body, answer }: Example,
): Pick<z.output<typeof looseOperation>, 'parameters' | 'requestBody' | 'responses'> {
  const values = { path: params, query } as Readonly<Record<string, Example['params']>>; // keyed by OpenAPI's terms
  const success = responses[200];
  const envelope = { code: 200, msg: 'success', data: answer };
  return {
    parameters: parameters?.map((parameter) => {
      const example = values[parameter.in]?.[parameter.name];
      return example === undefined ? parameter : { ...parameter, example };
    }),
    requestBody:
      body === undefined || requestBody === undefined
        ? requestBody
        : { ...requestBody, content: showing(requestBody.content, body) },
    responses:
      answer === undefined || success?.content === undefined
        ? responses
        : { ...responses, 200: { ...success, content: showing(success.content, envelope) } },
  };
}

const showing = (content: z.output<typeof media>, example: unknown): z.output<typeof media> => ({
  ...content,
  [json]: { ...content[json], example },
});

function refusalsOf(endpoint: Endpoint): Record<string, ReturnType<typeof refusal>> {
  const ids = new Set<ErrorId>([
    ...(endpoint.errors ?? []),
    ...anywhere,
    ...(endpoint.audience.includes('public') ? [] : withLogIn),
    ...(endpoint.method === 'GET' ? [] : withChange),
  ]);
  const byStatus = Map.groupBy(ids, (id) => httpStatus(errorCatalogue[id].code));
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, errors]) => [String(status), refusal(endpoint, errors)]),
  );
}

/** Lists the endpoint's own errors as examples, and those of all endpoints by name. */
function refusal(endpoint: Endpoint, errors: readonly ErrorId[]) {
  const own = errors.filter((id) => endpoint.errors?.includes(id));
  const examples = Object.fromEntries(own.map((id) => [id, { value: exampleOf(id) }]));
  return {
    description: errors.map((id) => `\`${id}\`: ${errorMessage(id, 'en-US')}`).join('\n\n'),
    content: { [json]: { schema: failure, ...(own.length > 0 ? { examples } : {}) } },
  };
}

function exampleOf(id: ErrorId) {
  return {
    code: errorCatalogue[id].code,
    msg: errorMessage(id, 'en-US'),
    data: { error: id, requestId: '01980d5e-7c1a-7000-8000-000000000000' },
  };
}
