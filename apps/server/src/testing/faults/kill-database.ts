/** `npm run kill-database -- 50`: prints a table of the database's deaths under load. A tenth are freezes; three take 40 s. */
import { type DatabaseKill, killDatabase } from './database-kills.ts';

const count = Number(process.argv[2] ?? 50);
const quick = ['SIGKILL', 'backend ended', 'SIGQUIT', 'backend killed', 'SIGKILL'] as const;
const kills = Array.from({ length: count }, (_, i): DatabaseKill => {
  if (i % 10 !== 9) return { kind: quick[i % quick.length] ?? 'SIGKILL' };
  return { kind: 'SIGSTOP', seconds: i < 30 ? 40 : 5 };
});

const say = (...cells: readonly unknown[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

let number = 0;
say('#', 'kill', 'database back, ms after it', 'ready, ms after that', 'a job done, ms after that');
say('---:', '---', '---:', '---:', '---:');
const report = await killDatabase(kills, ({ kind, back, ready, resumed }) => {
  number += 1;
  say(number, kind, back, ready, resumed);
});
process.stdout.write(`${JSON.stringify({ ...report, results: undefined }, null, 2)}\n`);
const late = report.results.filter(({ resumed }) => resumed > 5_000);
const badStops = report.stops.filter(
  ({ ms, code, databaseRuns }) => ms > 5_000 || code !== 0 || databaseRuns,
);
const wrong = late.length + badStops.length + report.odd.length + report.lost;
process.stdout.write(
  `${report.results.length} kills, ${late.length} later than 5 s, ${wrong} faults in all\n`,
);
process.exitCode = wrong === 0 ? 0 : 1;
