/**
 * A loopback server that strictly implements the contract's visitor endpoints: every request and answer is validated
 * against the schemas, and anything that a correct widget would never do is recorded in `complaints`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Endpoint, type ErrorId, errorCatalogue, httpStatus } from '@parley/contract';
import {
  type BusinessState,
  type VisitorMessage,
  type VisitorRating,
  visitorDismissRating,
  visitorEdit,
  visitorEvents,
  visitorFileLink,
  visitorRate,
  visitorReact,
  visitorReceipt,
  visitorSend,
  visitorStart,
  visitorStreamPath,
  visitorTakeBack,
  visitorTyping,
  visitorUpload,
  visitorUploadComplete,
} from '@parley/contract/visitor';
import { type StoredFile, type Visitor, VisitorModel } from '../src/fixtures/visitor-model.ts';
import type { WidgetScripts } from './build-widget.ts';

type Outcome = { data: unknown } | { error: ErrorId; seconds?: number };
type Call = { request: IncomingMessage; response: ServerResponse; url: URL; body: unknown };

const refusedOrigin = 'http://localhost:';
const filePath = visitorFileLink.path.replace(':fileId', '');
/** The path for uploading and downloading the bytes. */
const bytesPath = '/bytes/';

const changeEndpoints: Endpoint[] = [visitorEdit, visitorTakeBack, visitorReact];

/** Returns the id of the message that a request to this endpoint changes. */
function changeOf({ path }: Endpoint, { pathname }: URL): string | null {
  const [before = '', after = ''] = path.split(':messageId');
  if (!pathname.startsWith(before) || !pathname.endsWith(after)) return null;
  return pathname.slice(before.length, -after.length);
}

const ratingEndpoints: Endpoint[] = [visitorDismissRating, visitorRate];

/** Returns the id of the rating request that a request to this endpoint answers. */
function ratingOf({ path }: Endpoint, { pathname }: URL): string | null {
  const [before = '', after = ''] = path.split(':ratingId');
  const id = pathname.slice(before.length, pathname.length - after.length);
  return pathname === before + id + after && !id.includes('/') ? id : null;
}

export class VisitorServer {
  readonly model: VisitorModel;
  readonly complaints: string[] = [];
  /** The number of next messages to refuse as too many. */
  busy = 0;
  /** Refuses every change of a message. */
  unchangeable = false;
  /** Refuses every answer to a rating request. */
  ratingsOver = false;
  /** All ratings received, in order. */
  readonly ratings: VisitorRating[] = [];
  /** Serves only the first script. */
  withoutFiles = false;
  readonly #scripts: WidgetScripts;
  #server = createServer();
  #port = 0;

