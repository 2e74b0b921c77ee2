/** The port's shapes of message templates: texts that a platform has approved before they are sent. */
import type { TemplateContent, TemplateValues } from '@parley/contract/message-templates';

export type TemplateState = 'approved' | 'pending' | 'rejected';

/** Placeholders stand in header and body as `{{1}}` or `{{name}}`, whatever the platform writes. */
export type PlatformTemplate = TemplateContent & {
  /** The platform's id of this template in this language; unique per social account, at most 200 characters. */
  id: string;
  name: string;
  /** BCP 47. */
  language: string;
  /** The platform's own word, e.g. `marketing`; empty if it has none. */
  category: string;
  state: TemplateState;
};

/** The server leaves out those that exceed `messageTemplateLimits`. */
export type TemplateList =
  | { ok: true; templates: readonly PlatformTemplate[] }
  /** `reason`: as of `CheckResult`. */
  | { ok: false; reason: string };

/** A template that is sent; the message's `text` is what it is with its values. */
export type OutboundTemplate = {
  id: string;
  name: string;
  language: string;
  /** A value for each placeholder, by `header.1`, `body.name`; lines of text. */
  values: TemplateValues;
};
