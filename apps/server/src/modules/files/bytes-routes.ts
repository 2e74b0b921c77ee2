/**
 * Receives and serves files' bytes, without envelope or JSON. Receives uploads only while files are stored on this
 * machine.
 */
import { Readable } from 'node:stream';
import { fileRules } from '@parley/contract/files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../../base/http/admission.ts';
import { AppError } from '../../base/http/app-error.ts';
import { requestedRange } from '../../base/http/byte-range.ts';
import type { FileRow } from '../../schema/files.ts';
import { previewType } from './inspection/media-facts.ts';
import { keptKey, previewKey } from './keys.ts';
import {
  type FilesDeps,
  readCompleteFile,
  receiveUpload,
  streamFrom,
  uploadOf,
  uploadPath,
  visitorUploadPath,
} from './service.ts';
import type { FileAddresses } from './signed-address.ts';

export type BytesDeps = FilesDeps & {
  edge: FastifyInstance;
  admission: Admission;
  demoMode: boolean;
  fileAddresses: FileAddresses;
  rateLimitFactor: number;
};

const largest = Math.max(...Object.values(fileRules).flatMap(({ maxBytes }) => [...maxBytes.values()]));
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function registerBytesRoutes(deps: BytesDeps): Promise<void> {
  const { demoMode, rateLimitFactor } = deps;
  const limit = (max: number, seconds: number) => ({
    rateLimit: { max: Math.ceil(max * rateLimitFactor), timeWindow: seconds * 1000 },
  });
  await deps.edge.register((routes, _options, done) => {
    routes.removeAllContentTypeParsers();
    // Streamed, because a list of people is too large for memory. Receiving stops at the announced size.
    routes.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body));
    // The token is the permission; it is checked before a byte is read.
    const uploads = new WeakMap<FastifyRequest, FileRow>();
    const receiveLatest = createReceiving(deps);
    const upload = {
      schema: { hide: true },
      bodyLimit: largest,
      config: { ...limit(300, 600), streamsBody: true },
      onRequest: async (request: FastifyRequest) => {
        if (demoMode) throw new AppError('demo.read-only');
        const { token } = request.params as { token: string }; // the route's own parameter
        const file = await uploadOf(deps, token);
        if (request.headers['content-type'] !== file.contentType) {
          throw new AppError('request.wrong-media-type');
        }
        const announced = Number(request.headers['content-length'] ?? 0);
        if (announced > (fileRules[file.purpose].maxBytes.get(file.contentType) ?? 0))
          throw new AppError('request.too-large');
        uploads.set(request, file);
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const file = uploads.get(request);
        const body = request.body instanceof Readable ? request.body : Readable.from([]);
        if (file) await receiveLatest(file, body);
        return reply.status(200).send();
      },
    };
    routes.put(`${uploadPath}:token`, upload);
    routes.put(`${visitorUploadPath}:token`, upload);
    routes.get('/api/files/:fileId', {
      schema: { hide: true },
      config: limit(600, 60),
      handler: (request, reply) => serve(deps, request, reply),
    });
    routes.get('/api/files/:fileId/preview', {
      schema: { hide: true },
      config: limit(600, 60),
      handler: (request, reply) => servePreview(deps, request, reply),
    });
    done();
  });
}

/**
 * Receives one body of an upload at a time, because connections that are kept open would otherwise use up the file's
 * size each. The latest aborts the previous one, whose connection the client may have lost.
 */
function createReceiving(deps: FilesDeps) {
  const arriving = new Map<string, Readable>();
  return async (file: FileRow, body: Readable): Promise<void> => {
    arriving.get(file.id)?.destroy(new AppError('file.not-uploaded'));
    arriving.set(file.id, body);
    try {
      await receiveUpload(deps, file, body);
    } finally {
      if (arriving.get(file.id) === body) arriving.delete(file.id);
    }
  };
}

