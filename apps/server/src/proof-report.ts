/** Prints the result of `npm run prove` in tables for a terminal. */
import { z } from 'zod';
import type { Database } from './base/db/database.ts';
import { type Figures, proveFigures, replayDay } from './commands.ts';
import { ConfigError } from './config.ts';
import { visitDatabase } from './visit-database.ts';

type Say = (...lines: string[]) => void;

/** Checks the database that the variables name, and prints the result. Returns whether it has no faults. */
export function printProof(variables: NodeJS.ProcessEnv, say: Say): Promise<boolean> {
  return visitDatabase(variables, (database) => check(database, say));
}

export type ReplayRequest = { workspaceId: string; day: string };

/** Replays a day, and prints the result beside the stored figures. Returns whether they are equal. */
export function printReplay(
  variables: NodeJS.ProcessEnv,
  request: ReplayRequest,
  say: Say,
): Promise<boolean> {
  const { workspaceId, day } = replayRequest(request);
  return visitDatabase(variables, async (database) => {
    const rows = await replayDay(database, workspaceId, day);
    if (rows === null) throw new ConfigError(`There is no workspace ${workspaceId}.`);
    const cells = rows.map(({ source, key, kept, same, ...logged }) => [
      source,
      key,
      ...[logged.base, logged.new, logged.repeat].map(whole),
      ...[kept?.base ?? 0, kept?.new ?? 0, kept?.repeat ?? 0].map(whole),
      same ? '' : 'DIFFERS',
    ]);
    const titles = ['counter', 'of', 'base', 'new', 'repeat', 'kept base', 'kept new', 'kept repeat', ''];
    if (rows.length > 0) say(...table([titles, ...cells]), '');
    const wrong = rows.filter(({ same }) => !same).length;
    say(
      `${whole(rows.length)} counters of ${day} replayed from the log: ` +
        (wrong === 0 ? 'all are identical.' : `${whole(wrong)} differ.`),
    );
    return wrong === 0;
  });
}

function replayRequest({ workspaceId, day }: ReplayRequest): ReplayRequest {
  if (!z.guid().safeParse(workspaceId).success) throw new ConfigError(`No workspace's id: ${workspaceId}`);
  if (!z.iso.date().safeParse(day).success) throw new ConfigError(`No day: ${day}. One is 2026-05-03.`);
  return { workspaceId, day };
}

async function check(database: Database, say: Say): Promise<boolean> {
  const { workspaces, faults, miscounts } = await proveFigures(database);
  say(...table(workspaceRows(workspaces, faults)), '');
  if (faults.length > 0) say(...table(faultRows(faults)), '');
  if (miscounts.length > 0) {
    const rows = miscounts.map(({ counter, key }) => [counter, key]);
    say(...table([['counter', 'wrong at'], ...rows]), '');
  }
  const accounts = workspaces.reduce((sum, workspace) => sum + workspace.accounts, 0);
  const wrong = faults.length + miscounts.length;
  say(
    `${whole(accounts)} accounts of ${whole(workspaces.length)} workspaces checked: ` +
      (wrong === 0 ? 'every figure equals its ledger.' : `${whole(wrong)} figures differ from their ledger.`),
  );
  return wrong === 0;
}

const whole = (n: number) => n.toLocaleString('en-US');

function workspaceRows(workspaces: Figures['workspaces'], faults: Figures['faults']): string[][] {
  const titles = ['workspace', 'accounts', 'entries', 'granted', 'spent', 'left', 'faults'];
  const rows = workspaces.map(({ workspaceId, accounts, entries, granted, spent, left }) => [
    workspaceId,
    ...[accounts, entries, granted, spent, left].map(whole),
    whole(faults.filter((fault) => fault.workspaceId === workspaceId).length),
  ]);
  return [titles, ...rows];
}

function faultRows(faults: Figures['faults']): string[][] {
  const rows = faults.map(({ workspaceId, accountId, what, kept, ledger }) => [
    workspaceId,
    accountId === workspaceId ? 'the owner' : accountId,
    what,
    whole(kept),
    whole(ledger),
  ]);
  return [['workspace', 'account', 'differs', 'kept', 'by the ledger'], ...rows];
}

/** Aligns names to the left and numbers to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return /^-?[\d,]+$/.test(rows.at(-1)?.[column] ?? '') ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}
