import type { MailFault } from '@parley/contract/operator';
import { storableText } from '../db/storable-text.ts';

/** Characters of a mail server's answer that are stored. */
const longestAnswer = 500;

/** Keyed by nodemailer's codes. Source: https://nodemailer.com/errors */
const byCode: Readonly<Record<string, MailFault>> = {
  ECONNECTION: 'mail-unreachable',
  ESOCKET: 'mail-unreachable',
  EDNS: 'mail-name-unknown',
  ETIMEDOUT: 'mail-silent',
  ETLS: 'mail-insecure',
  EAUTH: 'mail-login',
  EENVELOPE: 'mail-refused',
  EMESSAGE: 'mail-refused',
  EPROTOCOL: 'mail-refused',
};

/** Returns why a mail failed, as a code of `mailFaults` with the server's own answer; never a library's text. */
export function mailProblem(error: unknown): string {
  // `Object()` turns any thrown value into an object, on which these fields may be missing.
  const { code, response } = Object(error) as { code?: unknown; response?: unknown };
  const answer = typeof response === 'string' ? response : '';
  const fault =
    byCode[typeof code === 'string' ? code : ''] ?? (answer === '' ? 'mail-failed' : 'mail-refused');
  const said = storableText(answer.replace(/\s+/g, ' ').trim().slice(0, longestAnswer).toWellFormed());
  return said === '' ? fault : `${fault}: ${said}`;
}