/** Returns the complete file that a request names, if the sender may see it. */
async function requestedFile(deps: BytesDeps, request: FastifyRequest): Promise<FileRow> {
  const { fileId } = request.params as { fileId: string }; // the route's own parameter
  if (!uuid.test(fileId)) throw new AppError('resource.not-found');
  const file = await readCompleteFile(deps, fileId);
  await assertMaySee(deps, request, file);
  return file;
}

async function servePreview(
  deps: BytesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await requestedFile(deps, request);
  const size = file.previewSize;
  if (size === null) throw new AppError('resource.not-found');
  reply
    .headers(headersOf({ ...file, contentType: previewType }))
    .header('etag', `"${file.id}-preview"`)
    .header('content-length', size);
  const whole = { first: 0, last: size - 1 };
  return reply.send(
    request.method === 'HEAD' ? Readable.from([]) : await streamFrom(deps, previewKey(file.id), whole),
  );
}

async function serve(deps: BytesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const file = await requestedFile(deps, request);
  // A file never changes, so its id identifies the bytes.
  const tag = `"${file.id}"`;
  const { range, 'if-range': ifRange } = request.headers;
  reply.headers(headersOf(file)).header('etag', tag).header('accept-ranges', 'bytes');
  // A platform may send a file of zero bytes, which has no ranges.
  if (file.size === 0) return reply.header('content-length', 0).send(Readable.from([]));
  const requested = requestedRange({ range, ifRange: ifRange?.toString() }, { size: file.size, tag });
  if (requested.kind === 'unsatisfiable') {
    return reply.status(416).header('content-range', `bytes */${file.size}`).send();
  }
  const { first, last } = requested.kind === 'part' ? requested : { first: 0, last: file.size - 1 };
  if (requested.kind === 'part') {
    reply.status(206).header('content-range', `bytes ${first}-${last}/${file.size}`);
  }
  // Fastify reads the body of a HEAD response to its end without sending it.
  const isHead = request.method === 'HEAD';
  const body = isHead ? Readable.from([]) : await streamFrom(deps, keptKey(file.id), { first, last });
  return reply.header('content-length', last - first + 1).send(body);
}

const cacheControl = {
  // A removed file may remain in caches for a day.
  everybody: 'public, max-age=86400, immutable',
  'owner-and-operator': 'private, no-store',
  // Cached no longer than its signed address is valid.
  workspace: 'private, max-age=3600, immutable',
  signed: 'private, max-age=3600, immutable',
  nobody: 'no-store',
} as const;

function headersOf({ name, contentType, purpose }: FileRow): Record<string, string> {
  const shown = /^(image|audio|video)\//.test(contentType) ? 'inline' : 'attachment';
  return {
    'content-type': contentType,
    'content-disposition': `${shown}; filename*=UTF-8''${escaped(name)}`,
    // A file is not a page of Parley: it must run and load nothing.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': cacheControl[fileRules[purpose].readers],
    // Displayed by the chat's website, which has another origin.
    ...(fileRules[purpose].readers === 'signed' ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
  };
}

/** Admits the readers that the purpose names; all others get a 404, or a 401 without a login. */
async function assertMaySee(
  { admission, fileAddresses }: BytesDeps,
  request: FastifyRequest,
  file: FileRow,
): Promise<void> {
  const { readers } = fileRules[file.purpose];
  if (readers === 'everybody') return;
  if (readers === 'nobody') throw new AppError('resource.not-found');
  const isSigned = () => fileAddresses.isSigned(file.id, request.query);
  if ((readers === 'workspace' || readers === 'signed') && isSigned()) return;
  if (readers === 'signed') throw new AppError('resource.not-found');
  const other = readers === 'workspace' ? 'desk' : 'operator';
  const { caller } = await admission.admit(request, { audience: ['console', other] });
  const isOwn = 'workspaceId' in caller && caller.workspaceId === file.workspaceId;
  if (!isOwn && caller.audience !== 'operator') throw new AppError('resource.not-found');
}

/** Escapes the characters that `encodeURIComponent` leaves and RFC 5987 doesn't allow in a header. */
function escaped(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
