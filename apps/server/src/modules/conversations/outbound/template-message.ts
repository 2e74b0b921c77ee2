/** Validates messages made from a message template: they contain exactly what their agent has seen. */
import { fillTemplate, fitsTemplate } from '@parley/contract/message-templates';
import type { Handle } from '../../../base/db/database.ts';
import { storableText } from '../../../base/db/storable-text.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { ConversationRow, StoredTemplate } from '../../../schema/conversations.ts';
import type { MessageTemplateRow } from '../../../schema/message-templates.ts';
import { findApproved } from '../../message-templates/index.ts';

export type FilledTemplate = { id: string; values: Record<string, string> };

/** Throws `template.not-found`, or `template.values` if the values don't match its placeholders. */
export async function findFilled(
  handle: Handle,
  { workspaceId, socialAccountId }: Pick<ConversationRow, 'workspaceId' | 'socialAccountId'>,
  { id, values }: FilledTemplate,
): Promise<{ row: MessageTemplateRow; text: string }> {
  const row = assertFound(await findApproved(handle, workspaceId, socialAccountId, id), 'template.not-found');
  if (!fitsTemplate(row, values)) throw new AppError('template.values');
  return { row, text: storableText(fillTemplate(row, values)) };
}

/** @param preview its translation for the agent; null if none was requested */
export function storedTemplate(
  row: MessageTemplateRow,
  values: FilledTemplate['values'],
  preview: { translation: string; target: string } | null,
): StoredTemplate {
  return {
    id: row.id,
    platformId: row.platformTemplateId,
    name: row.name,
    language: row.language,
    values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, storableText(value)])),
    translation: preview?.translation ?? null,
    translationLanguage: preview?.target ?? null,
  };
}
