/** A website of a customer of Parley's, with the chat widget in it: one script tag, on another origin. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Shop = { url: string; setEmbed(tag: string): void; close(): void };

const page = (embed: string) => `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tienda de prueba</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; margin: 0; color: #1d2129; background: #f7f8fa; }
  header { background: #fff; padding: 20px 8vw; font-weight: 600; border-bottom: 1px solid #e5e6eb; }
  main { padding: 40px 8vw; display: grid; gap: 20px; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); }
  article { background: #fff; border: 1px solid #e5e6eb; border-radius: 8px; padding: 24px; }
  article p { margin: 4px 0 0; color: #4e5969; }
</style>
<header>Tienda de prueba</header>
<main>
  <article>Camisa de lino<p>29,90 €</p></article>
  <article>Zapatos de cuero<p>84,00 €</p></article>
  <article>Bolso de viaje<p>59,50 €</p></article>
</main>
${embed}
</html>
`;

export async function openShop(host: string, port: number): Promise<Shop> {
  let embed = '';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(embed));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // Listening on TCP, so the address is never a pipe's name.
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${bound}`,
    setEmbed(tag) {
      embed = tag;
    },
    close: () => server.close(),
  };
}