  constructor(scripts: WidgetScripts, business: BusinessState) {
    this.#scripts = scripts;
    this.model = new VisitorModel(business, Date.now);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens; after a stop on the same port as before, with its former state. */
  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        this.complaints.push(String(error));
        response.destroy();
      });
    });
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    // A TCP server's address is never a pipe's name.
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Breaks every connection, as a killed process does. */
  async stop(): Promise<void> {
    for (const visitor of this.model.visitors.values()) visitor.listeners.clear();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Returns the one visitor who has written. */
  visitor(): Visitor {
    const [visitor] = [...this.model.visitors.values()].filter((one) => one.messages.length > 0);
    if (visitor === undefined) throw new Error('no visitor has written yet');
    return visitor;
  }

  say(text: string): void {
    this.model.say(this.visitor(), crypto.randomUUID(), text);
  }

  sayFile(text: string, file: StoredFile): void {
    const fileId = crypto.randomUUID();
    this.model.files.set(fileId, file);
    this.model.say(this.visitor(), crypto.randomUUID(), text, fileId);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    if (url.pathname.startsWith('/widget')) return this.#script(url, response);
    if (url.pathname.startsWith(bytesPath) && request.method === 'GET') return this.#file(url, response);
    const { origin } = request.headers;
    if (origin === undefined) this.complaints.push(`no Origin: ${url.pathname}`);
    if (request.headers.cookie !== undefined) this.complaints.push('a cookie came along');
    response.setHeader('access-control-allow-origin', origin ?? '');
    response.setHeader('access-control-expose-headers', 'retry-after');
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', 'authorization, content-type');
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT');
      response.writeHead(204).end();
      return;
    }
    const body = await readBody(request);
    if (url.pathname.startsWith(bytesPath)) return this.#put(url, request, response, body);
    const text = body.toString();
    await this.#answer({ request, response, url, body: text === '' ? undefined : JSON.parse(text) });
  }

  #script({ pathname }: URL, response: ServerResponse): void {
    const scripts: Readonly<Record<string, string>> = {
      '/widget.js': this.#scripts.widget,
      '/widget-files.js': this.#scripts.files,
      '/widget-emoji.js': this.#scripts.emoji,
      '/widget-rating.js': this.#scripts.rating,
    };
    const isFirst = pathname === '/widget.js';
    if (!isFirst && this.withoutFiles) {
      response.destroy();
      return;
    }
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    response.setHeader('access-control-allow-origin', '*');
    response.end(scripts[pathname]);
  }

  #file({ pathname }: URL, response: ServerResponse): void {
    const file = this.model.files.get(pathname.slice(bytesPath.length));
    response.setHeader('content-type', file?.contentType ?? 'text/plain');
    response.end(file?.bytes);
  }

  #put({ pathname }: URL, request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
    const file = this.model.files.get(pathname.slice(bytesPath.length));
    if (file === undefined || file.contentType !== request.headers['content-type'])
      this.complaints.push('bytes that nobody announced');
    else file.bytes = bytes;
    response.writeHead(204).end();
  }

  async #answer(call: Call): Promise<void> {
    const { request, response, url } = call;
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const visitor = this.model.find(token ?? '');
    if (url.pathname === visitorStart.path) return this.#reply(call, visitorStart, this.#start(call));
    if (visitor === undefined) return this.#reply(call, visitorReceipt, { error: 'auth.required' });
    if (url.pathname === visitorStreamPath) return this.#stream(visitor, response);
    if (url.pathname.startsWith(filePath) && request.method === 'GET')
      return this.#reply(call, visitorFileLink, {
        data: { url: bytesPath + url.pathname.slice(filePath.length), previewUrl: null },
      });
    const change = changeEndpoints.find((one) => changeOf(one, url) !== null);
    if (change !== undefined) return this.#reply(call, change, this.#change(change, call, visitor));
    const rate = ratingEndpoints.find((one) => ratingOf(one, url) !== null);
    if (rate !== undefined) return this.#reply(call, rate, this.#rate(rate, call, visitor));
    const endpoints = [
      visitorSend,
      visitorEvents,
      visitorReceipt,
      visitorTyping,
      visitorUpload,
      visitorUploadComplete,
    ];
    const endpoint = endpoints.find((one) => one.path === url.pathname && one.method === request.method);
    if (endpoint === undefined) throw new Error(`no such endpoint: ${request.method} ${url.pathname}`);
    this.#reply(call, endpoint, this.#serve(endpoint, call, visitor));
  }

  #start({ request, body }: Call): Outcome {
    const { token } = visitorStart.body.parse(body);
    if (request.headers.origin?.startsWith(refusedOrigin)) return { error: 'channel.origin-refused' };
    if (token !== undefined && this.model.find(token) === undefined) return { error: 'auth.required' };
    const { token: own, messages, lastSeq, rating } = this.model.start(token);
    return { data: { token: own, business: this.model.business, messages, lastSeq, rating } };
  }

  #serve(endpoint: Endpoint, { url, body }: Call, visitor: Visitor): Outcome {
    if (endpoint === visitorEvents) {
      const { since } = visitorEvents.query.parse(Object.fromEntries(url.searchParams));
      const messages = this.model.since(visitor, since);
      const { lastSeq, rating } = visitor;
      return { data: { messages, lastSeq, online: this.model.business.online, rating } };
    }
    if (endpoint === visitorSend) {
      const { id, text, fileId, replyTo } = visitorSend.body.parse(body);
      if (this.busy > 0) {
        this.busy -= 1;
        return { error: 'request.too-many', seconds: 3 };
      }
      const sent = this.model.send(visitor, id, text, fileId, replyTo);
      return sent.ok ? { data: sent.message } : { error: 'message.id-taken' };
    }
    if (endpoint === visitorUpload) return this.#announce(visitorUpload.body.parse(body));
    if (endpoint === visitorUploadComplete) {
      const { fileId } = visitorUploadComplete.body.parse(body);
      const arrived = (this.model.files.get(fileId)?.bytes.length ?? 0) > 0;
      return arrived ? { data: { fileId } } : { error: 'file.not-uploaded' };
    }
    if (endpoint === visitorReceipt) {
      const { seq, state } = visitorReceipt.body.parse(body);
      this.model.receipt(visitor, seq, state);
    } else {
      visitor.typing = visitorTyping.body.parse(body).on;
    }
    return { data: null };
  }

  #change(endpoint: Endpoint, { url, body }: Call, visitor: Visitor): Outcome {
    const id = changeOf(endpoint, url) ?? '';
    let facts: Partial<VisitorMessage> = { deleted: true, text: '' };
    if (endpoint === visitorEdit) facts = { ...visitorEdit.body.parse(body), edited: true };
    if (endpoint === visitorReact) {
      const { emoji } = visitorReact.body.parse(body);
      facts = { reactions: emoji === null ? [] : [{ emoji, from: 'visitor' }] };
    }
    if (this.unchangeable) return { error: 'message.unchangeable' };
    const changed = this.model.change(visitor, id, facts);
    return changed === null ? { error: 'message.not-found' } : { data: changed };
  }

  #rate(endpoint: Endpoint, { url, body }: Call, visitor: Visitor): Outcome {
    const { rating } = visitor;
    if (rating?.id !== ratingOf(endpoint, url)) return { error: 'rating.not-found' };
    if (this.ratingsOver) return { error: 'rating.over' };
    if (endpoint === visitorDismissRating) {
      this.model.setRating(visitor, null);
      return { data: null };
    }
    const { score, comment } = visitorRate.body.parse(body);
    const given = { ...rating, score, comment: comment || null };
    this.ratings.push(given);
    this.model.setRating(visitor, given);
    return { data: given };
  }

  #announce({ fileName: name, contentType }: { fileName: string; contentType: string }): Outcome {
    const fileId = crypto.randomUUID();
    this.model.files.set(fileId, { name, contentType, bytes: Buffer.alloc(0) });
    const headers = { 'content-type': contentType };
    return {
      data: { fileId, uploadUrl: bytesPath + fileId, method: 'PUT', headers, expiresAt: Date.now() + 60_000 },
    };
  }

  #reply({ response }: Call, endpoint: Endpoint, outcome: Outcome): void {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    if ('data' in outcome) {
      response.end(JSON.stringify({ code: 200, msg: '', data: endpoint.answer.parse(outcome.data) }));
      return;
    }
    const { code, 'en-US': msg } = errorCatalogue[outcome.error];
    if (outcome.seconds !== undefined) response.setHeader('retry-after', String(outcome.seconds));
    response.statusCode = httpStatus(code);
    response.end(JSON.stringify({ code, msg, data: { error: outcome.error, requestId: 'test' } }));
  }

  #stream(visitor: Visitor, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': here\n\n');
    const listener = (event: unknown): void => {
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    };
    visitor.listeners.add(listener);
    response.on('close', () => visitor.listeners.delete(listener));
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
