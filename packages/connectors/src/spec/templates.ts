/** The port's shapes of message templates: texts that a platform must approve before they are sent. */
import type { TemplateContent, TemplateValues } from '@parley/contract/message-templates';

export type TemplateState = 'approved' | 'pending' | 'rejected';

/** Placeholders in header and body have the form `{{1}}` or `{{name}}`, whatever the platform's own syntax. */
export type PlatformTemplate = TemplateContent & {
  /** The platform's id of this template in this language; unique per social account, at most 200 characters. */
  id: string;
  name: string;
  /** BCP 47. */
  language: string;
  /** The platform's own term, e.g. `marketing`; empty if it has none. */
  category: string;
  state: TemplateState;
};

/** The server drops templates that exceed `messageTemplateLimits`. */
export type TemplateList =
  | { ok: true; templates: readonly PlatformTemplate[] }
  /** `reason`: as in `CheckResult`. */
  | { ok: false; reason: string };

/** A template to send; the message's `text` is the template with its values filled in. */
export type OutboundTemplate = {
  id: string;
  name: string;
  language: string;
  /** A value for each placeholder, by `header.1`, `body.name`; single lines of text. */
  values: TemplateValues;
};
