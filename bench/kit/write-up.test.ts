import { expect, test } from 'vitest';
import { withSection } from './write-up.ts';

const page =
  '# Speed\n<!-- bench:a -->\nold\n<!-- /bench:a -->\nbetween\n<!-- bench:b --><!-- /bench:b -->\nend\n';

test('replaces one section and keeps the rest', () => {
  const written = withSection(page, 'a', 'new\n');
  expect(written).toBe(page.replace('\nold\n', '\n\nnew\n\n'));
  expect(withSection(written, 'a', 'new')).toBe(written);
});

test('a page without the section, or with half of it, is refused', () => {
  expect(() => withSection(page, 'c', 'x')).toThrow('bench:c');
  expect(() => withSection(page.replace('<!-- /bench:a -->', ''), 'a', 'x')).toThrow('bench:a');
});
