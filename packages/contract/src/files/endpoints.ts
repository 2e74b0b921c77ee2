/**
 * Uploads: request an address, put the file's bytes there, report that it is complete. Files that are not taken into
 * use (by a profile, a certification, a brand, an import) are removed after a day.
 *
 * Two addresses carry bytes and are not part of this contract: `PUT /api/files/upload/:token`, where the presigned
 * address points when files are kept on the server's disk, and `GET /api/files/:fileId`, which serves them.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, nameText, spreadsheetMediaType, time } from '../values.ts';

export const filePurpose = z.enum(['avatar', 'certification', 'brand', 'dedupe-import']);
export type FilePurpose = z.output<typeof filePurpose>;

const MiB = 1024 * 1024;
const pictures = ['image/png', 'image/jpeg', 'image/webp'] as const;

type FileRules = {
  contentTypes: readonly string[];
  maxBytes: number;
  public: boolean;
  /** `stream`: too large for memory; read by its purpose alone and never served. */
  read: 'whole' | 'stream';
};

/** The limits of each purpose: media types and bytes. Forms check the same before they upload. */
export const fileRules: Readonly<Record<FilePurpose, FileRules>> = {
  avatar: { contentTypes: pictures, maxBytes: 2 * MiB, public: true, read: 'whole' },
  brand: { contentTypes: pictures, maxBytes: 2 * MiB, public: true, read: 'whole' },
  certification: {
    contentTypes: ['application/pdf', 'image/png', 'image/jpeg'],
    maxBytes: 10 * MiB,
    public: false,
    read: 'whole',
  },
  'dedupe-import': {
    contentTypes: ['text/csv', 'text/plain', spreadsheetMediaType],
    maxBytes: 128 * MiB,
    public: false,
    read: 'stream',
  },
};

export const presignUpload = endpoint({
  method: 'GET',
  path: '/admin/api/infra/file/getR2Presign',
  audience: ['console', 'operator'],
  summary: 'Where and how a file may be put. Brands are the operator’s, all others the console’s (403).',
  query: z.strictObject({
    fileName: nameText(200),
    contentType: z.string().min(1).max(100),
    size: z.coerce.number().int().min(1).max(1_000_000_000),
    purpose: filePurpose,
  }),
  answer: z.object({
    fileId: id,
    uploadUrl: z.string(),
    method: z.literal('PUT'),
    /** To be sent with the bytes exactly so. */
    headers: z.record(z.string(), z.string()),
    expiresAt: time,
  }),
  errors: ['auth.forbidden', 'file.type-refused', 'file.too-large', 'file.too-many'],
  rateLimit: { max: 60, windowSeconds: 600, per: 'session' },
  stores: true,
});

export const completeUpload = endpoint({
  method: 'POST',
  path: '/api/files/complete',
  audience: ['console', 'operator'],
  summary: 'Verifies an uploaded file: it has to exist, with the announced size and of its declared type.',
  body: z.strictObject({ fileId: id }),
  answer: z.object({ fileId: id, url: z.string() }),
  errors: ['resource.not-found', 'file.not-uploaded', 'file.too-large', 'file.type-refused'],
  rateLimit: { max: 60, windowSeconds: 600, per: 'session' },
  audit: { none: 'A file alone does nothing; what it is used for is recorded.' },
});
