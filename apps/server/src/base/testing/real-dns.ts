/**
 * Starts a real DNS server, dnsmasq, on loopback, with the TXT records that it is given and no other names. Source:
 * dnsmasq(8).
 */
import type { ChildProcess } from 'node:child_process';
import { userInfo } from 'node:os';
import { freePort } from '@parley/testing';
import { launchProgram, stopProgram } from './real-program.ts';

export type RealDns = {
  /** Its address with the port. */
  server: string;
  /** Replaces its records with these. */
  set(records: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
};

export async function startRealDns(): Promise<RealDns> {
  const port = await freePort();
  let running: ChildProcess | null = null;
  const close = async () => {
    if (running !== null) await stopProgram(running);
    running = null;
  };
  const set = async (records: Readonly<Record<string, string>>) => {
    await close();
    const options = [
      '--keep-in-foreground',
      '--conf-file=/dev/null',
      '--pid-file=',
      '--no-resolv',
      '--no-hosts',
    ];
    const place = [
      `--port=${port}`,
      '--listen-address=127.0.0.1',
      '--bind-interfaces',
      `--user=${userInfo().username}`,
    ];
    const texts = Object.entries(records).map(([name, text]) => `--txt-record=${name},${text}`);
    const all = [...options, ...place, '--local=/example/', ...texts];
    running = await launchProgram(
      { name: 'dnsmasq', package: 'dnsmasq-base', arguments: all, port },
      () => undefined,
    );
  };
  await set({});
  return { server: `127.0.0.1:${port}`, set, close };
}
