import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '../db/columns.ts';

export const mails = pgTable(
  'mails',
  {
    id: id(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    state: text('state').notNull(),
    problem: text('problem'),
    createdAt: createdAt(),
    secret: text('secret'),
    secretUntil: moment('secret_until'),
  },
  (table) => [primaryKey({ columns: [table.id] })],
);
