import type { MessageTemplate } from '@parley/contract/message-templates';
import type { MessageTemplateRow } from '../../schema/message-templates.ts';

/** The platform's id stays inside. */
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
