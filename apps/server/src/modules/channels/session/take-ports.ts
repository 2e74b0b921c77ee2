/** Takes the ports of all held accounts together. */
import pLimit from 'p-limit';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { type PortAnswer, peekPorts, takePorts } from '../../ports/index.ts';
import type { SessionRunner } from './runner.ts';
import { sessionRefusalOf, wantsPort } from './state.ts';

export type PortsDeps = { database: Database; clock: Clock; processId: string };

type PortRequest = {
  workspaceId: WorkspaceId;
  id: string;
  /** True when refused in the previous round: while nothing has changed, another request would only delay others. */
  refused: boolean;
};

/** Workspaces queried in parallel; the remaining database connections serve others. */
const concurrency = 4;

/** Requests ports for the sessions that wait for one. Resolves when each has its answer and refusals are published. */
export async function takeWantedPorts(deps: PortsDeps, held: readonly SessionRunner[]): Promise<void> {
  const { clock, database, processId } = deps;
  const asking = held.filter(({ session }) => wantsPort(session));
  if (asking.length === 0) return;
  const requests = asking.map(({ account: { workspaceId, id }, session }) => ({
    workspaceId,
    id,
    refused: sessionRefusalOf(session) !== null,
  }));
  const answers = await askForPorts(database, processId, requests);
  for (const runner of asking) {
    const answer = answers.get(runner.account.id);
    const now = clock.now();
    if (answer?.held) runner.dispatch({ type: 'port-granted', now });
    else if (answer && answer.reason !== null)
      runner.dispatch({ type: 'port-refused', now, reason: answer.reason });
  }
  await Promise.all(
    asking.filter(({ session }) => sessionRefusalOf(session) !== null).map((runner) => runner.published()),
  );
}

async function askForPorts(
  database: Database,
  processId: string,
  requests: readonly PortRequest[],
): Promise<Map<string, PortAnswer>> {
  const byWorkspace = Map.groupBy(requests, ({ workspaceId }) => workspaceId);
  const answers = await pLimit(concurrency).map(byWorkspace, ([workspaceId, own]) =>
    ask(database, processId, workspaceId, own),
  );
  return new Map(answers.flatMap((some) => [...some]));
}

async function ask(
  database: Database,
  processId: string,
  workspaceId: WorkspaceId,
  requests: readonly PortRequest[],
): Promise<Map<string, PortAnswer>> {
  const ids = requests.map(({ id }) => id);
  if (requests.every(({ refused }) => refused)) {
    const peeked = await peekPorts(database, workspaceId, processId, ids);
    if (![...peeked.values()].some(({ held }) => held)) return peeked;
  }
  return takePorts(database, workspaceId, processId, ids);
}
