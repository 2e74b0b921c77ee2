/**
 * Uploads: request an address, upload the file's bytes to it, report completion. Files that are not put to use (by a profile, a
 * certification, a brand, an import, a material, a message) are removed after a day.
 *
 * Two addresses transfer bytes and are not part of this contract: `PUT /api/files/upload/:token`, to which the presigned
 * address points if files are stored on the server's disk, and `GET /api/files/:fileId`, which serves them.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, nameText, spreadsheetMediaType, time } from '../values.ts';

export const filePurpose = z.enum([
  'avatar',
  'certification',
  'brand',
  'dedupe-import',
  'material',
  'message',
  'split-links',
]);
export type FilePurpose = z.output<typeof filePurpose>;

const MiB = 1024 * 1024;
const each = (types: readonly string[], maxBytes: number): [string, number][] =>
  types.map((type) => [type, maxBytes]);
const pictures = each(['image/png', 'image/jpeg', 'image/webp'], 2 * MiB);

const officeTypes = [
  spreadsheetMediaType,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
];

type FileRules = {
  /** The accepted media types, with the maximum size in bytes of each. */
  maxBytes: ReadonlyMap<string, number>;
  /**
   * `everybody`: served without a login. `owner-and-operator`, `workspace`: by a signed address, or to a login of the owner and
   * the operator, or of the owner and the agents. `signed`: only by a signed address, given to those who may see the message.
   * `nobody`: read only for its purpose, never served.
   */
  readers: 'everybody' | 'owner-and-operator' | 'workspace' | 'signed' | 'nobody';
};

/** The rules of each purpose. Forms check them before uploading. */
export const fileRules: Readonly<Record<FilePurpose, FileRules>> = {
  avatar: { maxBytes: new Map(pictures), readers: 'everybody' },
  brand: { maxBytes: new Map(pictures), readers: 'everybody' },
  certification: {
    maxBytes: new Map(each(['application/pdf', 'image/png', 'image/jpeg'], 10 * MiB)),
    readers: 'owner-and-operator',
  },
  'dedupe-import': {
    maxBytes: new Map(each(['text/csv', 'text/plain', spreadsheetMediaType], 128 * MiB)),
    readers: 'nobody',
  },
  'split-links': {
    maxBytes: new Map(each(['text/csv', 'text/plain', spreadsheetMediaType], MiB)),
    readers: 'nobody',
  },
  material: {
    maxBytes: new Map([
      ...each(['image/jpeg', 'image/png', 'image/webp', 'image/gif'], 10 * MiB),
      ...each(['audio/mpeg', 'audio/ogg', 'audio/mp4', 'audio/wav'], 20 * MiB),
      ...each(['video/mp4', 'video/webm'], 50 * MiB),
    ]),
    readers: 'workspace',
  },
  message: {
    maxBytes: new Map([
      ...each(['image/jpeg', 'image/png', 'image/webp', 'image/gif'], 20 * MiB),
      ...each(['audio/mpeg', 'audio/ogg', 'audio/mp4', 'audio/wav', 'audio/webm'], 50 * MiB),
      ...each(['video/mp4', 'video/webm', 'video/quicktime'], 50 * MiB),
      ...each(['application/pdf', 'application/zip', 'text/plain', 'text/csv', ...officeTypes], 50 * MiB),
    ]),
    readers: 'signed',
  },
};

/** The place to upload a file's bytes to. */
export const uploadPlace = z.object({
  fileId: id,
  uploadUrl: z.string(),
  method: z.literal('PUT'),
  /** To be sent unchanged with the bytes. */
  headers: z.record(z.string(), z.string()),
  expiresAt: time,
});
export type UploadPlace = z.output<typeof uploadPlace>;

/** Addresses that show one file without a login, valid for one to two hours. */
export const fileLink = z.object({
  url: z.string(),
  /** A smaller picture in WebP, at most 640 pixels wide and high; null: none. */
  previewUrl: z.string().nullable(),
});
export type FileLink = z.output<typeof fileLink>;

export const presignUpload = endpoint({
  method: 'GET',
  path: '/admin/api/infra/file/getR2Presign',
  audience: ['console', 'operator', 'desk'],
  summary:
    'Where and how a file may be uploaded. Files of a brand are reserved to the operator, files of messages to agents, all others to the console (403).',
  query: z.strictObject({
    fileName: nameText(200),
    contentType: z.string().min(1).max(100),
    size: z.coerce.number().int().min(1).max(1_000_000_000),
    purpose: filePurpose,
  }),
  answer: uploadPlace,
  errors: ['auth.forbidden', 'file.type-refused', 'file.too-large', 'file.too-many'],
  rateLimit: { max: 300, windowSeconds: 600, per: 'session' },
  stores: true,
});

export const completeUpload = endpoint({
  method: 'POST',
  path: '/api/files/complete',
  audience: ['console', 'operator', 'desk'],
  summary: 'Verifies an uploaded file: it must exist, with the announced size and the declared type.',
  body: z.strictObject({ fileId: id }),
  answer: z.object({ fileId: id, url: z.string() }),
  errors: ['resource.not-found', 'file.not-uploaded', 'file.too-large', 'file.type-refused'],
  rateLimit: { max: 300, windowSeconds: 600, per: 'session' },
  audit: { none: 'A file alone does nothing; what it is used for is recorded.' },
});
