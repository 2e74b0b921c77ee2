import { expect, it } from 'vitest';
import { pageLanguageOf, renderSplitPage } from './page.ts';

const refused = { language: 'en', state: 'form', text: 'Back at nine' } as const;

it('keeps what the visitor typed, as text, when the form is refused', () => {
  const typed = { name: '"><script>', contact: '', message: '\n</textarea><b>Hi' };
  const page = renderSplitPage({ ...refused, typed, wrong: ['contact'] });
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;"');
  // HTML drops the first line break of a textarea: the visitor's own is the second.
  expect(page).toContain('>\n\n&lt;/textarea&gt;&lt;b&gt;Hi</textarea>');
  expect(page).not.toMatch(/<script|<b>/);
  expect(page).toContain('Back at nine');
});

it('marks the wrong field, and explains what is wrong', () => {
  const typed = { name: 'x'.repeat(61), contact: ' ', message: 'Hi' };
  const page = renderSplitPage({ ...refused, typed, wrong: ['name', 'contact'] });
  expect(page).toMatch(/name="name"[^>]* aria-invalid="true" aria-describedby="name-problem" autofocus>/);
  expect(page).toContain('id="name-problem" role="alert">Please use 60 characters at most.');
  expect(page).toMatch(/name="contact"[^>]* aria-describedby="contact-problem">/);
  expect(page).toContain('id="contact-problem">Please enter how we can reach you.');
  expect(page).not.toContain('message-problem');
});

it('gives the texts of owner and visitor their own direction in a right-to-left page', () => {
  const page = renderSplitPage({ ...refused, language: 'ar' });
  expect(page).toContain('dir="rtl"');
  expect(page).toContain('<p class="lead" dir="auto">Back at nine');
  for (const field of ['name', 'contact', 'message'])
    expect(page).toMatch(new RegExp(`name="${field}"[^>]* dir="auto"`));
});

it('marks no field before the form is sent', () => {
  const page = renderSplitPage(refused);
  expect(page).not.toContain('aria-invalid="true"');
  expect(page).not.toContain('class="problem"');
});

it('doesn’t take a property of every object for a language', () => {
  expect(['constructor', '__proto__;q=1, es'].map(pageLanguageOf)).toEqual(['en', 'es']);
});
