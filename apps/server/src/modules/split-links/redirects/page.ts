/** The page of a split link without a destination: plain HTML in the visitor's language, without a script. */
import { type contactForm, contactLimits } from '@parley/contract/split-links';
import { isVisible } from '@parley/contract/values';
import type { z } from 'zod';
import { splitPageTexts } from './page-texts.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** Returns the first of the visitor's languages in which the page exists, else English. */
export function pageLanguageOf(acceptLanguage: string | undefined): string {
  const asked = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';');
      const weight = /^\s*q=([\d.]+)/.exec(parameters.join(';'))?.[1];
      return { language: tag.toLowerCase().split('-')[0] ?? '', weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return asked.find(({ language }) => Object.hasOwn(splitPageTexts, language))?.language ?? 'en';
}

/** The texts as the visitor typed them: untrusted, and of any length. */
export type TypedContact = Record<ContactField, string>;
export type ContactField = keyof z.input<typeof contactForm>;

export type SplitPage = {
  language: string;
  /** `form`: to be filled in; `sent`: stored; `full`: no more are accepted; `unknown`: the code has no link. */
  state: 'form' | 'sent' | 'full' | 'unknown';
  /** The owner's text above the form; empty for Parley's. */
  text: string;
  /** Shown in the form again after a refusal. */
  typed?: TypedContact;
  /** The fields that were refused. */
  wrong?: readonly ContactField[];
};

/** Returns a complete document. Texts of owner and visitor are escaped and keep their line breaks. */
export function renderSplitPage({ language, ...page }: SplitPage): string {
  const { state, text } = page;
  const texts = splitPageTexts[language] ?? splitPageTexts.en;
  const title = state === 'unknown' ? texts.unknownTitle : state === 'sent' ? texts.sentTitle : texts.title;
  const lead = state === 'unknown' ? texts.unknown : state === 'sent' ? texts.sent : text || texts.lead;
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p class="lead" dir="auto">${escapeHtml(lead)}</p>
${state === 'sent' || state === 'unknown' ? '' : formOf(texts, page)}
</main>
</body>
</html>
`;
}

const { name, contact, message } = contactLimits;
const nothingTyped: TypedContact = { name: '', contact: '', message: '' };

function formOf(
  texts: (typeof splitPageTexts)['en'],
  { state, typed = nothingTyped, wrong = [] }: Omit<SplitPage, 'language'>,
): string {
  const problemOf = (field: ContactField) =>
    field === 'contact' && !isVisible(typed.contact)
      ? texts.contactMissing
      : texts.tooLong.replace('{most}', String(contactLimits[field]));
  /** Attributes of a refused field; the first one gets the focus. */
  const marks = (field: ContactField) =>
    !wrong.includes(field)
      ? ''
      : ` aria-invalid="true" aria-describedby="${field}-problem"${field === wrong[0] ? ' autofocus' : ''}`;
  const problem = (field: ContactField) =>
    !wrong.includes(field)
      ? ''
      : `<p class="problem" id="${field}-problem"${field === wrong[0] ? ' role="alert"' : ''}>${escapeHtml(problemOf(field))}</p>`;
  return `<form method="post">
${state === 'full' ? `<p class="problem" role="alert">${escapeHtml(texts.tryLater)}</p>` : ''}
<label>${escapeHtml(texts.name)}<input name="name" maxlength="${name}" autocomplete="name" dir="auto" value="${escapeHtml(typed.name)}"${marks('name')}></label>
${problem('name')}
<label>${escapeHtml(texts.contact)}<input name="contact" maxlength="${contact}" required dir="auto" value="${escapeHtml(typed.contact)}"${marks('contact')}></label>
${problem('contact')}
<label>${escapeHtml(texts.message)}<textarea name="message" maxlength="${message}" rows="4" dir="auto"${marks('message')}>
${escapeHtml(typed.message)}</textarea></label>
${problem('message')}
<button>${escapeHtml(texts.send)}</button>
</form>`;
}

const style = `
:root { font: 16px/1.5 system-ui, sans-serif; color: #1d2129; background: #f2f3f5; }
body { margin: 0; padding: 24px 16px; }
main { max-width: 440px; margin: 6vh auto 0; padding: 24px; background: #fff; border-radius: 8px; box-sizing: border-box; }
h1 { margin: 0 0 8px; font-size: 22px; }
.lead { margin: 0 0 20px; white-space: pre-line; overflow-wrap: anywhere; }
label { display: block; margin-block-end: 14px; font-size: 14px; }
input, textarea { display: block; width: 100%; box-sizing: border-box; margin-block-start: 4px; padding: 8px 10px; font: inherit; font-size: 16px; color: inherit; background: transparent; border: 1px solid #86909c; border-radius: 4px; }
button { width: 100%; padding: 10px; font: inherit; color: #fff; background: #165dff; border: 0; border-radius: 4px; cursor: pointer; }
:focus-visible { outline: 2px solid #165dff; outline-offset: 2px; }
.problem { margin: 0 0 14px; color: #cb2634; }
label + .problem { margin-block-start: -10px; font-size: 14px; }
[aria-invalid] { border-color: #cb2634; }
@media (prefers-color-scheme: dark) {
  :root { color: #e5e6eb; background: #17171a; }
  main { background: #232324; }
  .problem { color: #ff9c9c; }
  [aria-invalid] { border-color: #ff9c9c; }
}
`;
