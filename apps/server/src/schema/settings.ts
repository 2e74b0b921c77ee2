import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../base/db/columns.ts';

export const systemSettings = pgTable('system_settings', {
  version: integer('version').primaryKey(),
  brandName: text('brand_name').notNull(),
  logoFileId: uuid('logo_file_id'),
  clientMinimumVersion: text('client_minimum_version'),
  windowsDownload: text('windows_download'),
  macosDownload: text('macos_download'),
  registrationOpen: boolean('registration_open').notNull(),
  setBy: uuid('set_by').notNull(),
  createdAt: createdAt(),
});
