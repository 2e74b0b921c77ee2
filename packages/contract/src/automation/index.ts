/** Automatic replies to customers: welcome templates, keyword rules, and a trial of both. */
export * from './keyword-rules.ts';
export {
  automationLimits,
  foldKeyword,
  foldText,
  type ReplyContent,
  type ReplyRuleSort,
  replyRuleSort,
  type ShownContent,
} from './reply-rules.ts';
export * from './trial.ts';
export * from './welcome-templates.ts';
