/** Imports many proxies at once; each line succeeds or fails on its own. */
import type { AnswerOf, InterfaceLanguage } from '@parley/contract';
import type { importProxies } from '@parley/contract/proxies';
import { transaction } from '../../base/db/database.ts';
import type { AppError } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { resolvesToPrivateAddress } from '../../base/network.ts';
import { record } from '../audit/index.ts';
import { sealPassword } from './egress.ts';
import { type LineProblem, type ParsedLine, readProxyLines } from './proxy-lines.ts';
import { checkApplication, fieldError, type ProxiesDeps } from './service.ts';
import * as store from './store.ts';

type Import = { lines: string; range: 'all' | 'some'; subAccountIds: readonly string[] };

/** Most pairs of a proxy and a sub-account in one import: more would make its transaction too long. */
const maxPairs = 200_000;

/** Imports proxies. Throws `sub-account.not-found`, and `request.invalid` for too many sub-accounts times lines. */
export async function importLines(
  deps: ProxiesDeps,
  workspaceId: WorkspaceId,
  { lines, range, subAccountIds }: Import,
  language: InterfaceLanguage,
  origin: RequestOrigin,
): Promise<AnswerOf<typeof importProxies>> {
  const { read, problems } = readProxyLines(lines);
  const max = Math.floor(maxPairs / Math.max(1, read.length));
  if (range === 'some' && subAccountIds.length > max) throw tooMany(max, language);
  const inward = deps.inward ? new Set<string>() : await inwardHosts(read);
  const outward = read.filter(({ access }) => !inward.has(access.host));
  const doubles = await transaction(deps.database, async (tx) => {
    const named = await checkApplication(tx, workspaceId, { range, subAccountIds });
    const rows = outward.map((line) => ({ line, row: rowOf(deps, workspaceId, range, line) }));
    const added = await store.insertProxies(
      tx,
      rows.map(({ row }) => row),
    );
    if (added.size > 0) {
      await store.setRange(tx, workspaceId, [...added], named);
      await record(tx, origin, { action: 'proxy.imported', details: { count: added.size } });
    }
    return rows.filter(({ row }) => !added.has(row.id)).map(({ line }) => line);
  });
  const refuse = (problem: LineProblem['problem']) => (it: ParsedLine) => ({
    line: it.line,
    text: it.text,
    problem,
  });
  const told = [
    ...problems,
    ...read.filter(({ access }) => inward.has(access.host)).map(refuse('private')),
    ...doubles.map(refuse('double')),
  ];
  return { added: outward.length - doubles.length, problems: told.sort((a, b) => a.line - b.line) };
}

function tooMany(max: number, language: InterfaceLanguage): AppError {
  const params = { rule: 'too-many', max };
  const issue = { code: 'custom' as const, path: ['subAccountIds'], message: '', input: undefined, params };
  return fieldError(issue, language);
}

function rowOf({ secrets }: ProxiesDeps, workspaceId: WorkspaceId, range: Import['range'], line: ParsedLine) {
  const { proxyPassword, ...access } = line.access;
  const id = newId();
  return {
    ...access,
    workspaceId,
    id,
    name: line.name,
    range,
    password: sealPassword(secrets, id, proxyPassword),
  };
}

/** Names are resolved a few at once and not for long, because the process has few threads for it. */
const lookUpsAtOnce = 3;
const lookUpsMs = 8_000;

async function inwardHosts(lines: readonly ParsedLine[]): Promise<ReadonlySet<string>> {
  const inward = new Set<string>();
  const waiting = new Set(lines.map(({ access }) => access.host)).values();
  const late = AbortSignal.timeout(lookUpsMs);
  const work = async () => {
    for (const host of waiting) {
      // The remaining hosts are checked when a connection is made.
      if (late.aborted) return;
      if (await resolvesToPrivateAddress(host)) inward.add(host);
    }
  };
  await Promise.all(Array.from({ length: lookUpsAtOnce }, work));
  return inward;
}
