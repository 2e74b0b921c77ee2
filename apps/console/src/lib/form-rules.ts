// i18n-keys: validation.*
import { ApiError } from '@parley/api-client';
import type { ErrorId } from '@parley/contract';
import { markShown } from '@parley/ui';
import type { FormInstance, FormRule } from 'antd';

/** The part of a zod schema that this file needs: enough to judge one value. */
type Schema = {
  safeParse(value: unknown): { success: true } | { success: false; error: { issues: readonly Issue[] } };
};
type Issue = {
  code?: string | undefined;
  message: string;
  format?: string;
  /** The kind of the value that is too small or too big. */
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  params?: Record<string, unknown> | undefined;
};
/** A rule as such, not a function that makes one. */
type RuleObject = Exclude<FormRule, (...form: never) => unknown>;
type Translate = (key: string, details: Record<string, unknown>) => unknown;

/** The key of the sentence for a refused value, below `validation.`, and the numbers in it. */
export function issueSentence(
  value: unknown,
  issue: Issue,
): { key: string; details: Record<string, unknown> } {
  if (value === undefined || value === null || value === '') return { key: 'required', details: {} };
  if (issue.code === 'custom')
    return { key: String(issue.params?.rule ?? 'invalid'), details: issue.params ?? {} };
  if (issue.message === 'password-weak') return { key: 'password-weak', details: {} };
  if (issue.code === 'invalid_format')
    return { key: issue.format === 'email' ? 'email' : 'format', details: {} };
  const unit = unitOf(issue);
  const keys = limitKeys[unit];
  if (issue.code === 'too_big') return { key: keys.tooBig, details: { max: Number(issue.maximum) } };
  if (issue.code !== 'too_small') return { key: 'invalid', details: {} };
  const min = Number(issue.minimum);
  // A list without entries, or a text of spaces alone.
  return unit !== 'number' && min === 1
    ? { key: 'empty', details: {} }
    : { key: keys.tooSmall, details: { min } };
}

/** Those of the contract's own rules where it has some for the same. */
const limitKeys = {
  text: { tooBig: 'too-long', tooSmall: 'too-small-text' },
  list: { tooBig: 'too-many', tooSmall: 'too-small-list' },
  number: { tooBig: 'too-big-number', tooSmall: 'too-small-number' },
};

function unitOf({ origin }: Issue): keyof typeof limitKeys {
  if (origin === 'string') return 'text';
  return origin === 'array' ? 'list' : 'number';
}

/**
 * A form rule out of the contract's own schema, so that form and server refuse the same values.
 *
 * @param format the key, below `validation.`, of the sentence for a value of the wrong form; left out: that of a
 * verification code
 */
export function schemaRule(schema: Schema, t: Translate, format = 'format') {
  return {
    validator: (_: unknown, value: unknown) => {
      const judged = schema.safeParse(value);
      const issue = judged.success ? undefined : judged.error.issues[0];
      if (issue === undefined) return Promise.resolve();
      const { key: named, details } = issueSentence(value, issue);
      const key = named === 'format' ? format : named;
      return Promise.reject(new Error(String(t(`validation.${key}`, details))));
    },
  };
}

/** The triggers of a field that is judged when it is left, and when its form is sent. */
export const judgedWhenLeft = ['onBlur', 'onSubmit'];

/**
 * The same for a field that is `judgedWhenLeft`. One that is passed over empty isn't wrong yet; and what is said below it
 * would move the link that is just being clicked away from the mouse.
 */
export function rulesWhenLeft(schema: Schema, t: Translate): RuleObject[] {
  const { validator } = schemaRule(schema, t);
  const only = (empty: boolean) => async (rule: unknown, value: unknown) => {
    if ((value === undefined || value === '') === empty) await validator(rule, value);
  };
  return [
    { validateTrigger: 'onSubmit', validator: only(true) },
    { validateTrigger: judgedWhenLeft, validator: only(false) },
  ];
}

/** Refusals of the whole that are a matter of one field, by that field. */
export type Causes = Partial<Record<ErrorId, string>>;

/** Names of fields that all forms share; a form without such a field shows the refusal as a whole. */
const commonCauses: Causes = {
  'identity.wrong-code': 'code',
  'identity.common-password': 'password',
  'identity.same-password': 'password',
  'identity.operator-password-short': 'password',
  'identity.wrong-email': 'oldEmail',
  'identity.owner-unknown': 'ownerEmail',
};

/** The fields that a refusal names, or that it is known to be about; dotted names lead into groups. */
function refusedFields(problem: unknown, causes: Readonly<Record<string, string>>): [string, string][] {
  const cause = problem instanceof ApiError ? causes[problem.error] : undefined;
  if (problem instanceof ApiError && cause !== undefined) return [[cause, problem.message]];
  if (!(problem instanceof Error) || !('fields' in problem)) return [];
  const { fields } = problem;
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** The options with which antd moves to a field: no further than needed, and with the keyboard's focus. */
const atField = { block: 'nearest', focus: true } as const;

type Focusable = Pick<FormInstance, 'scrollToField'>;

/** The part of a form that `showRefusedFields` needs. */
export type RefusableForm = Focusable & Pick<FormInstance, 'getFieldsValue' | 'setFields'>;

/**
 * Validates some fields outside a submit, which moves the focus to the first invalid one on its own; this does the same.
 *
 * @returns whether all are valid
 */
export async function areValid<Values>(
  form: Focusable & Pick<FormInstance<Values>, 'validateFields'>,
  names?: Parameters<FormInstance<Values>['validateFields']>[0],
): Promise<boolean> {
  try {
    await form.validateFields(names);
    return true;
  } catch (refusal) {
    // antd rejects with its own object; its first entry is the first field in the form's order.
    const { errorFields } = refusal as { errorFields?: readonly { name: (string | number)[] }[] };
    const first = errorFields?.[0];
    if (first !== undefined) form.scrollToField(first.name, atField);
    return false;
  }
}

/**
 * Puts the server's sentences under their fields; what is wrong with one entry of a list stands under the list. The
 * first refused field gets the focus. False when it is about none that this form has: the caller then shows the failure as a whole.
 */
export function showRefusedFields(form: RefusableForm, problem: unknown, causes: Causes = {}): boolean {
  const values: unknown = form.getFieldsValue();
  const order = typeof values === 'object' && values !== null ? Object.keys(values) : [];
  const known = refusedFields(problem, { ...commonCauses, ...causes })
    .map(([name, sentence]) => ({ name: name.replace(/(\.\d+)+$/, '').split('.'), errors: [sentence] }))
    .filter(({ name }) => order.includes(name[0] ?? ''))
    .sort((a, b) => order.indexOf(a.name[0] ?? '') - order.indexOf(b.name[0] ?? ''));
  form.setFields(known);
  const [first] = known;
  if (first === undefined) return false;
  markShown(problem);
  form.scrollToField(first.name, atField);
  return true;
}
