import { expect, it } from 'vitest';
import { renderPreviewPage } from './preview-page.ts';

it('shows title, text and picture to robots, and leads people on', () => {
  const preview = { title: 'Spring', text: 'All shirts', imageUrl: 'https://shop.example/a.png?b=1&c=2' };
  const page = renderPreviewPage(preview, 'https://t.me/shop?start=1&text=2');
  expect(page).toContain('<meta property="og:title" content="Spring">');
  expect(page).toContain('<meta property="og:description" content="All shirts">');
  expect(page).toContain('<meta property="og:image" content="https://shop.example/a.png?b=1&amp;c=2">');
  expect(page).toContain('<a href="https://t.me/shop?start=1&amp;text=2">Spring</a>');
});

it('escapes the owner’s text', () => {
  const preview = { title: '"><script>alert(1)</script>', text: '', imageUrl: null };
  const page = renderPreviewPage(preview, null);
  expect(page).not.toContain('<script');
  expect(page).not.toContain('og:description');
  expect(page).not.toContain('og:image');
});
