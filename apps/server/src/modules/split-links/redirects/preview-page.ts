/** The page served to link-preview robots instead of the target's: Open Graph, https://ogp.me. */
import { escapeHtml } from './page.ts';

export type LinkPreview = { title: string; text: string; imageUrl: string | null };

/** Returns a complete document. `url`: where to lead a person who was mistaken for a robot; null for nowhere. */
export function renderPreviewPage({ title, text, imageUrl }: LinkPreview, url: string | null): string {
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}">`;
  const tags = [
    property('og:type', 'website'),
    property('og:title', title),
    ...(text === '' ? [] : [property('og:description', text)]),
    ...(imageUrl === null ? [] : [property('og:image', imageUrl)]),
    `<meta name="twitter:card" content="${imageUrl === null ? 'summary' : 'summary_large_image'}">`,
  ];
  const name = escapeHtml(title);
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name}</title>
${tags.join('\n')}
</head>
<body>
<p>${url === null ? name : `<a href="${escapeHtml(url)}">${name}</a>`}</p>
</body>
</html>
`;
}
