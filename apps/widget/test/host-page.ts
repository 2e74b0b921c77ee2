/** A business's website on another origin, with a strict policy and hostile style sheets. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const site = '0190a0b0-0000-7000-8000-000000000001';

const styles = `
body { margin: 0; font-family: Georgia, serif; background: #fff; color: #222 }
main { max-width: 720px; margin: 60px auto; padding: 0 20px }
/* Styles that a widget should not have to survive, and does. */
* { line-height: 2.5 !important; letter-spacing: 3px !important }
div, parley-chat { display: none !important; opacity: 0.1; transform: rotate(3deg) }
button, textarea { background: red !important; font-size: 40px !important }
@media (prefers-color-scheme: dark) { body { background: #101114; color: #ddd } }
`;

const mild = `
body { margin: 0; font-family: Georgia, serif; background: #fff; color: #222 }
main { max-width: 720px; margin: 60px auto; padding: 0 20px; line-height: 1.6 }
@media (prefers-color-scheme: dark) { body { background: #101114; color: #ddd } }
`;

function page(widget: string, query: URLSearchParams): string {
  const language = query.has('language') ? ` data-language="${query.get('language')}"` : '';
  const sheet = query.has('mild') ? '/mild.css' : '/page.css';
  const tag = `<script async src="${widget}/widget.js" data-site="${site}"${language}></script>`;
  const text = '<h1>Teapots by post</h1><p>Hand-thrown, glazed twice, and packed in straw. '.repeat(6);
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${viewport}<title>Teapots</title>
<link rel="stylesheet" href="${sheet}">${tag}</head><body><main>${text}</main></body></html>`;
}

/** `pictures` means that the page allows pictures from the widget's server. */
function policy(widget: string, pictures: boolean): string {
  return [
    ...(pictures ? [`img-src ${widget}`] : []),
    "default-src 'none'",
    `script-src ${widget}`,
    `connect-src ${widget}`,
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** @param widget the widget server's origin */
export async function serveHostPage(widget: string): Promise<{ port: number; server: Server }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://host');
    if (url.pathname.endsWith('.css')) {
      response.setHeader('content-type', 'text/css').end(url.pathname === '/mild.css' ? mild : styles);
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    // A sandbox without an origin: the browser throws on every use of storage.
    const sandbox = url.searchParams.has('sandbox') ? '; sandbox allow-scripts' : '';
    response.setHeader('content-security-policy', policy(widget, url.searchParams.has('pictures')) + sandbox);
    response.setHeader('set-cookie', 'session=secret');
    response.end(page(widget, url.searchParams));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is never a pipe's name.
  return { port: (server.address() as AddressInfo).port, server };
}
