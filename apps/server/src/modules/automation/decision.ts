/**
 * Decides which welcome template and keyword rule answer a message, and why no others do. Used by the job that answers
 * and by the test bench.
 */
import type { AutomationState, ruleVerdict, templateVerdict } from '@parley/contract/automation';
import type { z } from 'zod';
import type { CompiledRule, CompiledRules, Template } from './compiled-rules.ts';
import { pickItem, type RandomByPurpose } from './message-random.ts';
import { automationStateOf, beginsSession, type Situation } from './situation.ts';

export type TemplateVerdict = z.output<typeof templateVerdict>;
export type RuleVerdict = z.output<typeof ruleVerdict>;

export type RuleMatch = {
  rule: CompiledRule;
  /** Folded. */
  keyword: string;
  length: number;
  foundIn: 'original' | 'translation';
};

export type WelcomeDecision = {
  outcome: 'answers' | 'no-new-session' | 'no-template';
  template: Template | null;
  others: { template: Template; verdict: TemplateVerdict }[];
};
export type KeywordDecision = {
  chosen: RuleMatch | null;
  drawnAmong: number;
  others: { candidate: RuleMatch; verdict: RuleVerdict }[];
};
export type Decision = { state: AutomationState; welcome: WelcomeDecision; keyword: KeywordDecision };

export type ArrivedMessage = {
  subAccountId: string;
  situation: Situation;
  original: string;
  /** Null when there is none yet, or never will be. */
  translation: string | null;
};

/** Decides on a message. The template and the rule are sent only if the state is `open`. */
export function decide(arrival: ArrivedMessage, rules: CompiledRules, chance: RandomByPurpose): Decision {
  return {
    state: automationStateOf(arrival.situation),
    welcome: decideWelcome(arrival, rules.templates),
    keyword: decideKeyword(arrival, rules, chance),
  };
}

type Ranged = { enabled: boolean; subAccountIds: ReadonlySet<string> | null };

/** Returns null when it applies. */
function refusalOf({ enabled, subAccountIds }: Ranged, subAccountId: string) {
  if (!enabled) return 'disabled';
  return subAccountIds === null || subAccountIds.has(subAccountId) ? null : 'other-sub-accounts';
}

export const appliesTo = (rule: Ranged, subAccountId: string) => refusalOf(rule, subAccountId) === null;

/** Chooses one template: those that name the sub-account precede those for all, then the newest wins. */
function decideWelcome(
  { situation, subAccountId }: ArrivedMessage,
  templates: readonly Template[],
): WelcomeDecision {
  if (!beginsSession(situation)) return { outcome: 'no-new-session', template: null, others: [] };
  const applicable = templates.filter((template) => appliesTo(template, subAccountId));
  const names = (template: Template) => template.subAccountIds !== null;
  // Templates are sorted newest first.
  const template = applicable.find(names) ?? applicable[0] ?? null;
  const verdictOf = (other: Template): TemplateVerdict => {
    const passed = template !== null && names(template) && !names(other) ? 'less-specific' : 'older';
    return refusalOf(other, subAccountId) ?? passed;
  };
  const others = templates
    .filter((other) => other !== template)
    .map((other) => ({ template: other, verdict: verdictOf(other) }));
  return { outcome: template === null ? 'no-template' : 'answers', template, others };
}

/**
 * Chooses one rule. The customer's text is searched first; its translation only if no rule matches, and only by rules
 * that allow it.
 */
function decideKeyword(
  { subAccountId, original, translation }: ArrivedMessage,
  rules: CompiledRules,
  chance: RandomByPurpose,
): KeywordDecision {
  const found = choose(candidatesIn(rules, original, 'original'), subAccountId, chance);
  if (found.chosen !== null || translation === null) return found;
  const translated = candidatesIn(rules, translation, 'translation').filter(
    ({ rule }) => rule.matchTranslation,
  );
  const again = choose(translated, subAccountId, chance);
  const judged = new Set(again.others.map(({ candidate }) => candidate.rule));
  const before = found.others.filter(
    ({ candidate }) => candidate.rule !== again.chosen?.rule && !judged.has(candidate.rule),
  );
  return { ...again, others: [...again.others, ...before] };
}

function candidatesIn(
  { index, keywordRules }: CompiledRules,
  text: string,
  foundIn: RuleMatch['foundIn'],
): RuleMatch[] {
  const { exact, partial } = index.find(text);
  return [...exact, ...partial].flatMap(({ rule, keyword, length }) => {
    const compiled = keywordRules[rule];
    return compiled === undefined ? [] : [{ rule: compiled, keyword, length, foundIn }];
  });
}

/** Chooses an exact match before partial ones, of those the longest keyword, and among equals one at random. */
function choose(
  candidates: readonly RuleMatch[],
  subAccountId: string,
  chance: RandomByPurpose,
): KeywordDecision {
  const applicable = candidates.filter(({ rule }) => appliesTo(rule, subAccountId));
  const exact = applicable.filter(({ rule }) => rule.match === 'exact');
  const tier = exact.length > 0 ? exact : applicable;
  const longest = tier.reduce((most, { length }) => Math.max(most, length), 0);
  const equals = tier
    .filter(({ length }) => length === longest)
    .sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1));
  const chosen = pickItem(equals, chance('rule')) ?? null;
  const verdictOf = (candidate: RuleMatch): RuleVerdict => {
    const refusal = refusalOf(candidate.rule, subAccountId);
    if (refusal !== null) return refusal;
    if (exact.length > 0 && candidate.rule.match === 'partial') return 'exact-first';
    return candidate.length < longest ? 'longer-first' : 'not-drawn';
  };
  const others = candidates
    .filter((candidate) => candidate !== chosen)
    .map((candidate) => ({ candidate, verdict: verdictOf(candidate) }));
  return { chosen, drawnAmong: equals.length, others };
}

/** Returns the contents to send by a rule's method: all in order, or one at random. */
export function contentsToSend<T>(
  { replyMethod, contents }: { replyMethod: 'all' | 'one'; contents: readonly T[] },
  chance: RandomByPurpose,
): readonly T[] {
  if (replyMethod === 'all') return contents;
  const one = pickItem(contents, chance('content'));
  return one === undefined ? [] : [one];
}
