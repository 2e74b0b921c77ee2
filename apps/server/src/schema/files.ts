import type { FilePurpose } from '@parley/contract/files';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment } from '../base/db/columns.ts';
import type { WorkspaceId } from '../base/ids.ts';

/**
 * uploading: announced; stored: present and checked; kept: in use; released: no longer in use; removing: being
 * deleted.
 */
export type FileState = 'uploading' | 'stored' | 'kept' | 'released' | 'removing';

export const files = pgTable('files', {
  id: uuid('id').primaryKey(),
  /** Null: the operator's file. */
  workspaceId: uuid('workspace_id').$type<WorkspaceId>(),
  purpose: text('purpose').$type<FilePurpose>().notNull(),
  name: text('name').notNull(),
  contentType: text('content_type').notNull(),
  size: integer('size').notNull(),
  state: text('state').$type<FileState>().notNull(),
  stateSince: moment('state_since').notNull(),
  uploadTokenHash: text('upload_token_hash'),
  /** The uploader if not the owner: see `uploaderOf`. */
  uploadedBy: text('uploaded_by'),
  createdAt: createdAt(),
  /** In pixels. */
  width: integer('width'),
  height: integer('height'),
  durationMs: integer('duration_ms'),
  /** The loudness of a short recording, in steps. */
  waveform: text('waveform'),
  /** The size of its preview in bytes; null: it has none. */
  previewSize: integer('preview_size'),
});

export type FileRow = typeof files.$inferSelect;
