/** Filters a platform's list of templates: keeps valid ones within the limits, each id once. */
import {
  fieldsOf,
  messageTemplateLimits as limits,
  type TemplateContent,
} from '@parley/contract/message-templates';
import { storableText } from '../../base/db/storable-text.ts';

export type ListedTemplate = TemplateContent & {
  id: string;
  name: string;
  language: string;
  category: string;
  state: 'approved' | 'pending' | 'rejected';
};

/** Returns the templates in storable form, and how many were left out. */
export function acceptedTemplates(listed: readonly ListedTemplate[]): {
  kept: ListedTemplate[];
  leftOut: number;
} {
  const kept = new Map<string, ListedTemplate>();
  for (const template of listed) {
    if (kept.size === limits.account) break;
    if (isWithinLimits(template)) kept.set(storableText(template.id), storableOf(template));
  }
  return { kept: [...kept.values()], leftOut: listed.length - kept.size };
}

function isWithinLimits({
  id,
  name,
  language,
  category,
  header,
  body,
  footer,
  buttons,
}: ListedTemplate): boolean {
  const lengths: readonly [string, number][] = [
    [id, limits.id],
    [name, limits.name],
    [language, limits.language],
    [category, limits.category],
    [header ?? '', limits.header],
    [body, limits.body],
    [footer ?? '', limits.footer],
    ...buttons.slice(0, limits.buttons).map((label): [string, number] => [label, limits.button]),
  ];
  return (
    id !== '' &&
    body.trim() !== '' &&
    buttons.length <= limits.buttons &&
    lengths.every(([text, most]) => text.length <= most) &&
    fieldsOf({ header, body, footer, buttons }).length <= limits.fields
  );
}

const storableOf = (given: ListedTemplate): ListedTemplate => ({
  id: storableText(given.id),
  name: storableText(given.name),
  language: storableText(given.language),
  category: storableText(given.category),
  state: given.state,
  header: given.header === null ? null : storableText(given.header),
  body: storableText(given.body),
  footer: given.footer === null ? null : storableText(given.footer),
  buttons: given.buttons.map(storableText),
});
