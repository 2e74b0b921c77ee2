import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { needsOf, planNeeds } from './needs.ts';

/** Installs missing prerequisites, or prints the command for it: `node tools/gate/needs-run.ts [test|demo]`. */
const needs = process.argv[2] === 'demo' ? needsOf.demo : needsOf.test;
const machine = {
  has: existsSync,
  root: process.getuid?.() === 0,
  apt: existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version'),
  environment: process.env,
};

function apt(...args: string[]): void {
  console.log(`apt-get ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync('apt-get', args, {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return;
  console.error(`${stdout}\n${stderr}`);
  console.error(
    `apt-get ${args[0]} failed. ${needs.who}: ${needs.packages.map((need) => need.package).join(' ')}.`,
  );
  process.exit(1);
}

const plan = planNeeds(machine, needs);
if (plan.do === 'tell') {
  console.error(plan.sentence);
  process.exitCode = 1;
}
if (plan.do === 'install') {
  apt('update');
  apt('install', '-o', 'DPkg::Lock::Timeout=120', '-y', '--no-install-recommends', ...plan.packages);
  const after = planNeeds(machine, needs);
  if (after.do === 'install') {
    console.error(`Installed, and still not in their places: ${after.packages.join(' ')}.`);
    process.exitCode = 1;
  }
}
