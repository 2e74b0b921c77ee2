/** A customer's website on another origin, with the chat in one script tag, under a policy as strict as possible. */
import { once } from 'node:events';
import { createServer } from 'node:http';

export type Shop = {
  /** Its origin. */
  url: string;
  /** Sets the script tag of its pages, as displayed by the console. */
  embed(tag: string): void;
  close(): Promise<void>;
};

const page = (tag: string) => `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tienda</title>
<link rel="stylesheet" href="/shop.css">
${tag}
</head>
<body>
<header>La tienda de Clara</header>
<main>
<h1>Novedades</h1>
<article><h2>Camisa de lino</h2><p>29,90 €</p></article>
<article><h2>Zapatos de cuero</h2><p>84,00 €</p></article>
<article><h2>Bolso de viaje</h2><p>59,50 €</p></article>
</main>
</body>
</html>
`;

const styles = `
body { font: 16px/1.6 system-ui, sans-serif; margin: 0; color: #1d2129; background: #f7f8fa }
header { background: #fff; padding: 20px 8vw; font-weight: 600; border-bottom: 1px solid #e5e6eb }
main { padding: 24px 8vw; display: grid; gap: 20px; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)) }
h1 { grid-column: 1 / -1; margin: 0 }
h2 { font-size: 1rem; margin: 0 }
article { background: #fff; border: 1px solid #e5e6eb; border-radius: 8px; padding: 24px }
article p { margin: 4px 0 0; color: #4e5969 }
@media (prefers-color-scheme: dark) {
  body { background: #101114; color: #e8e8ea }
  header, article { background: #1a1b1f; border-color: #2e3036 }
  article p { color: #a9adb6 }
}
`;

/** @param server the origin from which its pages may load the chat */
export async function openShop(server: string): Promise<Shop> {
  let tag = '';
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `script-src ${server}`,
    `connect-src ${server}`,
    `img-src ${server}`,
    `media-src ${server}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const http = createServer((request, response) => {
    if (request.url === '/shop.css') return response.setHeader('content-type', 'text/css').end(styles);
    if (request.url === '/favicon.ico') return response.writeHead(204).end();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', policy);
    return response.end(page(tag));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return {
    url: `http://localhost:${address.port}`,
    embed(given) {
      tag = given;
    },
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}
