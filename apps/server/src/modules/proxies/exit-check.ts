/**
 * Checks a proxy through a service that returns its caller's address as lines `key=value`, among them `ip`, the address
 * that it sees, and `loc`, that address's country. Source: Cloudflare's `/cdn-cgi/trace`,
 * https://developers.cloudflare.com/fundamentals/reference/cdn-cgi-endpoint/
 */
import { isIP } from 'node:net';
import { attributedCall, OutOfBandError } from '../../base/attribution.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Network } from '../../base/network.ts';
import { type ProxyAccess, ProxyFailure, proxiedNetwork } from '../../base/proxied-network.ts';

export type ExitCheckOutcome = {
  status: 'working' | 'failing';
  latency: number | null;
  region: string | null;
  exitAddress: string | null;
  problem: string | null;
  testedAt: Date;
};

export type CheckDeps = {
  network: Pick<Network, 'connect'>;
  clock: Clock;
  log: Pick<Log, 'error'>;
  /** The service's address. */
  checkUrl: string;
  /** Time limit of the whole check. */
  checkMs?: number;
};

const longestMs = 10_000;
const longestAnswer = 16_384;

/** Checks a proxy's exit. `asked` is aborted when the caller no longer waits for the outcome. */
export async function checkExit(
  deps: CheckDeps,
  proxy: ProxyAccess,
  asked?: AbortSignal,
): Promise<ExitCheckOutcome> {
  const { clock, checkUrl } = deps;
  const limitMs = deps.checkMs ?? longestMs;
  const started = clock.now();
  // A shorter limit for the connection, so that an unresponsive proxy is reported as the cause before the whole check
  // times out.
  const network = proxiedNetwork(deps.network, proxy, limitMs * 0.9);
  try {
    const late = AbortSignal.timeout(limitMs);
    const signal = asked ? AbortSignal.any([asked, late]) : late;
    const report = (err: unknown) => deps.log.error({ err }, 'a proxy test threw out of band');
    return await attributedCall(report, async (): Promise<ExitCheckOutcome> => {
      const answer = await network.fetch(checkUrl, { signal, redirect: 'manual' });
      const latency = Math.max(0, clock.now() - started);
      const exit = readExit(answer.status, await readText(answer));
      return { status: 'working', latency, ...exit, problem: null, testedAt: new Date(clock.now()) };
    });
  } catch (error) {
    return failingOutcome(failureOf(error, limitMs), clock);
  }
}

export function failingOutcome({ message: problem }: ProxyFailure, clock: Clock): ExitCheckOutcome {
  return {
    status: 'failing',
    latency: null,
    region: null,
    exitAddress: null,
    problem,
    testedAt: new Date(clock.now()),
  };
}

async function readText(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    if (length > longestAnswer) throw new ProxyFailure('check-unreadable');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function readExit(status: number, text: string): { exitAddress: string; region: string | null } {
  if (status !== 200) throw new ProxyFailure('check-refused', String(status));
  const lines = new Map(
    text.split('\n').map((line) => [line.split('=', 1)[0], line.replace(/^[^=]*=/, '').trim()]),
  );
  const exitAddress = lines.get('ip') ?? '';
  if (isIP(exitAddress) === 0) throw new ProxyFailure('check-unreadable');
  const region = lines.get('loc') ?? '';
  // XX is Cloudflare's code for an unknown country; T1, for Tor, is no country.
  return { exitAddress, region: /^[A-Z]{2}$/.test(region) && region !== 'XX' ? region : null };
}

/** Never includes the error's own message, which could contain secrets. */
function failureOf(error: unknown, limitMs: number): ProxyFailure {
  if (error instanceof OutOfBandError) return new ProxyFailure('check-failed');
  for (let e = error; e instanceof Error; e = e.cause) {
    if (e instanceof ProxyFailure) return e;
    if (e.name === 'TimeoutError') return new ProxyFailure('check-silent', `${Math.ceil(limitMs / 1_000)} s`);
  }
  return new ProxyFailure('check-broken');
}
