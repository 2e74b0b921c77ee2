import type { AgentConversions } from '@parley/contract/split-links';
import type { AgentDay } from './queries.ts';

/** Totals the days of each agent; agents are sorted by conversions, descending, and days keep their order. */
export function presentAgents(days: readonly AgentDay[]): AgentConversions[] {
  const agents = new Map<string, AgentConversions>();
  for (const { subAccountId, name, ...counted } of days) {
    const agent = agents.get(subAccountId) ?? {
      subAccountId,
      name,
      conversions: 0,
      newFans: 0,
      repeatFans: 0,
      days: [],
    };
    agents.set(subAccountId, agent);
    agent.conversions += counted.conversions;
    agent.newFans += counted.newFans;
    agent.repeatFans += counted.repeatFans;
    agent.days.push(counted);
  }
  return [...agents.values()].sort((one, other) => other.conversions - one.conversions);
}
