/** A page with the same number of rows as plain elements, without a framework: the browser's own limit. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Bare = { url: string; close(): void };

/** As long as the benchmark's messages. */
const line = (n: number) => `${n} ${'kata roka mika '.repeat(1 + ((n * 37) % 19))}`;
const items = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `<li class="${name}">${line(n)}</li>`).join('');

const style = `body{margin:0;display:flex;height:100vh;font:14px sans-serif}ul{margin:0;padding:0;list-style:none;
overflow-y:auto;width:320px}main{flex:1;display:flex;flex-direction:column}main ul{flex:1;width:auto}
li{padding:8px;border-bottom:1px solid #ccc}textarea{height:80px}`;

/** @param rows conversations in the list; a click renders as many messages as the desk has in its document */
export async function serveBare(rows: number, messages: number): Promise<Bare> {
  const script = `document.querySelector('a').onclick = (event) => { event.preventDefault();
    const pane = document.querySelector('.pane'); pane.innerHTML = ${JSON.stringify(items(messages, 'message'))};
    pane.scrollTop = pane.scrollHeight; }`;
  const page = `<!doctype html><title>bare</title><style>${style}</style>
    <ul class="list"><li><a href="#">open</a></li>${items(rows, 'row')}</ul>
    <main><ul class="pane"></ul><textarea></textarea></main><script>${script}</script>`;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server listening on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
