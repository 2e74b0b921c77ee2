/** The columns that tables share, so that each is written, and read by the compiler, the same way everywhere. */
import { bigint, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { WorkspaceId } from '../ids.ts';

/** The workspace that owns the row: the first column of the table's key. */
export const workspaceId = () => uuid('workspace_id').$type<WorkspaceId>().notNull();

/** The row's own id within its workspace. */
export const id = () => uuid('id').notNull();

/** A point in time, in the server a `Date`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The moment when the row was made, by the database's clock. */
export const createdAt = () => moment('created_at').notNull().defaultNow();

/** A whole number beyond 32 bits; all values fit a double exactly. */
export const count = (name: string) => bigint(name, { mode: 'number' });
