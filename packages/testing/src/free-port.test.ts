import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { freePort, outgoingPorts, portsBeside } from './free-port.ts';

it('takes ports outside the ephemeral range', async () => {
  const { first, last } = await outgoingPorts();
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(ports.filter((port) => port >= first && port <= last)).toEqual([]);
});

it.each([
  ['the usual range', { first: 32_768, last: 60_999 }, 9_999, [10_000, 19_999]],
  ['a range that begins early', { first: 15_000, last: 65_535 }, 4_999, [10_000, 14_999]],
  ['a range that leaves nothing', { first: 1_024, last: 65_535 }, 9_999, [10_000, 19_999]],
])('chooses ports for %s', (_what, outgoing, count, ends) => {
  const ports = portsBeside(outgoing);
  expect(ports).not.toContain(10_080);
  expect([ports.length, [ports[0], ports.at(-1)]]).toEqual([count, ends]);
});

/** Takes many ports in a process that lives until it is stopped. */
function startTaking(many: number) {
  const module = JSON.stringify(new URL('free-port.ts', import.meta.url).href);
  const program = `const { freePort } = await import(${module});
    console.log((await Promise.all(Array.from({ length: ${many} }, freePort))).join(' '));
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return {
    async taken(): Promise<string[]> {
      const [line] = await once(createInterface(child.stdout), 'line');
      return String(line).split(' ');
    },
    end: () => child.stdin.end(),
  };
}

it('gives a port to one process alone while that lives', async () => {
  const processes = Array.from({ length: 3 }, () => startTaking(200));
  const ports = (await Promise.all(processes.map(({ taken }) => taken()))).flat();
  for (const { end } of processes) end();
  expect([ports.length, new Set(ports).size]).toEqual([600, 600]);
});
