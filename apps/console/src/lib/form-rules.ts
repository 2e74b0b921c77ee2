// i18n-keys: validation.*
import { ApiError } from '@parley/api-client';
import type { ErrorId } from '@parley/contract';
import { markShown } from '@parley/ui';
import type { FormInstance, FormRule } from 'antd';

/** The part of a zod schema that this file needs: enough to validate one value. */
export type Schema = {
  safeParse(value: unknown): { success: true } | { success: false; error: { issues: readonly Issue[] } };
};
type Issue = {
  code?: string | undefined;
  message: string;
  format?: string;
  /** The type that the value should have. */
  expected?: string;
  /** The type of the value that is too small or too big. */
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  params?: Record<string, unknown> | undefined;
};
/** A rule object, not a function that returns one. */
type RuleObject = Exclude<FormRule, (...form: never) => unknown>;
type Translate = (key: string, details: Record<string, unknown>) => unknown;

/** Returns the i18n key of the message for an invalid value, below `validation.`, and the numbers to interpolate. */
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
  if (issue.code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number'))
    return { key: 'whole-number', details: {} };
  if (issue.code === 'too_big') return { key: keys.tooBig, details: { max: Number(issue.maximum) } };
  if (issue.code !== 'too_small') return { key: 'invalid', details: {} };
  const min = Number(issue.minimum);
  // Entries of a list are selected.
  if (unit === 'list' && min === 1) return { key: 'select', details: {} };
  // A text of spaces alone.
  return unit === 'text' && min === 1
    ? { key: 'empty', details: {} }
    : { key: keys.tooSmall, details: { min } };
}

/** The same keys as for the contract's own rules where both describe the same limit. */
const limitKeys = {
  text: { tooBig: 'too-long', tooSmall: 'too-short' },
  list: { tooBig: 'too-many', tooSmall: 'too-small-list' },
  number: { tooBig: 'too-big-number', tooSmall: 'too-small-number' },
};

function unitOf({ origin }: Issue): keyof typeof limitKeys {
  if (origin === 'string') return 'text';
  return origin === 'array' ? 'list' : 'number';
}

/** Returns the message for an invalid value; undefined for a valid one. @param format as for `schemaRule` */
export function schemaMessage(
  schema: Schema,
  value: unknown,
  t: Translate,
  format = 'format',
): string | undefined {
  const judged = schema.safeParse(value);
  // The last one of a number above all whole ones that are exact: the schema's limit, not that of such numbers.
  const issue = judged.success ? undefined : judged.error.issues.at(typeof value === 'number' ? -1 : 0);
  if (issue === undefined) return undefined;
  const { key: named, details } = issueSentence(value, issue);
  return String(t(`validation.${named === 'format' ? format : named}`, details));
}

/**
 * Returns a form rule that validates with the contract's schema, so that form and server reject the same values.
 *
 * @param format i18n key, below `validation.`, of the message for a malformed value; by default that of a verification
 * code
 */
export function schemaRule(schema: Schema, t: Translate, format = 'format') {
  return {
    validator: (_: unknown, value: unknown) => {
      const message = schemaMessage(schema, value, t, format);
      return message === undefined ? Promise.resolve() : Promise.reject(new Error(message));
    },
  };
}

/** Validation triggers of a field that is validated on blur and on submit. */
export const validatedOnBlur = ['onBlur', 'onSubmit'];

/**
 * Rules for a field with the triggers `validatedOnBlur`. An empty field is validated on submit only: leaving it empty is
 * no mistake yet, and a message below it would move the link that the user is just clicking.
 */
export function blurRules(schema: Schema, t: Translate): RuleObject[] {
  const { validator } = schemaRule(schema, t);
  const only = (empty: boolean) => async (rule: unknown, value: unknown) => {
    if ((value === undefined || value === '') === empty) await validator(rule, value);
  };
  return [
    { validateTrigger: 'onSubmit', validator: only(true) },
    { validateTrigger: validatedOnBlur, validator: only(false) },
  ];
}

/** Errors without field names that concern one field, mapped to that field. */
export type FieldByError = Partial<Record<ErrorId, string>>;

/** Field names common to all forms; a form without such a field shows the error as a whole. */
const commonCauses: FieldByError = {
  'identity.wrong-code': 'code',
  'identity.common-password': 'password',
  'identity.same-password': 'password',
  'identity.operator-password-short': 'password',
  'identity.wrong-email': 'oldEmail',
  'identity.owner-unknown': 'ownerEmail',
};

/** Returns the fields that an error names or is known to concern; dotted names address nested fields. */
function refusedFields(problem: unknown, causes: Readonly<Record<string, string>>): [string, string][] {
  const cause = problem instanceof ApiError ? causes[problem.error] : undefined;
  if (problem instanceof ApiError && cause !== undefined) return [[cause, problem.message]];
  if (!(problem instanceof Error) || !('fields' in problem)) return [];
  const { fields } = problem;
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** antd's options for scrolling to a field: no further than needed, and with keyboard focus. */
const atField = { block: 'nearest', focus: true } as const;

type Focusable = Pick<FormInstance, 'scrollToField'>;

/** The part of a form that `showRefusedFields` needs. */
export type RefusableForm = Focusable & Pick<FormInstance, 'getFieldsValue' | 'setFields'>;

/**
 * Validates some fields outside a submit and, as a submit does, focuses the first invalid one.
 *
 * @returns whether all are valid
 */
export async function validateAndFocus<Values>(
  form: Focusable & Pick<FormInstance<Values>, 'validateFields'>,
  names?: Parameters<FormInstance<Values>['validateFields']>[0],
): Promise<boolean> {
  try {
    await form.validateFields(names);
    return true;
  } catch (refusal) {
    // antd rejects with a plain object, whose entries are in the form's field order.
    const { errorFields } = refusal as { errorFields?: readonly { name: (string | number)[] }[] };
    const first = errorFields?.[0];
    if (first !== undefined) form.scrollToField(first.name, atField);
    return false;
  }
}

/**
 * Shows the server's messages under their fields and focuses the first one; an error in a list entry is shown under the
 * list. Returns false when the form has none of the fields, so that the caller shows the error as a whole.
 */
export function showRefusedFields(form: RefusableForm, problem: unknown, causes: FieldByError = {}): boolean {
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
