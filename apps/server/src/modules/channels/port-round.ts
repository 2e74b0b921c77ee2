/** Which of the accounts that want to be online get a port: asked for all of them together, by workspace. */
import type { Database } from '../../base/db/database.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { type PortAnswer, peekPorts, takePorts } from '../ports/index.ts';

export type PortWish = {
  workspaceId: WorkspaceId;
  id: string;
  /** It was refused one the last time: where nothing has changed, nobody is held up by asking again. */
  refused: boolean;
};

/** Workspaces that are asked for side by side: others need connections to the database too. */
const abreast = 4;

export async function askForPorts(
  database: Database,
  processId: string,
  wishes: readonly PortWish[],
): Promise<Map<string, PortAnswer>> {
  const byWorkspace = [...Map.groupBy(wishes, ({ workspaceId }) => workspaceId)];
  const answers = new Map<string, PortAnswer>();
  const worker = async () => {
    for (let next = byWorkspace.shift(); next; next = byWorkspace.shift()) {
      const [workspaceId, own] = next;
      for (const [id, answer] of await ask(database, processId, workspaceId, own)) answers.set(id, answer);
    }
  };
  await Promise.all(Array.from({ length: abreast }, worker));
  return answers;
}

async function ask(
  database: Database,
  processId: string,
  workspaceId: WorkspaceId,
  wishes: readonly PortWish[],
): Promise<Map<string, PortAnswer>> {
  const ids = wishes.map(({ id }) => id);
  if (wishes.every(({ refused }) => refused)) {
    const peeked = await peekPorts(database, workspaceId, processId, ids);
    if (![...peeked.values()].some(({ held }) => held)) return peeked;
  }
  return takePorts(database, workspaceId, processId, ids);
}
