/// <reference types="node" />
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Server } from 'socket.io';
import { createApi } from '../../lib/testing/api.ts';
import { consoleRoutes } from './console-api.ts';
import type { ConsoleWorld } from './console-world.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** What the product's server sends along; a page that needs more fails here first. */
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

function sendFile(dist: string, url: string, response: ServerResponse): void {
  const wanted = path.join(dist, path.normalize(new URL(url, 'http://loopback').pathname));
  const isFile = wanted.startsWith(dist) && existsSync(wanted) && statSync(wanted).isFile();
  const file = isFile ? wanted : path.join(dist, 'index.html');
  response.writeHead(200, {
    'content-type': types[path.extname(file)] ?? 'application/octet-stream',
    'content-security-policy': policy,
  });
  createReadStream(file).pipe(response);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

export type ConsoleServer = {
  baseUrl: string;
  emit(event: string, data: unknown): void;
  close(): Promise<void>;
};

/** The built console and an API over a world, on a free port of loopback. */
export async function startConsoleServer(world: ConsoleWorld, dist: string): Promise<ConsoleServer> {
  const answer = createApi(consoleRoutes(world));
  const http = createServer((request, response) => {
    const url = request.url ?? '/';
    if (url.startsWith('/socket.io/')) return;
    if (!url.startsWith('/api/')) return sendFile(dist, url, response);
    void bodyOf(request).then((body) => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      const { status, text } = answer({ method: request.method ?? 'GET', url, headers, body });
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  });
  const io = new Server(http, { path: '/socket.io' });
  io.use((socket, next) =>
    next(socket.handshake.auth.token === 'good' ? undefined : new Error('auth.required')),
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  // It listens on a port, so its address has one.
  const { port } = http.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    emit: (event, data) => void io.emit(event, data),
    close: async () => {
      await io.close();
    },
  };
}
