/** `npm run demo`: a whole Parley with something in it, the main job played once, and where to look. */

import { readConfig } from '../app.ts';
import { createLog } from '../base/log.ts';
import { isLocalHost } from '../config.ts';
import { startServer } from '../server.ts';
import { closeOnSignal } from '../signals.ts';
import { describeStartError } from '../start-error.ts';
import { runMainJob, type Step } from './main-job.ts';
import { openShop } from './shop.ts';
import { openWorkspace, operator, owner } from './workspace.ts';

const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

async function main(): Promise<void> {
  const config = readConfig({
    DATA_DIR: './data/demo',
    // The logins below are public: only this machine may use them.
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...process.env,
    OPERATOR_EMAIL: operator.email,
    OPERATOR_PASSWORD: operator.password,
  });
  if (!isLocalHost(config.HOST))
    say(`Careful: HOST=${config.HOST} lets other machines in, and the logins below are known to everybody.`);
  say('Starting Parley …');
  const log = createLog(config.LOG_LEVEL);
  const server = await startServer(config, log, () => process.exit(1));
  closeOnSignal(server, log);
  const url = server.url.replace('127.0.0.1', 'localhost');
  const shop = await openShop(config.HOST, config.PORT === 0 ? 0 : config.PORT + 1);
  const workspace = await openWorkspace(url, shop.url);
  shop.setEmbed(`<script async src="${url}/widget.js" data-site="${workspace.site.id}"></script>`);
  say('', 'The main job, once:', '');
  const { characters } = await runMainJob(url, shop.url, workspace, printStep);
  const why = characters === 0 ? ' (the same texts were translated here before, and that is kept)' : '';
  say('', `Characters charged: ${characters}${why}`, '', ...addresses(url, shop.url, workspace.agent));
}

function printStep({ who, what, text, ms }: Step): void {
  const [first = '', ...more] = text.split('\n');
  say(
    `${`${ms.toFixed(0)} ms`.padStart(8)}  ${who} ${what}`,
    `          ${first}`,
    ...more.map((line) => `          ${line}`),
  );
}

function addresses(url: string, shopUrl: string, agent: { accountName: string; password: string }): string[] {
  const row = (name: string, address: string, user = '', password = '') =>
    `  ${name.padEnd(18)} ${address.padEnd(30)} ${user.padEnd(24)} ${password}`.trimEnd();
  return [
    'Look around (Ctrl+C ends it; the data stays):',
    '',
    row('', 'address', 'user', 'password'),
    row('Shop with chat', shopUrl),
    row('Desk', `${url}/desk/`, agent.accountName, agent.password),
    row('Console', `${url}/`, owner.email, owner.password),
    row('Operator', `${url}/operator`, operator.email, operator.password),
    '',
  ];
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
});
