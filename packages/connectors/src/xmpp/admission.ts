/**
 * Checks the top-level elements that a server sends before the library parses them: the library throws on some, responds to
 * some with unbounded work, and follows a redirect to any host.
 */
import type { Element } from '@xmpp/client';
import { ConnectorFailure } from '../kit/guard.ts';
import { ns } from './namespaces.ts';
import { streamRefusal } from './refusals.ts';

/** Feature announcements per connection: before and after the login, and one spare. */
const featuresLimit = 3;
/** SCRAM has one challenge, other mechanisms two. */
const challengesLimit = 3;
/** Maximum length of a decoded challenge (a nonce, a salt and a count). The library splits it in quadratic time. */
const challengeLength = 2_048;
/** RFC 7677 requires at least 4,096; servers use up to some tens of thousands. */
const iterationLimit = 100_000;
/** Maximum length of a bare address, and of a full one. RFC 7622, 3.1 */
const bareLimit = 2_047;
const addressLimit = 3_071;

/** Returns a check that throws `ConnectorFailure`, or `StreamRefused` with the server's reason for ending the stream. */
export function createAdmission(): (element: Element) => void {
  let features = 0;
  let challenges = 0;
  return (element) => {
    if (element.is('error', ns.stream)) throw streamRefusal(element);
    if (element.is('features', ns.stream)) {
      features += 1;
      if (features > featuresLimit) throw new ConnectorFailure('platform-protocol', 'features');
    }
    if (element.name === 'challenge') {
      challenges += 1;
      if (challenges > challengesLimit) throw new ConnectorFailure('platform-protocol', 'challenge');
      assertAffordable(element.text());
    }
    assertAddress(element.attrs.from);
    assertAddress(element.attrs.to);
  };
}

function assertAffordable(challenge: string): void {
  const decoded = Buffer.from(challenge, 'base64').toString('latin1');
  if (decoded.length > challengeLength) throw new ConnectorFailure('platform-protocol', 'challenge');
  for (const [, iterations] of decoded.matchAll(/\bi=[\s"+]*(\d+)/g)) {
    if (Number(iterations) > iterationLimit)
      throw new ConnectorFailure('platform-login-too-costly', iterations);
  }
}

function assertAddress(address: string | undefined): void {
  if (address === undefined) return;
  const slash = address.indexOf('/');
  const bare = slash < 0 ? address : address.slice(0, slash);
  const domain = bare.slice(bare.indexOf('@') + 1);
  if (domain === '' || bare.length > bareLimit || address.length > addressLimit) {
    throw new ConnectorFailure('platform-protocol', 'address');
  }
}
