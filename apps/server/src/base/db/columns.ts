/** Columns that many tables share, so that each is declared and typed the same way everywhere. */
import { bigint, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { WorkspaceId } from '../ids.ts';

/** The workspace that owns the row: the first column of the table's key. */
export const workspaceId = () => uuid('workspace_id').$type<WorkspaceId>().notNull();

/** The row's id within its workspace. */
export const id = () => uuid('id').notNull();

/** A point in time; a `Date` in the server. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The time at which the row was created, by the database's clock. */
export const createdAt = () => moment('created_at').notNull().defaultNow();

/** A whole number beyond 32 bits; all values fit a double exactly. */
export const count = (name: string) => bigint(name, { mode: 'number' });
