import type { MessageTemplate } from '@parley/contract/message-templates';
import type { MessageTemplateRow } from '../../schema/message-templates.ts';

/** Presents a template without the platform's id, which is internal. */
export function presentTemplate(row: MessageTemplateRow): MessageTemplate {
  return {
    id: row.id,
    socialAccountId: row.socialAccountId,
    name: row.name,
    language: row.language,
    category: row.category,
    state: row.state,
    header: row.header,
    body: row.body,
    footer: row.footer,
    buttons: row.buttons,
    removedAt: row.removedAt?.getTime() ?? null,
  };
}
