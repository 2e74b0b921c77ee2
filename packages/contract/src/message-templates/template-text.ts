/**
 * The content of a message template: texts with placeholders of the form `{{1}}` or `{{name}}`. Names are separate for each
 * part: `{{1}}` of the header is not `{{1}}` of the body.
 */

export type TemplateContent = {
  header: string | null;
  body: string;
  footer: string | null;
  buttons: readonly string[];
};

/** The parts that can have placeholders. */
export type MessageTemplatePart = 'header' | 'body';
export type TemplateField = { part: MessageTemplatePart; name: string };

/** The values of the placeholders, keyed by `fieldKey`. */
export type TemplateValues = Readonly<Record<string, string>>;

const placeholder = /\{\{(\w{1,60})\}\}/g;

export const fieldKey = ({ part, name }: TemplateField): string => `${part}.${name}`;

/** Returns the placeholders of a template in order, without repetitions. */
export function fieldsOf({ header, body }: TemplateContent): TemplateField[] {
  const namesIn = (text: string) => new Set([...text.matchAll(placeholder)].map(([, name = '']) => name));
  return [
    ...[...namesIn(header ?? '')].map((name) => ({ part: 'header' as const, name })),
    ...[...namesIn(body)].map((name) => ({ part: 'body' as const, name })),
  ];
}

/** Returns a part with its values inserted; a placeholder without a value stays as it is. */
export function fillPart(part: MessageTemplatePart, text: string, values: TemplateValues): string {
  // An own key, not one of the prototype's: platforms choose the names.
  return text.replace(placeholder, (whole, name: string) => {
    const key = fieldKey({ part, name });
    return Object.hasOwn(values, key) ? (values[key] ?? whole) : whole;
  });
}

/** Returns the text of a template as the recipient sees it: the parts separated by line breaks, the buttons in brackets. */
export function fillTemplate(content: TemplateContent, values: TemplateValues): string {
  const { header, body, footer, buttons } = content;
  const parts = [
    header === null ? '' : fillPart('header', header, values),
    fillPart('body', body, values),
    footer ?? '',
    buttons.map((label) => `[${label}]`).join(' '),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Returns whether the values are exactly those of the placeholders. */
export function fitsTemplate(content: TemplateContent, values: TemplateValues): boolean {
  const keys = fieldsOf(content).map(fieldKey);
  return keys.every((key) => Object.hasOwn(values, key)) && Object.keys(values).length === keys.length;
}
