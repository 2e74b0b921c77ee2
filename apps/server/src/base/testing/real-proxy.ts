/**
 * Real proxy servers from Debian on loopback: tinyproxy (HTTP, user and password), stunnel in front of it (HTTPS) and
 * microsocks (SOCKS 5, user and password). Sources: tinyproxy.conf(5), stunnel(8), microsocks' README.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/testing';
import type { ProxyAccess } from '../proxied-network.ts';
import { makeCertificate } from './certificate.ts';
import { launchProgram, type RealProgram, stopProgram } from './real-program.ts';

export type RealProxy = {
  access: ProxyAccess;
  /** PEM of the proxy's certificate authority; HTTPS only. */
  authority: string | null;
  /** Returns its whole log, including the targets that it connected to. */
  log(): string;
  /** Stops it with all of its connections, and waits until it has exited. */
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  /** Stops it and removes its folder. */
  close(): Promise<void>;
};

const user = { proxyUserName: 'Marta Ruíz', proxyPassword: 's3cret ñ/@#%' };
/** tinyproxy's configuration file accepts no other characters. */
const plainUser = { proxyUserName: 'marta', proxyPassword: 's3cret-word' };

/** Starts a proxy; throws with the name of Debian's package if it isn't installed. */
export async function startRealProxy(protocol: ProxyAccess['networkProtocol']): Promise<RealProxy> {
  const dir = await mkdtemp(join(tmpdir(), 'parley-proxy-'));
  const programs = protocol === 'socks5' ? [await microsocks()] : [await tinyproxy(dir)];
  if (protocol === 'https') programs.push(await stunnel(dir, programs[0]?.port ?? 0));
  const running: ChildProcess[] = [];
  let log = '';
  const hear = (piece: string) => {
    log += piece;
  };
  const start = async () => {
    if (running.length > 0) return;
    for (const program of programs) running.push(await launchProgram(program, hear));
  };
  const stop = async () => {
    await Promise.all(running.splice(0).map(stopProgram));
  };
  await start();
  const credentials = protocol === 'socks5' ? user : plainUser;
  const port = programs.at(-1)?.port ?? 0;
  return {
    access: { networkProtocol: protocol, host: '127.0.0.1', port, ...credentials },
    authority: protocol === 'https' ? await readFile(join(dir, 'proxy.crt'), 'utf8') : null,
    log: () => log,
    start,
    stop,
    async close() {
      await stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function microsocks(): Promise<RealProgram> {
  const port = await freePort();
  const { proxyUserName, proxyPassword } = user;
  const credentials = ['-u', proxyUserName, '-P', proxyPassword];
  const options = ['-i', '127.0.0.1', '-p', String(port), ...credentials];
  return { name: 'microsocks', package: 'microsocks', arguments: options, port };
}

async function tinyproxy(dir: string): Promise<RealProgram> {
  const port = await freePort();
  const file = join(dir, 'tinyproxy.conf');
  const { proxyUserName, proxyPassword } = plainUser;
  const lines = [
    `Port ${port}`,
    'Listen 127.0.0.1',
    'Timeout 600',
    'LogLevel Connect',
    `BasicAuth ${proxyUserName} ${proxyPassword}`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return { name: 'tinyproxy', package: 'tinyproxy-bin', arguments: ['-d', '-c', file], port };
}

async function stunnel(dir: string, behind: number): Promise<RealProgram> {
  const port = await freePort();
  const [file, pem] = [join(dir, 'stunnel.conf'), join(dir, 'proxy.pem')];
  const { key, cert } = await makeCertificate();
  await writeFile(pem, `${key}${cert}`);
  await writeFile(join(dir, 'proxy.crt'), cert);
  const lines = [
    'foreground = yes',
    'pid =',
    'syslog = no',
    'debug = 4',
    '[proxy]',
    `accept = 127.0.0.1:${port}`,
    `connect = 127.0.0.1:${behind}`,
    `cert = ${pem}`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return { name: 'stunnel4', package: 'stunnel4', arguments: [file], port };
}
