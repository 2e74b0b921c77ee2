/** Receives and serves files' bytes, without envelope or JSON. Uploads come here only while files are kept on this machine. */
import { Readable } from 'node:stream';
import { fileRules } from '@parley/contract/files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../../base/http/admission.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { FileRow } from '../../schema/files.ts';
import { bytesOf, completeFile, type FilesDeps, receive, uploadOf, uploadPath } from './service.ts';

export type BytesDeps = FilesDeps & {
  edge: FastifyInstance;
  admission: Admission;
  demoMode: boolean;
  rateLimitFactor: number;
};

const largest = Math.max(...Object.values(fileRules).map(({ maxBytes }) => maxBytes));
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function registerBytesRoutes(deps: BytesDeps): Promise<void> {
  const { demoMode, rateLimitFactor } = deps;
  const limit = (max: number, seconds: number) => ({
    rateLimit: { max: Math.ceil(max * rateLimitFactor), timeWindow: seconds * 1000 },
  });
  await deps.edge.register((routes, _options, done) => {
    routes.removeAllContentTypeParsers();
    // As they arrive: a list of people is larger than what memory should hold. What is received ends at the announced size.
    routes.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body));
    // The token is the permission; it is looked at before a byte is read.
    const uploads = new WeakMap<FastifyRequest, FileRow>();
    routes.put(`${uploadPath}:token`, {
      schema: { hide: true },
      bodyLimit: largest,
      config: limit(60, 600),
      onRequest: async (request) => {
        if (demoMode) throw new AppError('demo.read-only');
        const { token } = request.params as { token: string }; // the route's own parameter
        const file = await uploadOf(deps, token);
        if (request.headers['content-type'] !== file.contentType) {
          throw new AppError('request.wrong-media-type');
        }
        const announced = Number(request.headers['content-length'] ?? 0);
        if (announced > fileRules[file.purpose].maxBytes) throw new AppError('request.too-large');
        uploads.set(request, file);
      },
      handler: async (request, reply) => {
        const file = uploads.get(request);
        const body = request.body instanceof Readable ? request.body : Readable.from([]);
        if (file) await receive(deps, file, body);
        return reply.status(200).send();
      },
    });
    routes.get('/api/files/:fileId', {
      schema: { hide: true },
      config: limit(600, 60),
      handler: (request, reply) => serve(deps, request, reply),
    });
    done();
  });
}

async function serve(deps: BytesDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { fileId } = request.params as { fileId: string }; // the route's own parameter
  if (!uuid.test(fileId)) throw new AppError('resource.not-found');
  const file = await completeFile(deps, fileId);
  if (fileRules[file.purpose].read !== 'whole') throw new AppError('resource.not-found');
  const isPublic = fileRules[file.purpose].public;
  if (!isPublic) await assertMaySee(deps, request, file);
  const shown = file.contentType.startsWith('image/') ? 'inline' : 'attachment';
  return (
    reply
      .type(file.contentType)
      .header('content-disposition', `${shown}; filename*=UTF-8''${escaped(file.name)}`)
      // The file is not a page of Parley: it must run nothing and reach nothing.
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      // A file never changes; a removed file may stay in caches for a day.
      .header('cache-control', isPublic ? 'public, max-age=86400, immutable' : 'private, no-store')
      .send(await bytesOf(deps, file))
  );
}

/** Admits the owner of a document and the operator who decides on it; all others get a 404. */
async function assertMaySee({ admission }: BytesDeps, request: FastifyRequest, file: FileRow): Promise<void> {
  const { caller } = await admission.admit(request, { audience: ['console', 'operator'] });
  const isOwner = caller.audience === 'console' && caller.workspaceId === file.workspaceId;
  if (!isOwner && caller.audience !== 'operator') throw new AppError('resource.not-found');
}

/** RFC 5987: what `encodeURIComponent` leaves and a header must not carry. */
function escaped(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
