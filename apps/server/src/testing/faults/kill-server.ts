/** `npm run kill-server -- 5`: measures how fast another server process takes over from a killed one, in a table. */
import { killServers } from './server-kills.ts';

const count = Number(process.argv[2] ?? 5);
const takenWithinMs = 10_000;
const stoppedWithinMs = 5_000;

const say = (...cells: readonly unknown[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

let number = 0;
say(
  '#',
  'end',
  'accounts after ms',
  'jobs held',
  'jobs free after ms',
  'translated after ms',
  'stop took ms',
);
say('---:', '---', '---:', '---:', '---:', '---:', '---:');
const { rounds, faults } = await killServers(count, (round) => {
  number += 1;
  const { kind, accounts, jobsHeld, jobs, translated, stop } = round;
  say(number, kind, accounts, jobsHeld, jobs, translated, stop ? `${stop.ms}, exit ${stop.code}` : '');
});
const late = rounds.filter(({ accounts, jobs }) => Math.max(accounts, jobs) > takenWithinMs);
const badStops = rounds.filter(({ stop }) => stop && (stop.ms > stoppedWithinMs || stop.code !== 0));
for (const fault of faults) process.stdout.write(`${fault}\n`);
const wrong = late.length + badStops.length + faults.length;
process.stdout.write(`${count} kills, ${late.length} takeovers later than 10 s, ${wrong} faults in all\n`);
process.exitCode = wrong === 0 ? 0 : 1;
