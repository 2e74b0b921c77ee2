import { expect, it } from 'vitest';
import { contactLinkOf } from './contact-links.ts';

it.each([
  ['+34 600 000 000', 'tel:+34600000000'],
  ['(0)20-7946.0958', 'tel:02079460958'],
  ['lucia@shop.example', 'mailto:lucia@shop.example'],
  [' Lucia+spring@Shop.example ', 'mailto:Lucia%2Bspring@Shop.example'],
  ['a?subject=x&bcc=b@shop.example', 'mailto:a%3Fsubject%3Dx%26bcc%3Db@shop.example'],
])('converts %s to a link', (contact, link) => {
  expect(contactLinkOf(contact)).toBe(link);
});

it.each([
  ['a name', '@lucia_m'],
  ['a script', 'javascript:alert(1)'],
  ['a number with more behind it', '+34600000000;ext=1'],
  ['a control code of a telephone', '*21*600000000#'],
  ['too few digits', '112'],
  ['too many digits', '1234567890123456'],
  ['a plus in the middle', '34+600000000'],
  ['two mailboxes', 'a@shop.example,b@shop.example'],
  ['a mailbox with a header', 'a@shop.example?bcc=b@shop.example'],
  ['a mailbox with a line break', 'a@shop.example\nb'],
  ['a mailbox without a domain', 'lucia@shop'],
  ['a text of any length', '1'.repeat(100_000)],
])('makes %s none', (_, contact) => {
  expect(contactLinkOf(contact)).toBeNull();
});
