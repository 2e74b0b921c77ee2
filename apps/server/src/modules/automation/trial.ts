/** The test bench: decides on an invented message by the rules that answer real ones. */
import { type AutomationTrial, foldKeyword } from '@parley/contract/automation';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { assertFound } from '../../base/http/app-error.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { CompiledRules } from './compiled-rules.ts';
import { contentsToSend, type Decision, decide, type RuleMatch } from './decision.ts';
import { type RandomByPurpose, randomOfMessage } from './message-random.ts';
import * as queries from './queries.ts';
import { readShown } from './reply-contents.ts';
import type { Situation } from './situation.ts';

type TrialDeps = { database: Database; clock: Clock };

export type Trial = {
  subAccountId: string;
  text: string;
  translation?: string | undefined;
  newSession: boolean;
  agentActive: boolean;
};

/** Most other templates and rules that a trial lists. */
const named = 50;

/** Tries the rules on a message without storing or sending anything. Throws `sub-account.not-found`. */
export async function runTrial(
  { database, clock }: TrialDeps,
  workspaceId: WorkspaceId,
  rules: CompiledRules,
  { subAccountId, text, translation, newSession, agentActive }: Trial,
): Promise<AutomationTrial> {
  const facts = assertFound(
    await queries.readSubAccount(database, workspaceId, subAccountId),
    'sub-account.not-found',
  );
  const at = clock.now();
  const situation: Situation = {
    ...facts,
    isArchived: false,
    at,
    customerWroteAt: newSession ? null : at - 1,
    answeredAt: agentActive ? at - 1 : null,
    welcomedAt: null,
    answeredLately: 0,
  };
  const chance = randomOfMessage(newId());
  const arrival = { subAccountId, situation, original: text, translation: translation ?? null };
  const decision = decide(arrival, rules, chance);
  const stored = await readNamed(database, workspaceId, decision);
  return explain(
    decision,
    { stored, shown: await readShown(database, workspaceId, stored.values()) },
    chance,
  );
}

function readNamed(database: Database, workspaceId: WorkspaceId, { welcome, keyword }: Decision) {
  const ids = [
    welcome.template?.id,
    keyword.chosen?.rule.id,
    ...welcome.others.slice(0, named).map(({ template }) => template.id),
    ...keyword.others.slice(0, named).map(({ candidate }) => candidate.rule.id),
  ];
  return queries.readRules(
    database,
    workspaceId,
    ids.filter((id) => id !== undefined),
  );
}

type Stored = {
  stored: ReadonlyMap<string, queries.RuleToSend>;
  shown: Awaited<ReturnType<typeof readShown>>;
};

function explain(
  { state, welcome, keyword }: Decision,
  { stored, shown }: Stored,
  chance: RandomByPurpose,
): AutomationTrial {
  const template = stored.get(welcome.template?.id ?? '');
  const rule = stored.get(keyword.chosen?.rule.id ?? '');
  const nameOf = (id: string) => ({ id, title: stored.get(id)?.title ?? '' });
  /** Returns a keyword as the owner wrote it. */
  const written = ({ rule: { id }, keyword: folded }: RuleMatch) =>
    stored.get(id)?.keywords.find((one) => foldKeyword(one).text === folded) ?? folded;
  return {
    state,
    welcome: {
      outcome: welcome.outcome,
      template: template
        ? { id: template.id, title: template.title, contents: shown(template.contents) }
        : null,
      others: welcome.others
        .slice(0, named)
        .map((other) => ({ ...nameOf(other.template.id), verdict: other.verdict })),
    },
    keyword: {
      outcome: keyword.chosen === null ? 'no-match' : 'answers',
      rule:
        rule && keyword.chosen
          ? {
              id: rule.id,
              title: rule.title,
              keyword: written(keyword.chosen),
              match: rule.match,
              foundIn: keyword.chosen.foundIn,
              delaySeconds: rule.delaySeconds,
              send: rule.send,
              contents: shown(contentsToSend(rule, chance)),
              drawnAmong: keyword.drawnAmong,
            }
          : null,
      others: keyword.others.slice(0, named).map(({ candidate, verdict }) => ({
        ...nameOf(candidate.rule.id),
        keyword: written(candidate),
        verdict,
      })),
    },
  };
}
