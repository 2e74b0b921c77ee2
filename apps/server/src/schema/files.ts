import type { FilePurpose } from '@parley/contract/files';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../base/db/columns.ts';
import type { WorkspaceId } from '../base/ids.ts';

/** uploading: announced; stored: there and looked at; kept: in use; released: no longer; removing: its bytes are going. */
export type FileState = 'uploading' | 'stored' | 'kept' | 'released' | 'removing';

export const files = pgTable('files', {
  id: uuid('id').primaryKey(),
  /** Null: the operator's. */
  workspaceId: uuid('workspace_id').$type<WorkspaceId>(),
  purpose: text('purpose').$type<FilePurpose>().notNull(),
  name: text('name').notNull(),
  contentType: text('content_type').notNull(),
  size: integer('size').notNull(),
  state: text('state').$type<FileState>().notNull(),
  stateSince: moment('state_since').notNull(),
  uploadTokenHash: text('upload_token_hash'),
  /** The uploader where it isn't the owner: see `uploaderOf`. */
  uploadedBy: text('uploaded_by'),
  createdAt: createdAt(),
  /** Pixels. */
  width: integer('width'),
  height: integer('height'),
  durationMs: integer('duration_ms'),
  /** The loudness of a short recording in steps. */
  waveform: text('waveform'),
  /** Bytes of its preview; null: it has none. */
  previewSize: integer('preview_size'),
});

export type FileRow = typeof files.$inferSelect;
