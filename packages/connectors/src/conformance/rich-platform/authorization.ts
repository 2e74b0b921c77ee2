/**
 * The rich platform's authorization server and API, on loopback. Strict: a refresh token is single-use, and its reuse revokes
 * the whole grant. Sources: RFC 6749, sections 2.3.1, 3.2, 5.1, 5.2 and 6; RFC 9700, section 4.14.2 (rotation, reuse); RFC
 * 6750, sections 2.1 and 3.1.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const richClient = { clientId: 'parley', clientSecret: 's&cret' };
const basic = `Basic ${Buffer.from('parley:s%26cret').toString('base64')}`;

type Grant = { revoked: boolean; access: string | null; refresh: string };
type Trouble = 'unavailable' | 'answer-lost' | 'garbage' | 'huge';

export type RichAuthorization = {
  url: string;
  /** Creates a grant, as if an owner had agreed, and returns its refresh token. */
  grant(): string;
  /** Invalidates all access tokens. */
  expire(): void;
  /** Revokes the grant, as the account's owner can. */
  revoke(): void;
  /** Makes each of the next token requests fail in this way. */
  trouble(...next: Trouble[]): void;
  /** Leaves token requests unanswered until the returned function is called; `when`: before or after they take effect. */
  hold(when: 'before' | 'after'): () => void;
  /** Rejects every access token, including new ones. */
  rejectAll(on: boolean): void;
  /** `hungUp`: connections with a token request that have been closed. */
  counts: { asked: number; refreshed: number; reused: number; rejected: number; hungUp: number };
  close(): Promise<void>;
};

/** @param lifeSeconds the stated lifetime of new access tokens; they actually end with `expire` */
export async function startRichAuthorization({ lifeSeconds = 3_600 } = {}): Promise<RichAuthorization> {
  const authority = createAuthority(lifeSeconds);
  const server = createServer((request, response) => {
    void (request.url === '/token'
      ? authority.answerToken(request, response)
      : authority.answerCall(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    ...authority.controls,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Answer = { status: number; body: string };

type Counts = RichAuthorization['counts'];
const secret = () => randomBytes(32).toString('base64url');

/** All grants, by each refresh token ever issued for them. */
class Grants {
  readonly #grants = new Map<string, Grant>();
  readonly #lifeSeconds: number;
  readonly #counts: Counts;

  constructor(lifeSeconds: number, counts: Counts) {
    this.#lifeSeconds = lifeSeconds;
    this.#counts = counts;
  }

  add(): string {
    const token = secret();
    this.#grants.set(token, { revoked: false, access: null, refresh: token });
    return token;
  }

  knows = (access: string | undefined) =>
    [...this.#grants.values()].some((grant) => grant.access !== null && grant.access === access);

  /** Invalidates all access tokens, or revokes the grants as well. */
  end({ revoked }: { revoked: boolean }): void {
    for (const grant of this.#grants.values()) {
      grant.access = null;
      grant.revoked ||= revoked;
    }
  }

  refresh = (used: string): Answer => {
    const grant = this.#grants.get(used);
    if (!grant || grant.revoked) return failure(400, 'invalid_grant', 'The grant is over');
    if (grant.refresh !== used) {
      this.#counts.reused += 1;
      grant.revoked = true;
      grant.access = null;
      return failure(400, 'invalid_grant', 'The refresh token was used before');
    }
    const [access, refresh] = [secret(), secret()];
    Object.assign(grant, { access, refresh });
    this.#grants.set(refresh, grant);
    this.#counts.refreshed += 1;
    const expires_in = this.#lifeSeconds;
    return json(200, { access_token: access, token_type: 'Bearer', expires_in, refresh_token: refresh });
  };
}

function createAuthority(lifeSeconds: number) {
  const counts: Counts = { asked: 0, refreshed: 0, reused: 0, rejected: 0, hungUp: 0 };
  const grants = new Grants(lifeSeconds, counts);
  const troubles: Trouble[] = [];
  const held = { before: Promise.resolve(), after: Promise.resolve() };
  let rejectsAll = false;

  async function answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    counts.asked += 1;
    request.socket.once('close', () => {
      counts.hungUp += 1;
    });
    const body = await bodyOf(request);
    await held.before;
    // The request never arrived.
    if (request.socket.destroyed) return;
    const trouble = troubles.shift();
    if (trouble === 'unavailable') return void response.writeHead(503, { 'retry-after': '2' }).end();
    const answer = answerTo(request, body, grants.refresh);
    await held.after;
    if (trouble === 'answer-lost') return void response.destroy();
    if (trouble === 'garbage') return void response.writeHead(200).end('{"access_token":7');
    if (trouble === 'huge') return void response.writeHead(200).end('x'.repeat(9 * 1024 * 1024));
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache' };
    response.writeHead(answer.status, headers).end(answer.body);
  }

  function answerCall(request: IncomingMessage, response: ServerResponse): void {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (!rejectsAll && grants.knows(given)) return void response.writeHead(200).end('{}');
    counts.rejected += 1;
    response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
  }

  const controls = {
    counts,
    grant: () => grants.add(),
    expire: () => grants.end({ revoked: false }),
    revoke: () => grants.end({ revoked: true }),
    trouble: (...next: Trouble[]) => void troubles.push(...next),
    hold(when: 'before' | 'after') {
      const { promise, resolve } = Promise.withResolvers<void>();
      held[when] = promise;
      return resolve;
    },
    rejectAll(on: boolean) {
      rejectsAll = on;
    },
  };
  return { answerToken, answerCall, controls };
}

function answerTo(request: IncomingMessage, body: string, refresh: (used: string) => Answer): Answer {
  if (request.method !== 'POST') return { status: 405, body: '' };
  if (request.headers.authorization !== basic) return failure(401, 'invalid_client');
  const form = new URLSearchParams(body);
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  // Section 3.2: parameters must not be included more than once.
  if (!isForm || new Set(form.keys()).size !== form.size) return failure(400, 'invalid_request');
  if (form.get('grant_type') !== 'refresh_token') return failure(400, 'unsupported_grant_type');
  const used = form.get('refresh_token');
  return used ? refresh(used) : failure(400, 'invalid_request');
}

const json = (status: number, value: unknown): Answer => ({ status, body: JSON.stringify(value) });
const failure = (status: number, error: string, error_description?: string) =>
  json(status, { error, ...(error_description !== undefined && { error_description }) });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
