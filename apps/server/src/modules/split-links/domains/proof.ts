/**
 * Looks for the proof that a domain belongs to an owner: a value that they publish in DNS, or in a file on the web server that
 * the domain points to at present.
 */
import { Resolver } from 'node:dns/promises';
import type { SplitDomainProblem } from '@parley/contract/split-domains';
import type { Network } from '../../../base/network.ts';

/** Prefix of the value, so that a file served for another purpose isn't taken for a wrong proof. */
export const proofPrefix = 'parley-verification=';

export const recordNameOf = (domain: string): string => `_parley.${domain}`;
/** Path of the proof file; a link domain that points to this installation serves `servingText` here. */
export const filePath = '/.well-known/parley-verification.txt';
/** URL of the proof file. If https fails, http is tried. */
export const fileUrlOf = (domain: string): string => `https://${domain}${filePath}`;

/**
 * Content of the file that a domain pointing to this installation serves. It keeps a domain verified, since the owner's own file
 * disappears once the domain points here, but never verifies one: every domain that points here serves it.
 */
export const servingText = (proof: string): string => proof.replace(proofPrefix, 'parley-serving=');

/** `proved`, or the reason why the domain isn't. */
export type ProofFinding = 'proved' | SplitDomainProblem;

export type ProofDeps = {
  network: Pick<Network, 'fetch'>;
  /** DNS servers with their ports; null for the system's. */
  dnsServers: readonly string[] | null;
};

const dnsMs = 2_000;
const fileMs = 5_000;
const largestFile = 4_096;

/** Findings by precedence: one proof suffices. */
const best: readonly ProofFinding[] = ['proved', 'other-value', 'no-record', 'unreachable'];

/** `orServing`: also accepts `servingText` as proof, for a domain that points to this installation. */
export async function findProof(
  deps: ProofDeps,
  { domain, proof }: { domain: string; proof: string },
  { orServing = false } = {},
): Promise<ProofFinding> {
  const inRecord = await inDns(deps, domain, proof);
  if (inRecord === 'proved') return inRecord;
  const findings = [
    inRecord,
    ...(await inFiles(deps, domain, orServing ? [proof, servingText(proof)] : [proof])),
  ];
  return best.find((finding) => findings.includes(finding)) ?? 'unreachable';
}

/** Returns true if an earlier proof is gone. A DNS failure counts as not gone, so that an outage never transfers a domain. */
export async function isProofGone(
  deps: ProofDeps,
  { domain, proof }: { domain: string; proof: string },
): Promise<boolean> {
  const inRecord = await inDns(deps, domain, proof);
  if (inRecord === 'proved' || inRecord === 'unreachable') return false;
  return !(await inFiles(deps, domain, [proof])).includes('proved');
}

/** Fetches the file by https, then by http if https gave no proof. */
async function inFiles(deps: ProofDeps, domain: string, proofs: readonly string[]): Promise<ProofFinding[]> {
  const findings: ProofFinding[] = [];
  for (const scheme of ['https', 'http']) {
    if (findings.includes('proved')) break;
    findings.push(await inFile(deps, `${scheme}://${domain}${filePath}`, proofs));
  }
  return findings;
}

async function inDns({ dnsServers }: ProofDeps, domain: string, proof: string): Promise<ProofFinding> {
  const resolver = new Resolver({ timeout: dnsMs, tries: 2 });
  if (dnsServers !== null) resolver.setServers(dnsServers);
  try {
    const records = await resolver.resolveTxt(recordNameOf(domain));
    return compared(
      records.map((pieces) => pieces.join('')),
      [proof],
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // as Node documents for its resolver
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'no-record' : 'unreachable';
  }
}

async function inFile({ network }: ProofDeps, url: string, proofs: readonly string[]): Promise<ProofFinding> {
  try {
    const answer = await network.fetch(url, {
      redirect: 'manual',
      answerLimit: largestFile,
      answerMs: fileMs,
    });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      return 'no-record';
    }
    return compared((await answer.text()).split('\n'), proofs);
  } catch {
    return 'unreachable';
  }
}

function compared(values: readonly string[], proofs: readonly string[]): ProofFinding {
  const own = values.map((value) => value.trim());
  if (own.some((value) => proofs.includes(value))) return 'proved';
  return own.some((value) => value.startsWith(proofPrefix)) ? 'other-value' : 'no-record';
}
