import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

type PortRange = { first: number; last: number };

/** Below the ports of embedded databases, which are chosen from 20,000 to 32,000. */
const candidates: PortRange = { first: 10_000, last: 19_999 };

/** Browsers and Node's `fetch` refuse it: https://fetch.spec.whatwg.org/#port-blocking */
const blockedPort = 10_080;

/** A loopback address on which no program of a test listens. */
const guardAddress = '127.0.0.77';

/**
 * Reserves a free port of 127.0.0.1, for programs that can't choose one themselves, or must restart on the same one. No other
 * call returns it while this process lives.
 *
 * It is outside the ephemeral range: until the program listens, or listens again, a client's attempt to connect could be
 * assigned this very port and connect to itself, and a test server on any port could get it.
 */
export async function freePort(): Promise<number> {
  const ports = portsBeside(await outgoingPorts());
  for (;;) {
    const port = ports[randomInt(ports.length)] ?? candidates.first;
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/** Returns the candidates outside the ephemeral range; all candidates if none is. */
export function portsBeside(outgoing: PortRange): number[] {
  const all = Array.from(
    { length: candidates.last - candidates.first + 1 },
    (_, at) => candidates.first + at,
  );
  const allowed = all.filter((port) => port !== blockedPort);
  const beside = allowed.filter((port) => port < outgoing.first || port > outgoing.last);
  return beside.length === 0 ? allowed : beside;
}

/** Reads Linux's ephemeral port range, which can be configured; elsewhere returns IANA's. */
export async function outgoingPorts(): Promise<PortRange> {
  const text = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '');
  const [first = 49_152, last = 65_535] = text.trim().split(/\s+/).filter(Boolean).map(Number);
  return { first, last };
}

/**
 * Reserves the port for this process with a UDP socket, which the system closes when the process ends, however that happens.
 * Returns false if another process has it. On systems without the address nothing is reserved, and processes are kept apart
 * only by chance.
 */
function reserve(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const guard = createSocket('udp4');
    guard.once('error', (error: NodeJS.ErrnoException) => {
      guard.close();
      if (error.code === 'EADDRINUSE') resolve(false);
      else if (error.code === 'EADDRNOTAVAIL') resolve(true);
      else reject(error);
    });
    guard.bind({ port, address: guardAddress, exclusive: true }, () => {
      guard.unref();
      resolve(true);
    });
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
