import { expect, it } from 'vitest';
import { fieldsOf, fillTemplate, fitsTemplate } from './template-text.ts';

const content = {
  header: 'Order {{1}}',
  body: 'Hi {{name}}, {{1}} is on its way. {{name}}, thanks! {{ not one }} {{}} {single}',
  footer: 'Shop {{1}}',
  buttons: ['Track', 'Stop {{1}}'],
};
const values = { 'header.1': '№ 7', 'body.name': '$& Luz', 'body.1': '{{name}}' };

it('returns each placeholder of header and body once', () => {
  expect(fieldsOf(content)).toEqual([
    { part: 'header', name: '1' },
    { part: 'body', name: 'name' },
    { part: 'body', name: '1' },
  ]);
  expect(fieldsOf({ ...content, header: null, body: 'plain' })).toEqual([]);
});

it('inserts values literally, and leaves footer and buttons unchanged', () => {
  expect(fillTemplate(content, values)).toBe(
    'Order № 7\n\nHi $& Luz, {{name}} is on its way. $& Luz, thanks! {{ not one }} {{}} {single}\n\nShop {{1}}\n\n[Track] [Stop {{1}}]',
  );
});

it('omits missing parts, and keeps placeholders without a value', () => {
  const plain = { header: null, body: '{{constructor}} {{1}}', footer: null, buttons: [] };
  expect(fillTemplate(plain, {})).toBe('{{constructor}} {{1}}');
});

it('requires a value for each placeholder, and no others', () => {
  const { 'body.1': _, ...short } = values;
  expect([values, short, { ...values, 'body.2': 'x' }].map((given) => fitsTemplate(content, given))).toEqual([
    true,
    false,
    false,
  ]);
});
