import { messageTemplateLimits as limits } from '@parley/contract/message-templates';
import { expect, it } from 'vitest';
import { acceptedTemplates, type ListedTemplate } from './accepted-templates.ts';

const template = (given: Partial<ListedTemplate> = {}): ListedTemplate => ({
  id: '1',
  name: 'order_sent',
  language: 'es',
  category: 'utility',
  state: 'approved',
  header: null,
  body: 'Hola {{1}}',
  footer: null,
  buttons: [],
  ...given,
});
const long = (most: number) => 'x'.repeat(most);
const fields = (count: number) => Array.from({ length: count }, (_, n) => `{{${n}}}`).join('');

it('keeps templates that are exactly within the limits', () => {
  const largest = template({
    id: long(limits.id),
    name: long(limits.name),
    header: long(limits.header),
    body: fields(limits.fields),
    footer: long(limits.footer),
    buttons: Array.from({ length: limits.buttons }, () => long(limits.button)),
  });
  expect(acceptedTemplates([largest])).toEqual({ kept: [largest], leftOut: 0 });
});

it.each<[string, Partial<ListedTemplate>]>([
  ['an id', { id: long(limits.id + 1) }],
  ['a name', { name: long(limits.name + 1) }],
  ['a language', { language: long(limits.language + 1) }],
  ['a category', { category: long(limits.category + 1) }],
  ['a header', { header: long(limits.header + 1) }],
  ['a body', { body: long(limits.body + 1) }],
  ['a footer', { footer: long(limits.footer + 1) }],
  ['a button', { buttons: [long(limits.button + 1)] }],
  ['too many buttons', { buttons: Array.from({ length: limits.buttons + 1 }, () => 'x') }],
  ['too many placeholders', { body: fields(limits.fields + 1) }],
  ['no text', { body: ' \n' }],
  ['no id', { id: '' }],
])('leaves out a template with %s beyond the limits', (_, given) => {
  expect(acceptedTemplates([template(given), template({ id: '2' })])).toEqual({
    kept: [template({ id: '2' })],
    leftOut: 1,
  });
});

it('keeps the most templates of an account, and each id once, the last one', () => {
  const many = Array.from({ length: limits.account + 2 }, (_, n) => template({ id: String(n) }));
  expect(acceptedTemplates(many)).toMatchObject({ leftOut: 2, kept: { length: limits.account } });
  const twice = [template({ body: 'one' }), template({ body: 'two' })];
  expect(acceptedTemplates(twice)).toEqual({ kept: [template({ body: 'two' })], leftOut: 1 });
});

it('replaces characters that a database can’t store', () => {
  const { kept } = acceptedTemplates([template({ body: 'a\0b', buttons: ['\ud800'] })]);
  expect(kept).toEqual([template({ body: 'a\uFFFDb', buttons: ['\uFFFD'] })]);
});
